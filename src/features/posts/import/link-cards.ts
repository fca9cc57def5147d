import { readEmbedAddress } from '#shared/embeds.ts';
import { htmlParser } from '../body/html-parser.ts';
import { escapeHtml } from './escape-html.ts';

type Edit = { from: number; to: number; html: string };
type Card = {
  from: number;
  depth: number;
  href: string;
  picture: string;
  texts: Map<string, string>;
  open: string[];
};

/**
 * Keeps what sanitising would remove or misread: an embedded player (`iframe`) of a site that bodies may not embed becomes a
 * link to the page of its video, and a bookmark card of Ghost one of this portal. Parses as a stream, in linear time.
 */
export function linkCards(html: string): string {
  if (!/<iframe\b|kg-bookmark-card/i.test(html)) return html;
  const edits: Edit[] = [];
  let card: Card | undefined;
  let frame: { from: number; to: number; html: string } | undefined;
  const { Parser } = htmlParser();
  const parser = new Parser({
    onopentag(tag, attrs) {
      if (frame) return;
      if (card) openInCard(card, tag, attrs);
      else if (tag === 'figure' && hasClass(attrs, 'kg-bookmark-card'))
        card = { from: parser.startIndex, depth: 0, href: '', picture: '', texts: new Map(), open: [] };
      else if (tag === 'iframe')
        frame = { from: parser.startIndex, to: parser.endIndex + 1, html: renderFrame(attrs) };
    },
    ontext(text) {
      const part = card?.open.findLast((name) => name !== '');
      if (card && part) card.texts.set(part, `${card.texts.get(part) ?? ''}${text}`);
    },
    onclosetag(tag, isImplied) {
      if (frame) {
        if (tag !== 'iframe') return;
        edits.push(isImplied ? frame : { ...frame, to: parser.endIndex + 1 });
        frame = undefined;
      } else if (card && card.depth > 0) {
        card.depth--;
        card.open.pop();
      } else if (card) {
        if (!isImplied) edits.push({ from: card.from, to: parser.endIndex + 1, html: renderCard(card) });
        card = undefined;
      }
    },
  });
  parser.end(html);
  return applyEdits(html, edits);
}

function applyEdits(html: string, edits: readonly Edit[]): string {
  let at = 0;
  const parts = edits.flatMap(({ from, to, html: replacement }) => {
    const before = html.slice(at, from);
    at = to;
    return [before, replacement];
  });
  return parts.join('') + html.slice(at);
}

const hasClass = (attrs: Record<string, string>, name: string): boolean =>
  (attrs.class ?? '').split(/\s+/).includes(name);

const shownParts = ['kg-bookmark-title', 'kg-bookmark-description', 'kg-bookmark-publisher', 'figcaption'];

/** Notes the link and the picture of a card, and for each open element the part of the card whose text it holds, or ''. */
function openInCard(card: Card, tag: string, attrs: Record<string, string>): void {
  card.depth++;
  if (tag === 'a' && card.href === '') card.href = attrs.href ?? '';
  if (tag === 'img' && !hasClass(attrs, 'kg-bookmark-icon')) card.picture ||= attrs.src ?? '';
  card.open.push(shownParts.find((name) => name === tag || hasClass(attrs, name)) ?? '');
}

function renderCard({ href, picture, texts }: Card): string {
  const [title = '', description = '', site = '', caption = ''] = shownParts.map((part) =>
    (texts.get(part) ?? '').replace(/\s+/g, ' ').trim(),
  );
  const link = renderLink(href, title);
  const [first = '', ...rest] = [link, escapeHtml(description), escapeHtml(site)];
  const after = caption === '' ? '' : `<p>${escapeHtml(caption)}</p>`;
  // A card without a link that works is a quotation.
  if (!first.startsWith('<a ')) {
    const lines = [first, rest[0] ?? ''].filter((text) => text !== '');
    return lines.length === 0 ? after : `<blockquote><p>${lines.join('</p><p>')}</p></blockquote>${after}`;
  }
  const shown = [
    rest[0] && `<p>${rest[0]}</p>`,
    rest[1] && `<small>${rest[1]}</small>`,
    picture && `<img src="${escapeHtml(picture)}" alt="">`,
  ];
  return `<figure class="bookmark">${first}${shown.filter(Boolean).join('')}</figure>${after}`;
}

const renderFrame = ({ src = '', 'data-src': lazySrc = '', title = '' }: Record<string, string>): string => {
  const embed = readEmbedAddress(src || lazySrc);
  if (embed) return `<figure data-embed="${embed.provider}" data-video="${embed.video}"></figure>`;
  const link = renderLink(pageOf(src), title.trim());
  return link === '' ? '' : `<p>${link}</p>`;
};

/** Returns a link, the text alone if it leads to no web address, or '' if there is neither. */
function renderLink(address: string, text: string): string {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (!url || !/^https?:$/.test(url.protocol)) return escapeHtml(text);
  return `<a href="${escapeHtml(url.href)}">${escapeHtml(text || url.href)}</a>`;
}

const players: readonly [RegExp, string][] = [
  [
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/,
    'https://www.youtube.com/watch?v=',
  ],
  [/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/, 'https://vimeo.com/'],
];

/** Returns the page of a video whose player is embedded; other addresses stay. */
function pageOf(src: string): string {
  for (const [pattern, page] of players) {
    const id = pattern.exec(src)?.[1];
    if (id) return page + id;
  }
  return src;
}
