import type { Limits } from './prices.ts';
import { priceLimitsOf } from './prices.ts';

export type Board = 'main' | 'chinext' | 'star' | 'bse';

/** The rule of a board from a day on. Rules are table rows, since exchanges change them. */
export type TradeRule = {
  board: Board;
  isSt: boolean;
  validFrom: string;
  /** The minimum of a purchase, its step, and the maximum of any order, in shares. */
  lotLeast: number;
  lotStep: number;
  lotMost: number;
  /** In basis points; null is no limit. */
  limitBp: number | null;
  /** Number of trade days after the listing without a limit. */
  freeDays: number;
  /** In 厘. */
  tick: number;
};

/**
 * Returns the rule of a board on a day.
 * @throws Error if the table has none: a board without rules cannot be traded
 */
export function ruleOn(rules: readonly TradeRule[], board: Board, isSt: boolean, day: string): TradeRule {
  const inForce = rules.filter((rule) => rule.board === board && rule.isSt === isSt && rule.validFrom <= day);
  const newestRule = inForce.reduce<TradeRule | undefined>(
    (newest, rule) => (newest && newest.validFrom > rule.validFrom ? newest : rule),
    undefined,
  );
  if (!newestRule) throw new Error(`no trade rule for ${board}${isSt ? ' ST' : ''} on ${day}`);
  return newestRule;
}

/** @param tradeDays trade days since the listing, the day itself included */
export const priceLimitsByRule = (rule: TradeRule, previousClose: number, tradeDays: number): Limits | null =>
  priceLimitsOf(previousClose, tradeDays <= rule.freeDays ? null : rule.limitBp, rule.tick);

/** Returns why a purchase of this many shares is refused, or null. */
export function purchaseLotRefusal(rule: TradeRule, quantity: number): string | null {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return '数量应为正整数';
  if (quantity > rule.lotMost) return `数量过大，一笔最多 ${rule.lotMost} 股`;
  if (quantity >= rule.lotLeast && (quantity - rule.lotLeast) % rule.lotStep === 0) return null;
  return rule.lotStep === 1
    ? `数量至少 ${rule.lotLeast} 股，之后按 1 股递增`
    : `数量应为 ${rule.lotStep} 股的整数倍`;
}

/** Returns why a sale of this many of the `sellable` shares is refused, or null; an odd lot must be sold as a whole. */
export function saleLotRefusal(rule: TradeRule, quantity: number, sellable: number): string | null {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return '数量应为正整数';
  if (quantity > rule.lotMost) return `数量过大，一笔最多 ${rule.lotMost} 股`;
  if (quantity > sellable) return `可卖数量不足，现在最多能卖 ${sellable} 股`;
  if (rule.lotStep === 1)
    return quantity >= rule.lotLeast || quantity === sellable
      ? null
      : `不足 ${rule.lotLeast} 股的部分要一次卖出，现在可卖 ${sellable} 股`;
  const oddShares = quantity % rule.lotStep;
  return oddShares === 0 || oddShares === sellable % rule.lotStep
    ? null
    : `卖出数量应为 ${rule.lotStep} 股的整数倍，零股要一次卖出`;
}
