import type { Context, Database, Trx } from '#kernel/context.ts';
import { limitsBy, ruleOn, type TradeRule } from '../../rules/trade-rules.ts';
import { readTables } from '../securities.ts';
import { listDividendsOn, listListedDays } from './generator-queries.ts';
import type { Standing } from './plan-day.ts';
import { inventedCompanies } from './securities.ts';
import { exDividend } from './walk.ts';

/** What a day begins with, by code: last closes, dividends of the day, and how many trade days a listing has had. */
export type Morning = {
  closes: ReadonlyMap<string, number>;
  dividends: ReadonlyMap<string, { cash_per_ten: number; bonus_per_ten: number }>;
  listedDays: ReadonlyMap<string, number>;
};

/** What the invented securities may do on a day, by the exchanges' rules. */
export const standingsBy = (
  rules: readonly TradeRule[],
  day: string,
  { closes, dividends, listedDays }: Morning,
): Standing[] =>
  inventedCompanies.flatMap((company) => {
    const { code, board, isSt } = company;
    const listed = listedDays.get(code) ?? Number.POSITIVE_INFINITY;
    if (listed <= 0) return [];
    const rule = ruleOn(rules, board, isSt, day);
    const close = closes.get(code) ?? company.price;
    const paid = dividends.get(code);
    const previousClose = paid ? exDividend(close, paid, rule.tick) : close;
    return [{ company, previousClose, limits: limitsBy(rule, previousClose, listed), tick: rule.tick }];
  });

/** The same with what is known. @param closes their last ones, by code */
export async function standingsOn(
  ctx: Context,
  db: Database | Trx,
  day: string,
  closes: ReadonlyMap<string, number>,
): Promise<Standing[]> {
  const { trade } = await readTables(ctx);
  const [dividends, listedDays] = [await listDividendsOn(db, day), await listListedDays(db, day)];
  return standingsBy(trade, day, { closes, dividends, listedDays });
}
