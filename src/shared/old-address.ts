import { decodeEscapes, escapeRun } from './escapes.ts';

/** An address without its host, in the one spelling that redirects are stored and looked up in. */
export type OldAddress = { path: string; query: string };

/** Maximum length of an address that can be redirected. */
export const maxAddressLength = 2000;
/** Maximum length of a pattern without its `*`; it bounds the patterns that can match an address. */
export const maxPrefixLength = 200;

/**
 * Reads path and query of an address that begins with `/`, as a browser would send it.
 * @returns null for text that is no address
 */
export function readAddress(address: string): OldAddress | null {
  const url = address.startsWith('/') ? URL.parse(`http://site.invalid${address.toWellFormed()}`) : null;
  return url && addressOf(url);
}

export const addressOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): OldAddress => ({
  path: normalisePath(pathname),
  query: normaliseEscapes(search.slice(1)),
});

export const writeAddress = ({ path, query }: OldAddress): string =>
  query === '' ? path : `${path}?${query}`;

/**
 * Returns a path in one spelling: without repeated and trailing slashes, with UTF-8 and GBK decoded. Keeps the case.
 * Signs that would change the meaning stay escaped, among them `*`, so that no request can spell a pattern.
 */
export function normalisePath(path: string): string {
  const joined = normaliseEscapes(path).replace(/\/+/g, '/').replace(/\/$/, '');
  return joined.startsWith('/') ? joined : `/${joined}`;
}

const escapesOrSigns = new RegExp(`(${escapeRun.source})|[%*\\\\\\s\\p{Cc}]`, 'giu');
const escapedSigns = /[%*\\\s\p{Cc}/?#&=+]/gu;
const escapeSign = (sign: string): string => (sign === '*' ? '%2A' : encodeURIComponent(sign));

const normaliseEscapes = (text: string): string =>
  text.replace(escapesOrSigns, (sign, run?: string) =>
    run === undefined ? escapeSign(sign) : decodeRun(run),
  );

/** Bytes that are no text stay escaped. */
function decodeRun(run: string): string {
  const text = decodeEscapes(run);
  if (text !== null) return text.replace(escapedSigns, escapeSign);
  return run.replace(/%[0-9a-f]{2}|\\/gi, (part) => (part === '\\' ? '%5C' : part.toUpperCase()));
}

export const isPattern = (source: string): boolean => source.endsWith('*');

/** WordPress names a scaled picture after its original: `a-300x200.jpg`. */
const scaledPicture = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.(?:png|jpe?g|gif|webp|avif)$)/i;

/** Returns the paths of pictures of which this one may be a smaller copy: an original, which may be scaled down itself. */
export function originalsOf(path: string): string[] {
  if (!scaledPicture.test(path)) return [];
  return ['', '-scaled'].map((name) => path.replace(scaledPicture, name)).filter((one) => one !== path);
}

/**
 * Returns the sources that match an address, the one that wins first: the address with its query, the address alone, a picture
 * of which it is a smaller copy, then patterns, the longest first. The home page matches only with a query.
 */
export function candidatesOf({ path, query }: OldAddress): string[] {
  const exact = queriesOf(query).map((one) => writeAddress({ path, query: one }));
  if (path === '/') return exact;
  const lengths = Array.from({ length: Math.min(path.length, maxPrefixLength) - 1 }, (_, at) => at + 2);
  const patterns = lengths.reverse().map((length) => `${path.slice(0, length)}*`);
  return [
    ...exact,
    path,
    ...originalsOf(path),
    ...(path.length < maxPrefixLength ? [`${path}/*`] : []),
    ...patterns,
  ];
}

/** Parameters of WordPress that name a post, a page or a category. */
const wordPressParameter = /(?:^|&)((?:p|page_id|cat)=\d{1,20})(?=&|$)/;

/** Returns the WordPress parameter of a query, to which apps add their own (`?p=568&from=timeline`); else ''. */
export const wordPressQuery = (query: string): string => wordPressParameter.exec(query)?.[1] ?? '';

/** What WeChat and other apps add to the address of a page that is shared, and campaigns to that of a link. */
const appParameter =
  /^(?:from|isappinstalled|scene|subscene|ascene|clicktime|enterid|nsukey|wxshare_count|utm_\w+|spm|bd_vid|qhclickid|gclid|fbclid|msclkid)(?:=|$)/i;

const withoutAppParameters = (query: string): string =>
  query
    .split('&')
    .filter((parameter) => !appParameter.test(parameter))
    .join('&');

const queriesOf = (query: string): string[] =>
  [...new Set([query, withoutAppParameters(query), wordPressQuery(query)])].filter((one) => one !== '');

/**
 * Returns where a redirect leads for this path. The rest of a pattern replaces the `*` of the target and never changes
 * its host.
 */
export function locationOf({ source, target }: { source: string; target: string }, path: string): string {
  const [before = '', after] = target.split('*', 2);
  if (after === undefined) return toLocation(target);
  // A source that was stored before GBK was decoded is longer than what it matches.
  const rest = isPattern(source) ? path.slice(normaliseEscapes(source.slice(0, -1)).length) : '';
  if (before.includes('?')) return toLocation(before + encodeURIComponent(decodeText(rest)) + after);
  return toLocation(before + (before.endsWith('/') ? rest.replace(/^\//, '') : rest) + after);
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a target as an ASCII header value. A path of this site never begins with `//`, which would name a host. */
function toLocation(target: string): string {
  if (!target.startsWith('/')) return URL.parse(target)?.href ?? '/';
  const url = URL.parse(`http://site.invalid${target}`);
  return url ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : '/';
}
