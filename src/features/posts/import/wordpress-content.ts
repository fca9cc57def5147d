/** A file of the exporting site's media library, by its id. */
export type Media = { url: string; title: string; caption: string; parent: string };
export type MediaLibrary = ReadonlyMap<string, Media>;

/**
 * WordPress content as plain HTML: shortcodes become what they stand for, the classic editor's blank lines become
 * paragraphs, an address alone on its line (an embed) becomes a link. Block comments stay; sanitising drops them and
 * keeps `<!--more-->`.
 * @param postId whose gallery a `[gallery]` without ids shows
 */
export function readWordPressContent(content: string, postId: string, media: MediaLibrary): string {
  const html = expandShortcodes(content.replaceAll('<!--nextpage-->', ''), postId, media);
  return addParagraphs(html, /<!-- wp:/.test(content));
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))/g;
const opening =
  /\[([a-z][\w-]*)((?:\s+(?:[\w-]+\s*=\s*(?:"[^"\]]*(?:\][^"\]]*){0,9}"|'[^'\]]*'|[^\s\]"'=]+)|https?:\/\/[^\s\]]+)){0,30})\s*\/?\]/gi;

function expandShortcodes(content: string, postId: string, media: MediaLibrary): string {
  const out: string[] = [];
  // Not looked for again: many openings without an end would take quadratic time.
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
    const made = expand(tag, attrs, inner, postId, media);
    // A bare [word] may be the writer's own; one with attributes is machinery.
    if (made === null && attrs.size === 0) continue;
    out.push(content.slice(from, match.index), made ?? '');
    from = end < 0 || made === null ? after : end + closing.length;
  }
  out.push(content.slice(from));
  return out.join('').replace(/\[\/(?:caption|wp_caption|gallery|embed|audio|video|playlist)\]/gi, '');
}

const enclosing = new Set(['caption', 'wp_caption', 'embed', 'audio', 'video']);

function expand(
  tag: string,
  attrs: ReadonlyMap<string, string>,
  inner: string,
  postId: string,
  media: MediaLibrary,
): string | null {
  if (tag === 'caption' || tag === 'wp_caption') return captioned(inner, attrs.get('caption'));
  if (tag === 'gallery') return gallery(attrs, postId, media);
  if (tag === 'embed') return embedded(inner.trim());
  if (tag === 'audio' || tag === 'video') {
    const keys = ['src', 'url', 'mp3', 'm4a', 'ogg', 'mp4', 'm4v', 'webm'];
    const url = keys.map((key) => attrs.get(key)).find((value) => value);
    return embedded(url ?? inner.trim());
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

function captioned(inner: string, given: string | undefined): string {
  const picture = /^\s*(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? '';
  if (picture === '') return inner;
  const caption = given ?? inner.slice(picture.length).trim();
  return `<figure>${picture.trim()}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
}

function gallery(attrs: ReadonlyMap<string, string>, postId: string, media: MediaLibrary): string {
  const ids = (attrs.get('ids') ?? attrs.get('include') ?? '').split(',').map((id) => id.trim());
  const asked = ids.flatMap((id) => media.get(id) ?? []);
  const own = () => [...media.values()].filter(({ parent }) => parent === postId && parent !== '0');
  const pictures = ids.join('') === '' ? own() : asked;
  return pictures
    .filter(({ url }) => /\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)/i.test(url))
    .map(({ url, title, caption }) => {
      const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(title)}">`;
      return `<figure>${image}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
    })
    .join('');
}

function embedded(url: string): string {
  return /^https?:\/\/\S+$/i.test(url) ? `<p>${link(url)}</p>` : '';
}

const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const token = /<\/?[a-z](?:"[^"<]*"|'[^'<]*'|[^'"<>])*>|[^<]+|</gi;
const blockTag =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|colgroup|col|blockquote|figure|figcaption|pre|hr|section|article|aside|header|footer|main|nav|form|fieldset|address|details|summary|iframe|video|audio|object|script|style|br)\b/i;

// An empty grouping element parts the text around it wherever it stands (body/shape.ts).
const border = '<div></div>';

function addParagraphs(html: string, isBlocks: boolean): string {
  const tokens = html.includes('<!--') ? tokensOf(html) : (html.match(token) ?? []);
  const isBorderAt = (at: number) => tokens[at] === undefined || blockTag.test(tokens[at]);
  let links = 0;
  let kept = 0;
  return tokens
    .map((part, at) => {
      if (part.startsWith('<') && part.length > 1) {
        if (/^<\/?a\b/i.test(part)) links = Math.max(0, links + (part[1] === '/' ? -1 : 1));
        if (/^<\/?(?:pre|script|style|textarea)\b/i.test(part))
          kept = Math.max(0, kept + (part[1] === '/' ? -1 : 1));
        return part;
      }
      if (kept > 0) return part;
      const linked =
        links === 0
          ? part.replace(
              /^([^\S\n]*)(https?:\/\/[^\s<>"]+)([^\S\n]*)$/gm,
              (_, a, url, b) => a + link(url) + b,
            )
          : part;
      if (isBlocks || !part.includes('\n')) return linked;
      let text = linked;
      if (isBorderAt(at - 1)) text = text.replace(/^\s*\n\s*/, '');
      if (isBorderAt(at + 1)) text = text.replace(/\s*\n\s*$/, '');
      return text.replace(/[^\S\n]*\n[^\S\n]*\n\s*/g, border).replace(/[^\S\n]*\n/g, '<br>\n');
    })
    .join('');
}

// Comments by hand: a lazy pattern takes quadratic time on many that are not closed.
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
