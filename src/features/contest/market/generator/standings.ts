import type { Context, Database, Trx } from '#kernel/context.ts';
import { limitsBy, ruleOn } from '../../rules/trade-rules.ts';
import { readTables } from '../securities.ts';
import { listDividendsOn, listListedDays } from './generator-queries.ts';
import type { Standing } from './plan-day.ts';
import { inventedCompanies } from './securities.ts';
import { exDividend } from './walk.ts';

/** What the invented securities may do on a day, by the exchanges' rules. @param closes their last ones, by code */
export async function standingsOn(
  ctx: Context,
  db: Database | Trx,
  day: string,
  closes: ReadonlyMap<string, number>,
): Promise<Standing[]> {
  const [{ trade }, dividends, listed] = [
    await readTables(ctx),
    await listDividendsOn(db, day),
    await listListedDays(db, day),
  ];
  return inventedCompanies.flatMap((company) => {
    const { code, board, isSt } = company;
    const listedDays = listed.get(code);
    if (listedDays === 0) return [];
    const rule = ruleOn(trade, board, isSt, day);
    const close = closes.get(code) ?? company.price;
    const paid = dividends.get(code);
    const previousClose = paid ? exDividend(close, paid, rule.tick) : close;
    return [
      {
        company,
        previousClose,
        limits: limitsBy(rule, previousClose, listedDays ?? Number.POSITIVE_INFINITY),
        tick: rule.tick,
      },
    ];
  });
}
