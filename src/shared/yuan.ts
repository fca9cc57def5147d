import { readDecimal, withoutCurrency } from './read-decimal.ts';

export type ReadFen = { fen: number | null } | { fault: string };

type Range = { min: number; max: number; name?: string };

/** In fen; the range that the back office accepts. */
const defaultRange: Range = { min: 1, max: 10_000_000 };

/** Returns an amount in yuan as people write it (`18`, `¥1,280.5`, `９.９元`) in fen; null for what is plainly no amount. */
export const readYuan = (typed: string): number | null => readDecimal(withoutCurrency(typed), { places: 2 });

/** Reads yuan from an input field; an empty input is null. `min` and `max` are fen, `name` is the label of the amount. */
export function readFen(typed: string, { min, max, name = '价格' } = defaultRange): ReadFen {
  if (typed.trim() === '') return { fen: null };
  const fen = readYuan(typed);
  if (fen === null) return { fault: `${name}${yuanFault(typed)}` };
  if (fen < min) return { fault: `${name}至少 ${writeYuan(min)} 元` };
  return fen > max ? { fault: `${name}最多 ${inTenThousands(max)}元` } : { fen };
}

/** Says how to write an amount that `readYuan` refused. */
export const yuanFault = (typed: string): string =>
  `写成元，最多两位小数，如 18 或 18.50${/[,，。、\s]/.test(typed.trim()) ? '；小数点写成英文句点，逗号只能隔开千位，如 1,999' : ''}`;

/** Formats fen for an input field: 1250 is `12.50`, 1800 is `18`. */
export function writeYuan(fen: number | null): string {
  if (fen === null) return '';
  const digits = String(fen).padStart(3, '0');
  const [yuan, decimals] = [digits.slice(0, -2), digits.slice(-2)];
  return decimals === '00' ? yuan : `${yuan}.${decimals}`;
}

/** Formats whole yuan: 10,000,000 fen are `10 万`, 9,990,000 are `99900 `. */
const inTenThousands = (fen: number): string =>
  fen % 1_000_000 === 0 ? `${fen / 1_000_000} 万` : `${writeYuan(fen)} `;
