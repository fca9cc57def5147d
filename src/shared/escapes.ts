/**
 * Percent escapes in a row. The second byte of a GBK character may be an ASCII sign from 0x40 on, which old sites left
 * unescaped: 镕 is `%E9F`.
 */
export const escapeRun = /(?:%[89a-f][0-9a-f][@-~]?|%[0-7][0-9a-f])+/gi;

const gbk = new TextDecoder('gbk', { fatal: true });

/** Returns the text of a run of escapes, which are UTF-8 or else GBK; null for bytes that are neither. */
export function decodeEscapes(run: string): string | null {
  try {
    return decodeURIComponent(run);
  } catch {
    return decodeGbk(run);
  }
}

function decodeGbk(run: string): string | null {
  const units = run.match(/%[0-9a-f]{2}|[^%]/gi) ?? [];
  const bytes = units.map((unit) =>
    unit.length === 3 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0),
  );
  try {
    return gbk.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

/**
 * Returns a request's address with a path that decodes as UTF-8 and has no NUL, so that no layer behind refuses it: GBK
 * becomes UTF-8, and what is no escape or neither of both stays visible behind an escaped `%`. Leaves the query as it is.
 */
export function toDecodable(address: string): string {
  const end = address.search(/[?#]/);
  const path = end < 0 ? address : address.slice(0, end);
  if (!path.includes('%')) return address;
  const decodable = path
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(escapeRun, toUtf8)
    .replaceAll('%00', '%EF%BF%BD');
  return end < 0 ? decodable : decodable + address.slice(end);
}

/** Escapes bytes that a client sent as they are, each read as a character. */
export const escapeRawBytes = (address: string): string =>
  address.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

function toUtf8(run: string): string {
  try {
    decodeURIComponent(run);
    return run;
  } catch {
    const text = decodeGbk(run);
    return text === null ? run.replaceAll('%', '%25') : encodeURIComponent(text);
  }
}
