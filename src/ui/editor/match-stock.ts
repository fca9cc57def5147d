/**
 * Finds the name, code or pinyin of a stock that is being typed after `$` at the end of a text, also after ￥, which Chinese input
 * methods type with the same key. An amount is none: digits count as a code from the fourth on, and `US$`, `$1,000` and
 * formulas do not.
 */
export function matchStock(before: string): { text: string; query: string } | undefined {
  const found = /(?:^|[^\p{L}\p{N}$＄￥¥]|\p{sc=Han})([$＄￥¥]([\p{sc=Han}a-zA-Z\d*]{1,20}))$/u.exec(before);
  const [, text = '', query = ''] = found ?? [];
  if (query === '' || (/^\d/.test(query) && !/^\d{4,6}$/.test(query))) return undefined;
  return { text, query };
}
