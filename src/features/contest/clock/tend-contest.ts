import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { clearDay, payDividends } from '../clearing/clear-day.ts';
import { isSessionAt } from '../market/market-hours.ts';
import { closingsOf } from '../market/securities.ts';
import { turnSeasons } from '../seasons/turn-seasons.ts';
import { fillOrders } from '../trading/fill-orders.ts';
import { closeWithLatest, deleteOldQuotes, findCloses, listDueDays } from './due-queries.ts';

/** So long closes are waited for; then the last quotes are the closes. */
const patienceMs = 30 * 60_000;
const keptMs = 30 * 86_400_000;
const deletedAtOnce = 20_000;

/**
 * What the contest needs done by the clock, each time it is called: seasons turn, dividends are paid before anybody trades
 * on their day, trade days that are over are cleared, also those missed, the oldest first, and open orders fill while
 * quotes come. Cheap where no season runs, safe in several processes at once; a step that fails is logged and comes again
 * with the next call, and none but those that build on it wait for it.
 */
export async function tendContest(ctx: Context, rules: ContestRules): Promise<void> {
  await attempt(ctx, 'seasons could not turn', () => turnSeasons(ctx));
  const isUpToDate = await attempt(ctx, 'a trade day could not be cleared', () => clearDue(ctx));
  // Whoever traded on a day before the one before it is cleared would be counted on both.
  if (isUpToDate !== true) return;
  await attempt(ctx, 'orders could not be filled', () => fillDue(ctx, rules.freshSeconds * 1000));
}

/**
 * Pays and clears the days that are due. @returns whether nothing of the days before today is left
 */
export async function clearDue(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const today = dayOf(now);
  const days = await listDueDays(ctx.db, today);
  if (days.length === 0) return true;
  const closingAt = await closingsOf(ctx);
  for (const day of days) {
    await payDividends(ctx, day);
    const overMs = now.getTime() - closingAt(day).getTime();
    if (overMs < 0) return day >= today;
    const closes = await findCloses(ctx.db, day);
    if (!(closes.some && closes.all) && overMs < patienceMs) return day >= today;
    if (!closes.all) await closeWithLatest(ctx.db, day);
    await clearDay(ctx, day);
  }
  return true;
}

/** The closing quote comes a moment after the close. */
async function fillDue(ctx: Context, freshMs: number): Promise<void> {
  if (await isSessionAt(ctx, ctx.now(), freshMs)) await fillOrders(ctx, { freshMs });
}

/** Forgets quotes within days that are older than 30 days; the days themselves stay. */
export async function forgetOldQuotes(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - keptMs);
  while ((await deleteOldQuotes(ctx.db, before, deletedAtOnce)) === deletedAtOnce);
}

async function attempt<T>(ctx: Context, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    ctx.log.error({ err: error }, what);
    return undefined;
  }
}
