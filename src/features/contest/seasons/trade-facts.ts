import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { publicFeesOn, readTables } from '../market/securities.ts';
import { boardNames } from '../rules/check-order.ts';
import { type Board, ruleOn } from '../rules/trade-rules.ts';
import type { TradeFacts } from '../schema.ts';
import { findSeasonView } from './season-queries.ts';

/**
 * The very rules a season's orders are checked by, for its page to say: today's while it runs, else those of its first or
 * last day. @throws notFound
 */
export async function readTradeFacts(ctx: Context, seasonId: string): Promise<TradeFacts> {
  const season = await findSeasonView(ctx.db, seasonId);
  if (!season) throw notFound('没有这个赛季');
  const asOf = within(dayOf(ctx.now()), season.starts_on, season.ends_on);
  const [{ trade }, fees] = await Promise.all([readTables(ctx), publicFeesOn(ctx, asOf)]);
  const ofBoard = (board: Board) => {
    const { lotLeast, lotStep, limitBp, freeDays, tick } = ruleOn(trade, board, false, asOf);
    const stLimitBp = season.with_st ? ruleOn(trade, board, true, asOf).limitBp : null;
    return { name: boardNames[board], lotLeast, lotStep, limitBp, stLimitBp, freeDays, tick };
  };
  return {
    boards: (Object.keys(boardNames) as Board[])
      .filter((board) => season.boards.includes(board))
      .map(ofBoard),
    stampPpm: fees.stampPpm,
    transferPpm: fees.transferPpm,
    asOf,
  };
}

const within = (day: string, first: string, last: string): string =>
  day < first ? first : day > last ? last : day;
