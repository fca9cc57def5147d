import iconv from 'iconv-lite';
import type { OldAddress } from '#shared/old-address.ts';

/**
 * Returns an address as redirects were stored before GBK was decoded: with its bytes escaped. Null if it has no such
 * spelling of its own.
 */
export function gbkSpelling({ path, query }: OldAddress): OldAddress | null {
  const spelled = { path: escapeGbk(path), query: escapeGbk(query) };
  return spelled.path === path && spelled.query === query ? null : spelled;
}

const escapeGbk = (text: string): string =>
  text.replace(/[^\0-\x7f]+/g, (run) => {
    const bytes = iconv.encode(run, 'gbk');
    if (iconv.decode(bytes, 'gbk') !== run) return run;
    // The second byte of a character may be a letter, which no escape was needed for.
    return bytes
      .toString('latin1')
      .replace(/[^\0-\x7f]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  });
