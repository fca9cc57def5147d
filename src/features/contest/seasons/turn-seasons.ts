import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { beginSeasons, endSeasons, mayTurn } from './turn-queries.ts';

/**
 * Begins the seasons whose first day has come and ends those whose last day is cleared, each once, and announces it.
 * For every tick of the worker: may be repeated, also by several processes at once, and catches up after a pause.
 */
export async function turnSeasons(ctx: Context): Promise<void> {
  if (!(await mayTurn(ctx.db, dayOf(ctx.now())))) return;
  await inTransaction(ctx, async (trx) => {
    const now = ctx.now();
    const today = dayOf(now);
    const begun = await beginSeasons(trx, today, now);
    const ended = await endSeasons(trx, today, now);
    for (const seasonId of begun) await ctx.events.emit(ctx, trx, 'contest.begun', { seasonId });
    for (const seasonId of ended) await ctx.events.emit(ctx, trx, 'contest.ended', { seasonId });
    if (begun.length + ended.length > 0) await purge(ctx, trx, ['contest']);
  });
}
