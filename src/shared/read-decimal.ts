import { foldWidth } from './fold-width.ts';

/** In UTF-16 code units; a longer text is no number, and is not searched for one. */
const maxLength = 60;

type Limits = {
  /** Decimals that the unit has: 2 for yuan in fen. */
  places: number;
  /** Digits before the point. */
  maxDigits?: number;
};

/**
 * Reads a typed number by its digits, never through a float: `10.5` with two places is 1050. This is the only reader of
 * typed amounts, prices and counts. Refuses whatever does not say plainly which number it is: a comma that does not
 * separate thousands, a space between digits, a leading zero, an exponent, a sign, more decimals than `places`.
 * @returns the number in units of its last place, or null
 */
export function readDecimal(typed: string, { places, maxDigits = 9 }: Limits): number | null {
  if (typed.length > maxLength) return null;
  const text = foldWidth(typed).trim();
  const [, whole = '', decimals = ''] =
    /^(0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const digits = whole.replaceAll(',', '');
  const significant = decimals.replace(/0+$/, '');
  if (digits === '' || digits.length > maxDigits || significant.length > places) return null;
  // With three decimals 1,280 is one thousand or, with a slip of the finger, 1.280.
  if (places === 3 && decimals === '' && /^\d{1,3},\d{3}$/.test(whole)) return null;
  const units = Number(digits + significant.padEnd(places, '0'));
  return Number.isSafeInteger(units) ? units : null;
}

/** Removes what people write around an amount of money: `¥` before it, `元` after it. */
export const withoutCurrency = (typed: string): string =>
  typed.length > maxLength
    ? typed
    : foldWidth(typed)
        .trim()
        .replace(/^(?:¥|rmb|cny)\s*/i, '')
        .replace(/\s*元$/, '');
