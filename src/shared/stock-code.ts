import { foldWidth } from './fold-width.ts';

/** The numbers that each exchange gives to what is traded there; a number outside of them has no home. */
const numbersByMarket: readonly (readonly [market: string, numbers: RegExp])[] = [
  ['SH', /^(?:6|900|5|11[0138])/],
  ['SZ', /^(?:00[0-4]|30|200|1[568]|12[378]|399)/],
  ['BJ', /^(?:43|8[378]|92|899)/],
];

const marketPattern = '(SH|SZ|BJ|SS)';
const withMarket = new RegExp(`^(?:${marketPattern}[:.]?)?(\\d{6})(?:[:.]${marketPattern})?$`);

/**
 * Returns the codes that a typed code may have in a table, the most exact first: `SZ300750` is 300750.SZ or 300750.
 * 000001.SH is the index of Shanghai and never 000001, a bank in Shenzhen: the market is dropped only where the number
 * belongs to it. Another text is itself in upper case; leading zeros stay.
 */
export function stockCodeForms(typed: string): [string, ...string[]] {
  const text = foldWidth(typed).trim().toUpperCase().replace(/^'/, '');
  const [, before, code = '', after] = withMarket.exec(text) ?? [];
  const market = (before ?? after)?.replace('SS', 'SH');
  if (code === '') return [text];
  if (market === undefined) return [code];
  const isHome = numbersByMarket.some(([home, numbers]) => home === market && numbers.test(code));
  // Two markets that differ name no security.
  const isClear = before === undefined || after === undefined || before === after;
  return isHome && isClear ? [`${code}.${market}`, code] : [isClear ? `${code}.${market}` : text];
}

/** Reduces `SH600000`, `sh:600000`, `600000.SH` and full-width forms to 600000, and SH000001 to 000001.SH. */
export const plainStockCode = (typed: string): string => stockCodeForms(typed).at(-1) ?? '';

/**
 * Whether a text may be the code of a security: six digits, also with the market; five of Hong Kong; letters with
 * digits, as abroad and for futures (AAPL, IF2412, 7203.T). `1`, `519` and `300750.0` are what spreadsheets make of codes.
 */
export const isStockCode = (text: string): boolean =>
  /^(?:\d{6}(?:\.(?:SH|SZ|BJ))?|[08]\d{4})$/.test(text) ||
  (text.length <= 12 &&
    /^(?:(?!(?:SH|SZ|BJ|SS)\d)[A-Z][0-9A-Z]*|\d{1,6}(?=\.))(?:\.(?!(?:SH|SZ|BJ|SS)$)[A-Z]{1,4})?$/.test(
      text,
    ));
