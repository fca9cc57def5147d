/*
 * Formats prices, money and shares by the conventions of the Chinese market. Prices are whole 厘 (0.001 yuan), money is
 * whole fen, ratios are millionths (ppm). A fall has a minus sign (U+2212) and a rise a plus sign, so colour is never
 * the only signal. Avoids Intl, because server and browser must produce the same characters.
 */

import { readDecimal, withoutCurrency } from './read-decimal.ts';

/** Rises are red, falls green (`rise` and `fall` of base.css). */
export type Tone = 'rise' | 'fall' | 'flat';

export const toneOf = (value: number | null): Tone =>
  value === null || value === 0 ? 'flat' : value > 0 ? 'rise' : 'fall';

/** Returns the tone of a return as `writeReturn` shows it: a return that rounds to zero is flat. */
export const toneOfReturn = (ppm: number | null): Tone => toneOf(ppm === null ? null : Math.round(ppm / 100));

/** Shown in place of a missing number. */
export const noFigure = '—';

/** Formats a price in yuan: 10_500 is `10.50`, or `10.500` if the tick is finer than a fen; null is a dash. */
export function writePrice(price: number | null, tick = 10): string {
  if (price === null) return noFigure;
  const digits = String(Math.abs(price)).padStart(4, '0');
  const decimals = digits.slice(-3);
  const isFine = tick % 10 !== 0 || !decimals.endsWith('0');
  return `${minus(price)}${digits.slice(0, -3)}.${isFine ? decimals : decimals.slice(0, 2)}`;
}

/** Formats a price change: `+0.35`, `−1.20`, `0.00`. */
export function writeMove(price: number | null, tick = 10): string {
  return price !== null && price > 0 ? `+${writePrice(price, tick)}` : writePrice(price, tick);
}

/**
 * Parses a typed price in yuan with at most three decimals.
 * @returns the price in 厘, null for an empty input, or a Chinese error message
 */
export function readPrice(typed: string): { price: number | null } | { fault: string } {
  if (typed.trim() === '') return { price: null };
  const price = readDecimal(withoutCurrency(typed), { places: 3, maxDigits: 6 });
  if (price === null) return { fault: '价格写成元，最多三位小数，如 10.50' };
  return price > 0 ? { price } : { fault: '价格应大于 0' };
}

/** Formats an amount in yuan with fen: `1,234,567.80`, `−18.50`. */
export function writeMoney(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${minus(fen)}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** Formats a gain or loss in yuan: `+1,200.00`, `−18.50`, `0.00`. */
export const writeGain = (fen: number): string => (fen > 0 ? `+${writeMoney(fen)}` : writeMoney(fen));

/** Formats a ratio as a percentage with two decimals: 123_456 is `12.35%`; null is a dash. */
export function writeShare(ppm: number | null): string {
  if (ppm === null) return noFigure;
  const digits = String(Math.round(Math.abs(ppm) / 100)).padStart(3, '0');
  const isNothing = Number(digits) === 0;
  return `${isNothing ? '' : minus(ppm)}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}%`;
}

/** Formats a return: `+1.23%`, `−0.45%`, `0.00%`. */
export const writeReturn = (ppm: number | null): string =>
  ppm !== null && Math.round(ppm / 100) > 0 ? `+${writeShare(ppm)}` : writeShare(ppm);

/** Returns the relative change from `before` to `now` in ppm; null if either is unknown. */
export function changeOf(now: number | null, before: number | null): number | null {
  return now === null || !before ? null : Math.round(((now - before) * 1_000_000) / before);
}

/** Formats a number of shares in lots of a hundred: `852 手`, `1.26 万手`, `3.05 亿手`. */
export const writeVolume = (shares: number): string => `${inUnits(Math.floor(shares / 100))}手`;

/** Formats a turnover in yuan, abbreviated: `8,520 元`, `126.05 万元`, `3.05 亿元`. */
export const writeTurnover = (fen: number): string => `${inUnits(Math.floor(fen / 100))}元`;

const wan = 10_000;
const yi = 100_000_000;

function inUnits(whole: number): string {
  if (whole < wan) return `${grouped(String(whole))} `;
  const [unit, word] = whole < yi ? [wan, '万'] : [yi, '亿'];
  const hundredths = Math.floor((whole * 100) / unit);
  return `${grouped(String(Math.floor(hundredths / 100)))}.${String(hundredths % 100).padStart(2, '0')} ${word}`;
}

const minus = (value: number): string => (value < 0 ? '−' : '');
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');
