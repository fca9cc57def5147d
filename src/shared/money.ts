import { readDecimal } from './read-decimal.ts';

/**
 * Formats a price: ¥18, ¥18.50, ¥1,280. `fen` is a whole number of fen (docs/product.md §14); a negative or non-integer
 * one becomes ¥0, since no price is below it.
 */
export function formatFen(fen: number): string {
  const whole = Number.isFinite(fen) && fen > 0 ? Math.floor(fen) : 0;
  const yuan = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = whole % 100;
  return rest === 0 ? `¥${yuan}` : `¥${yuan}.${String(rest).padStart(2, '0')}`;
}

/** Formats fen of a ledger, where a negative amount is owed or spent: `-¥18.50`. */
export const signedFen = (fen: number): string => (fen < 0 ? `-${formatFen(-fen)}` : formatFen(fen));

/** Formats fen as payment gateways write yuan: `18.50`. */
export function fenToYuan(fen: number): string {
  const digits = String(fen).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Formats fen of a ledger as yuan for a table: `-18.50`. */
export const signedYuan = (fen: number): string => (fen < 0 ? `-${fenToYuan(-fen)}` : fenToYuan(fen));

/** Parses yuan as gateways write them (`18.5`, `-0.01`) into fen without the sign. */
export const yuanToFen = (yuan: string): number | null =>
  readDecimal(yuan.trim().replace(/^-(?=\d)/, ''), { places: 2 });
