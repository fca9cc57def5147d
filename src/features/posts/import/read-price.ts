import { foldWidth } from '#shared/fold-width.ts';

/** ¥100,000; a higher price is a typing error. */
export const maxPrice = 10_000_000;

/** Returns a whole number of fen, or null. */
export function readWholeFen(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  const plain = typeof value === 'string' ? foldWidth(value).trim() : '';
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null;
}
