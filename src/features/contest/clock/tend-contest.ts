import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { clearDay, payDividends } from '../clearing/clear-day.ts';
import { findDemoSeason } from '../demo/demo-queries.ts';
import { demoSeason } from '../demo/people.ts';
import { isPlayed, playDemo } from '../demo/play-demo.ts';
import { tradeDemo } from '../demo/traders.ts';
import { moveMarket } from '../market/generator/move-market.ts';
import { closingsOf, isSessionAt } from '../market/securities.ts';
import { turnSeasons } from '../seasons/seasons.ts';
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

/** So often, of the market's moves, one of the demo's players looks whether to trade. */
const movesBetweenTrades = 60;

/**
 * What the clock does for the contest. A demo's season is played out first: until it is, its days are nobody else's to
 * clear. @param isDemo whether this portal holds the demo edition
 */
export async function runContest(ctx: Context, rules: ContestRules, isDemo: boolean): Promise<void> {
  if (isDemo && rules.generator !== 'off' && !(await playOut(ctx))) return;
  await tendContest(ctx, rules);
}

async function playOut(ctx: Context): Promise<boolean> {
  try {
    return await playDemo(ctx);
  } catch (error) {
    ctx.log.error({ err: error }, 'the demo season could not be played out');
    return true;
  }
}

/**
 * Moves the invented market a step on; the demo's players go on trading a little in it. Not before their season has caught
 * up: quotes never go back, and its days need theirs. A portal without the demo edition invents nothing unless told to.
 */
export async function runMarket(ctx: Context, rules: ContestRules, isDemo: boolean): Promise<void> {
  if (isDemo ? !(await isPlayed(ctx)) : !rules.isGeneratorChosen) return;
  const hasMoved = await moveMarket(ctx, rules);
  if (!hasMoved || !isDemo || Math.random() * movesBetweenTrades > 1) return;
  const season = await findDemoSeason(ctx.db, demoSeason.name, dayOf(ctx.now()));
  if (season) await tradeDemo(ctx, season.id, { random: Math.random, eagerness: 0.15 });
}
