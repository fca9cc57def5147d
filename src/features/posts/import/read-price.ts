/** ¥100,000; a higher price is a typing error. */
export const maxPrice = 10_000_000;

/**
 * Converts an amount in yuan as people write it (`18`, `¥1,280.5`, `９.９元`) to fen by its digits, never through a float.
 * Returns null if it is no amount or finer than a fen.
 */
export function yuanToFen(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/^\s*(?:[¥￥]|rmb|cny)?\s*|\s*元?\s*$/gi, '');
  const match = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2})0*)?$/.exec(plain);
  if (!match) return null;
  const [, whole = '', rest = ''] = match;
  return Number(whole.replaceAll(',', '') + rest.padEnd(2, '0'));
}

/** Returns a whole number of fen, or null. */
export function readFen(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  const plain = typeof value === 'string' ? value.normalize('NFKC').trim() : '';
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null;
}
