import { readEmbedAddress } from '#shared/embeds.ts';
import { escapeHtml } from './escape-html.ts';
import { linkCards } from './link-cards.ts';

/** A file of the exporting site's media library. */
export type Media = { url: string; title: string; caption: string; parent: string };
export type MediaLibrary = ReadonlyMap<string, Media>;

/**
 * Converts WordPress content to plain HTML: expands shortcodes, turns the classic editor's blank lines into paragraphs
 * and an address alone on its line (an embed) into a player or a link. Block comments stay; sanitising drops them and keeps
 * `<!--more-->`.
 * @param postId the post whose gallery a `[gallery]` without ids shows
 */
export function readWordPressContent(content: string, postId: string, media: MediaLibrary): string {
  const html = expandShortcodes(content.replaceAll('<!--nextpage-->', ''), postId, media);
  return addParagraphs(linkCards(html), /<!-- wp:/.test(content));
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))/g;
const opening =
  /\[([a-z][\w-]*)((?:\s+(?:[\w-]+\s*=\s*(?:"[^"\]]*(?:\][^"\]]*){0,9}"|'[^'\]]*'|[^\s\]"'=]+)|https?:\/\/[^\s\]]+)){0,30})\s*\/?\]/gi;

function expandShortcodes(content: string, postId: string, media: MediaLibrary): string {
  const out: string[] = [];
  // Not searched for again, because many unclosed shortcodes would take quadratic time.
  const neverClosed = new Set<string>();
  let from = 0;
  for (const match of content.matchAll(opening)) {
    if (match.index < from) continue;
    const [whole, name = '', given = ''] = match;
    const tag = name.toLowerCase();
    const attrs = readAttributes(given);
    const after = match.index + whole.length;
    const closing = `[/${name}]`;
    const end = enclosing.has(tag) && !neverClosed.has(tag) ? content.indexOf(closing, after) : -1;
    if (end < 0) neverClosed.add(tag);
    const inner = end < 0 ? '' : content.slice(after, end);
    const expanded = expandShortcode(tag, attrs, inner, postId, media);
    // A bare [word] may be the writer's own text; one with attributes is a shortcode.
    if (expanded === null && attrs.size === 0) continue;
    out.push(content.slice(from, match.index), expanded ?? '');
    from = end < 0 || expanded === null ? after : end + closing.length;
  }
  out.push(content.slice(from));
  return out.join('').replace(/\[\/(?:caption|wp_caption|gallery|embed|audio|video|playlist)\]/gi, '');
}

const enclosing = new Set(['caption', 'wp_caption', 'embed', 'audio', 'video']);

function expandShortcode(
  tag: string,
  attrs: ReadonlyMap<string, string>,
  inner: string,
  postId: string,
  media: MediaLibrary,
): string | null {
  if (tag === 'caption' || tag === 'wp_caption') return renderCaption(inner, attrs.get('caption'));
  if (tag === 'gallery') return renderGallery(attrs, postId, media);
  if (tag === 'embed') return renderEmbed(inner.trim());
  if (tag === 'audio' || tag === 'video') {
    const keys = ['src', 'url', 'mp3', 'm4a', 'ogg', 'mp4', 'm4v', 'webm'];
    const url = keys.map((key) => attrs.get(key)).find((value) => value);
    return renderEmbed(url ?? inner.trim());
  }
  return tag === 'playlist' ? '' : null;
}

function readAttributes(text: string): Map<string, string> {
  const out = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    out.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  const url = /(?:^|\s)(https?:\/\/[^\s"']+)/.exec(text)?.[1];
  if (url && !out.has('url')) out.set('url', url);
  return out;
}

function renderCaption(inner: string, given: string | undefined): string {
  const picture = /^\s*(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? '';
  if (picture === '') return inner;
  const caption = given ?? inner.slice(picture.length).trim();
  return `<figure>${picture.trim()}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
}

function renderGallery(attrs: ReadonlyMap<string, string>, postId: string, media: MediaLibrary): string {
  const ids = (attrs.get('ids') ?? attrs.get('include') ?? '').split(',').map((id) => id.trim());
  const listed = ids.flatMap((id) => media.get(id) ?? []);
  const attachedToPost = () =>
    [...media.values()].filter(({ parent }) => parent === postId && parent !== '0');
  const pictures = ids.join('') === '' ? attachedToPost() : listed;
  const figures = pictures
    .filter(({ url }) => /\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)/i.test(url))
    .map(({ url, title, caption }) => {
      const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(title)}">`;
      return `<figure>${image}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
    });
  return figures.length === 0 ? '' : `<figure class="gallery">${figures.join('')}</figure>`;
}

function renderEmbed(url: string): string {
  return renderPlayer(url) ?? (/^https?:\/\/\S+$/i.test(url) ? `<p>${link(url)}</p>` : '');
}

function renderPlayer(url: string): string | undefined {
  const embed = readEmbedAddress(url);
  return embed && `<figure data-embed="${embed.provider}" data-video="${embed.video}"></figure>`;
}

const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;

const token = /<\/?[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>|[^<]+|</gi;
const blockTag =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col|blockquote|figure|figcaption|pre|hr|section|article|aside|header|footer|main|nav|form|fieldset|address|details|summary|iframe|video|audio|object|script|style|br)\b/i;

// An empty grouping element splits the surrounding text wherever it is (body/shape.ts).
const paragraphBreak = '<div></div>';

function addParagraphs(html: string, isBlocks: boolean): string {
  const tokens = html.includes('<!--') ? tokensOf(html) : (html.match(token) ?? []);
  const isBorderAt = (at: number) => tokens[at] === undefined || blockTag.test(tokens[at]);
  let linkDepth = 0;
  let verbatimDepth = 0;
  return tokens
    .map((part, at) => {
      if (part.startsWith('<') && part.length > 1) {
        if (/^<\/?a\b/i.test(part)) linkDepth = Math.max(0, linkDepth + (part[1] === '/' ? -1 : 1));
        if (/^<\/?(?:pre|script|style|textarea)\b/i.test(part))
          verbatimDepth = Math.max(0, verbatimDepth + (part[1] === '/' ? -1 : 1));
        return part;
      }
      if (verbatimDepth > 0) return part;
      const linked =
        linkDepth === 0
          ? part.replace(
              /^([^\S\n]*)(https?:\/\/[^\s<>"]+)([^\S\n]*)$/gm,
              (_, a, url, b) => a + (renderPlayer(url.replaceAll('&amp;', '&')) ?? link(url)) + b,
            )
          : part;
      if (isBlocks || !part.includes('\n')) return linked;
      let text = linked;
      if (isBorderAt(at - 1)) text = text.replace(/^\s*\n\s*/, '');
      if (isBorderAt(at + 1)) text = text.replace(/\s*\n\s*$/, '');
      return text.replace(/[^\S\n]*\n[^\S\n]*\n\s*/g, paragraphBreak).replace(/[^\S\n]*\n/g, '<br>\n');
    })
    .join('');
}

// Scans comments by hand, because a lazy pattern takes quadratic time on many unclosed ones.
function tokensOf(html: string): string[] {
  const out: string[] = [];
  let from = 0;
  for (let at = html.indexOf('<!--'); at >= 0; at = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', at + 4);
    if (end < 0) break;
    out.push(...(html.slice(from, at).match(token) ?? []), html.slice(at, end + 3));
    from = end + 3;
  }
  out.push(...(html.slice(from).replaceAll('<!--', '').match(token) ?? []));
  return out;
}
