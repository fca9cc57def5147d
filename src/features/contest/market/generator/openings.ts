import type { Context, Database, Trx } from '#kernel/context.ts';
import { priceLimitsByRule, ruleOn, type TradeRule } from '../../rules/trade-rules.ts';
import { readExchangeRules } from '../securities.ts';
import { countListedDays, listDividendsOn } from './generator-queries.ts';
import { inventedCompanies } from './invented-securities.ts';
import type { SecurityOpening } from './plan-day.ts';
import { exDividendPrice } from './random-walk.ts';

/** The inputs of a day by code: last closes, dividends of the day, and the number of trade days since listing. */
export type OpeningData = {
  closes: ReadonlyMap<string, number>;
  dividends: ReadonlyMap<string, { cash_per_ten: number; bonus_per_ten: number }>;
  listedDays: ReadonlyMap<string, number>;
};

/** Returns the opening state and price limits of the invented securities on a day, by the exchange rules. */
export const openingsByRules = (
  rules: readonly TradeRule[],
  day: string,
  { closes, dividends, listedDays }: OpeningData,
): SecurityOpening[] =>
  inventedCompanies.flatMap((company) => {
    const { code, board, isSt } = company;
    const daysListed = listedDays.get(code) ?? Number.POSITIVE_INFINITY;
    if (daysListed <= 0) return [];
    const rule = ruleOn(rules, board, isSt, day);
    const close = closes.get(code) ?? company.price;
    const dividend = dividends.get(code);
    const previousClose = dividend ? exDividendPrice(close, dividend, rule.tick) : close;
    return [
      { company, previousClose, limits: priceLimitsByRule(rule, previousClose, daysListed), tick: rule.tick },
    ];
  });

/** Loads rules, dividends and listing days, and returns the openings of a day. @param closes the last closes by code */
export async function readOpenings(
  ctx: Context,
  db: Database | Trx,
  day: string,
  closes: ReadonlyMap<string, number>,
): Promise<SecurityOpening[]> {
  const { trade } = await readExchangeRules(ctx);
  const [dividends, listedDays] = [await listDividendsOn(db, day), await countListedDays(db, day)];
  return openingsByRules(trade, day, { closes, dividends, listedDays });
}
