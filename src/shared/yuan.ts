/** Yuan from an input field as whole fen, computed by digits, never through a float: `12.5` is 1250. */
export type ReadFen = { fen: number | null } | { fault: string };

type Range = { min: number; max: number; name?: string };

/** In fen; the range that the back office accepts. */
const defaultRange: Range = { min: 1, max: 10_000_000 };

/**
 * Parses typed yuan; accepts full-width digits, ¥ and thousands separators; an empty input is null. `min` and `max` are
 * fen, `name` is the label of the amount.
 */
export function readFen(typed: string, { min, max, name = '价格' } = defaultRange): ReadFen {
  const text = typed.normalize('NFKC').replace(/[\s¥,]|元$/g, '');
  if (text === '') return { fen: null };
  const [, yuan = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  if (yuan === '') return { fault: `${name}写成元，最多两位小数，如 18 或 18.50` };
  const fen = Number(yuan + decimals.padEnd(2, '0'));
  if (fen < min) return { fault: `${name}至少 ${writeYuan(min)} 元` };
  return fen > max ? { fault: `${name}最多 ${inTenThousands(max)}元` } : { fen };
}

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
