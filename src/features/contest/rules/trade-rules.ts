import type { Limits } from './prices.ts';
import { limitsOf } from './prices.ts';

export type Board = 'main' | 'chinext' | 'star' | 'bse';

/** What holds for a board from a day on; rows of a table, since exchanges change them. */
export type TradeRule = {
  board: Board;
  isSt: boolean;
  validFrom: string;
  /** The fewest shares of a purchase, by how many more it grows, and the most of any order. */
  lotLeast: number;
  lotStep: number;
  lotMost: number;
  /** In hundredths of a percent; null is no limit. */
  limitBp: number | null;
  /** So many trade days from the listing have no limit. */
  freeDays: number;
  /** In 厘. */
  tick: number;
};

/**
 * The rule of a board on a day.
 * @throws Error when the table has none: a board without rules cannot be traded
 */
export function ruleOn(rules: readonly TradeRule[], board: Board, isSt: boolean, day: string): TradeRule {
  const held = rules.filter((rule) => rule.board === board && rule.isSt === isSt && rule.validFrom <= day);
  const last = held.reduce<TradeRule | undefined>(
    (newest, rule) => (newest && newest.validFrom > rule.validFrom ? newest : rule),
    undefined,
  );
  if (!last) throw new Error(`no trade rule for ${board}${isSt ? ' ST' : ''} on ${day}`);
  return last;
}

/** @param tradeDays how many trade days the security has been listed, the day itself included */
export const limitsBy = (rule: TradeRule, previousClose: number, tradeDays: number): Limits | null =>
  limitsOf(previousClose, tradeDays <= rule.freeDays ? null : rule.limitBp, rule.tick);

/** Why so many shares cannot be bought at once; null where they can. */
export function refuseBoughtLot(rule: TradeRule, quantity: number): string | null {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return '数量（quantity）应为正整数';
  if (quantity > rule.lotMost) return `数量（quantity）过大，一笔最多 ${rule.lotMost} 股`;
  if (quantity >= rule.lotLeast && (quantity - rule.lotLeast) % rule.lotStep === 0) return null;
  return rule.lotStep === 1
    ? `数量（quantity）至少 ${rule.lotLeast} 股，之后按 1 股递增`
    : `数量（quantity）应为 ${rule.lotStep} 股的整数倍`;
}

/** Why so many of `sellable` shares cannot be sold at once; what is less than a lot goes in one piece. */
export function refuseSoldLot(rule: TradeRule, quantity: number, sellable: number): string | null {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return '数量（quantity）应为正整数';
  if (quantity > rule.lotMost) return `数量（quantity）过大，一笔最多 ${rule.lotMost} 股`;
  if (quantity > sellable) return `可卖数量不足，现在最多能卖 ${sellable} 股`;
  if (rule.lotStep === 1)
    return quantity >= rule.lotLeast || quantity === sellable
      ? null
      : `不足 ${rule.lotLeast} 股的部分要一次卖出，现在可卖 ${sellable} 股`;
  const odd = quantity % rule.lotStep;
  return odd === 0 || odd === sellable % rule.lotStep
    ? null
    : `卖出数量（quantity）应为 ${rule.lotStep} 股的整数倍，零股要一次卖出`;
}
