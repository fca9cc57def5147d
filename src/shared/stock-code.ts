/**
 * Reduces `SH600000`, `sh:600000`, `600000.SH` and full-width forms to 600000. Another text becomes upper case; leading
 * zeros stay.
 */
export function plainStockCode(typed: string): string {
  const text = typed.normalize('NFKC').trim().toUpperCase();
  return /^(?:SH|SZ|BJ|SS)?[:.]?(\d{6})(?:[:.](?:SH|SZ|BJ|SS))?$/.exec(text)?.[1] ?? text;
}

/** Whether a text may be the code of a security: six digits, or what an operator's table uses instead. */
export const isStockCode = (text: string): boolean => /^[0-9A-Z.]{1,12}$/.test(text);
