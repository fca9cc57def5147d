import { isAudioAddress } from '#shared/embeds.ts';
import { maxFormulaLength } from '#shared/text/formula.ts';
import { calloutKinds, calloutLabels } from '#shared/text/markdown-extensions.ts';
import type { Attrs, El } from './tree.ts';

/**
 * `origin` is the portal's own, e.g. `https://guanlan.example`; links to it are internal. `base` is what the addresses of a
 * foreign document are relative to; empty if that is unknown.
 */
export type LinkContext = { origin?: string | undefined; base?: string | undefined };

/**
 * Returns the attributes an element keeps, in a fixed order so that sanitising twice gives the same bytes, or null if
 * the element means nothing without them (a link without a target, a picture without a source).
 */
export function cleanAttrs(el: El, context: LinkContext): Attrs | null {
  const { tag, attrs } = el;
  if (tag === 'a') return linkAttrs(attrs, context);
  if (tag === 'img') return imageAttrs(attrs, context);
  if (tag === 'video' || tag === 'audio') return playerAttrs(el, context);
  if (tag === 'th' || tag === 'td') return cellAttrs(attrs);
  if (tag === 'ol') return listAttrs(attrs);
  if (tag === 'li') return attrs.id && noteId.test(attrs.id) ? { id: attrs.id } : {};
  if (tag === 'sup') return attrs.class === 'fn' ? { class: 'fn' } : {};
  if (tag === 'code')
    return /^language-[\w+#-]{1,30}$/.test(attrs.class ?? '') ? { class: attrs.class ?? '' } : {};
  if (tag === 'span') return attrs.class ? { class: attrs.class } : {};
  return {};
}

/** Keeps only the source of a formula; null if it has none. */
export function formulaAttrs({ 'data-tex': tex = '' }: Attrs): Attrs | null {
  // Line ends are kept, because a line end closes a LaTeX comment.
  const source = tex.trim().slice(0, maxFormulaLength);
  return source === '' ? null : { class: 'math', 'data-tex': source };
}

/** Returns the visible and the spoken label of a callout; null if the box is no callout. */
export function calloutAttrs({ class: className, 'data-callout': kind }: Attrs): Attrs | null {
  const known = calloutKinds.find((one) => one === kind);
  if (className !== 'callout' || !known) return null;
  return { class: 'callout', 'data-callout': known, role: 'note', 'aria-label': calloutLabels[known] };
}

// Footnotes link back and forth (ids fn1, fr1 in the design); any other id could shadow one of the page's own.
const noteId = /^f[nr]\d{1,3}$/;

// Links to stocks led to a search until November 2026; versions of that time still contain such links.
const stockHref = /^\/(?:stock\?code|search\?keyword)=(\d{6}(?:\.(?:SH|SZ|BJ))?)$/;

function linkAttrs(attrs: Attrs, context: LinkContext): Attrs | null {
  const href = cleanUrl(resolveUrl(attrs.href, context), context.origin);
  if (href === null) return null;
  const out: Attrs = {};
  const code = attrs.class === 'stock' ? stockHref.exec(href)?.[1] : undefined;
  if (code !== undefined) out.class = 'stock';
  out.href = code === undefined ? href : `/stock?code=${code}`;
  if (attrs.id && noteId.test(attrs.id)) out.id = attrs.id;
  if (attrs.title) out.title = attrs.title;
  if (attrs['data-size'] && /^\d{1,12}$/.test(attrs['data-size'])) out['data-size'] = attrs['data-size'];
  if (/^https?:/i.test(href)) {
    out.target = '_blank';
    out.rel = 'noopener noreferrer nofollow';
  }
  return out;
}

function imageAttrs(attrs: Attrs, context: LinkContext): Attrs | null {
  const src = cleanUrl(resolveUrl(attrs.src, context), undefined);
  if (src === null || /^(?:mailto|tel):|^#/i.test(src)) return null;
  const out: Attrs = { src, alt: attrs.alt ?? '' };
  if (attrs.title) out.title = attrs.title;
  copySize(attrs, out);
  out.loading = 'lazy';
  out.decoding = 'async';
  return out;
}

function playerAttrs(el: El, context: LinkContext): Attrs | null {
  const { origin } = context;
  const sources = [el.attrs.src, ...el.kids.map((kid) => (typeof kid === 'string' ? '' : kid.attrs.src))];
  // Audio of another site plays, too; nothing is requested from that site before a reader starts it.
  const isAllowed = (url: string | null) =>
    url !== null && (url.startsWith('/') || (el.tag === 'audio' && isAudioAddress(url)));
  const src = sources.map((url) => cleanUrl(resolveUrl(url, context), origin)).find(isAllowed);
  if (!src) return null;
  const out: Attrs = { src, controls: '', preload: src.startsWith('/') ? 'metadata' : 'none' };
  const poster = cleanUrl(resolveUrl(el.attrs.poster, context), origin);
  if (el.tag === 'video' && poster?.startsWith('/')) out.poster = poster;
  if (el.tag === 'video') copySize(el.attrs, out);
  return out;
}

function cellAttrs(attrs: Attrs): Attrs {
  const out: Attrs = {};
  for (const name of ['colspan', 'rowspan']) {
    const span = Number(attrs[name]);
    // A browser builds the whole grid, so a span of 60,000 is an attack.
    if (Number.isInteger(span) && span > 1 && span <= 100) out[name] = String(span);
  }
  if (attrs.scope && /^(?:col|row|colgroup|rowgroup)$/.test(attrs.scope)) out.scope = attrs.scope;
  const classes = (attrs.class ?? '').split(/\s+/).filter((name) => /^(?:num|rise|fall)$/.test(name));
  if (classes.length > 0) out.class = [...new Set(classes)].join(' ');
  return out;
}

function listAttrs(attrs: Attrs): Attrs {
  const out: Attrs = {};
  if (attrs.start && /^-?\d{1,6}$/.test(attrs.start)) out.start = attrs.start;
  if (attrs.reversed !== undefined) out.reversed = '';
  if (attrs.type && /^[aAiI]$/.test(attrs.type)) out.type = attrs.type;
  // 一、 and （一）, which `type` cannot say (ui/article/prose.module.css).
  else if (/^han(?:-paren)?$/.test(attrs.class ?? '')) out.class = attrs.class ?? '';
  return out;
}

function copySize(attrs: Attrs, out: Attrs): void {
  for (const name of ['width', 'height']) {
    const value = attrs[name];
    if (value && /^[1-9]\d{0,4}$/.test(value)) out[name] = value;
  }
}

/** Returns an address of a foreign document as that document means it; undefined if it is relative to nothing known. */
function resolveUrl(url: string | undefined, { base }: LinkContext): string | undefined {
  if (base === undefined || url === undefined || /^\s*(?:[a-z][a-z0-9+.-]*:|#|[\\/]{2})/i.test(url))
    return url;
  return URL.parse(url.trim(), base)?.href;
}

/**
 * Returns an address that a body may contain, or null: http, https, mailto, tel or relative. An address that browsers
 * resolve to another host (`//`, `\\`, mixtures, control characters inside) is written out as an absolute one.
 */
export function cleanUrl(url: string | undefined, origin: string | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses, so must we
  const bare = url?.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/g, '').trim();
  if (!bare || bare.length > 2_000) return null;
  if (/^[\\/]{2}/.test(bare)) {
    const host = bare.replace(/^[\\/]+/, '');
    return host ? `https://${host}` : null;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(bare)?.[1]?.toLowerCase();
  if (!scheme) return /^[^/?#]*:/.test(bare) ? null : bare;
  if (!/^(?:https?|mailto|tel)$/.test(scheme)) return null;
  if (origin && bare.toLowerCase().startsWith(`${origin.toLowerCase()}/`)) return bare.slice(origin.length);
  return bare;
}

/** Returns an address that works outside the site; undefined for an anchor in the page and for other schemes. */
export function absoluteUrl(address: string, site: string): string | undefined {
  if (/^(https?|mailto):/i.test(address)) return address;
  return /^\/(?![/\\])/.test(address) ? site + address : undefined;
}
