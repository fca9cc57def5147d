/** A field's yuan as whole fen, by its digits: `12.5` is 1250 and no float comes near it. */
export type ReadFen = { fen: number | null } | { fault: string };

type Range = { least: number; most: number; name?: string };

/** Fen; what the desk bears. */
const usual: Range = { least: 1, most: 10_000_000 };

/**
 * Reads yuan as a person types them: full-width digits, a ¥ and thousands commas are fine; empty is no price.
 * `least` and `most` are fen, `name` is what the amount is called.
 */
export function readFen(typed: string, { least, most, name = '价格' } = usual): ReadFen {
  const text = typed.normalize('NFKC').replace(/[\s¥,]|元$/g, '');
  if (text === '') return { fen: null };
  const [, yuan = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  if (yuan === '') return { fault: `${name}写成元，最多两位小数，如 18 或 18.50` };
  const fen = Number(yuan + decimals.padEnd(2, '0'));
  if (fen < least) return { fault: `${name}至少 ${writeYuan(least)} 元` };
  return fen > most ? { fault: `${name}最多 ${inTenThousands(most)}元` } : { fen };
}

/** Fen as the field shows them: 1250 is `12.50`, 1800 is `18`. */
export function writeYuan(fen: number | null): string {
  if (fen === null) return '';
  const digits = String(fen).padStart(3, '0');
  const [yuan, decimals] = [digits.slice(0, -2), digits.slice(-2)];
  return decimals === '00' ? yuan : `${yuan}.${decimals}`;
}

/** 10,000,000 fen are `10 万`, 9,990,000 are `99900 `. */
const inTenThousands = (fen: number): string =>
  fen % 1_000_000 === 0 ? `${fen / 1_000_000} 万` : `${writeYuan(fen)} `;
