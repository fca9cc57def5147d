import type { ContestRules } from '#kernel/config-contest.ts';
import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { clearDay, payDividends } from '../clearing/clear-day.ts';
import { demoSeason } from '../demo/demo-players.ts';
import { findDemoSeason } from '../demo/demo-queries.ts';
import { placeDemoOrders } from '../demo/place-demo-orders.ts';
import { isDemoPlayed, playDemoSeason } from '../demo/play-demo-season.ts';
import { moveMarket } from '../market/generator/move-market.ts';
import { isSessionOpenAt, loadClosingTimes } from '../market/securities.ts';
import { updateSeasonStates } from '../seasons/seasons.ts';
import { fillOrders } from '../trading/fill-orders.ts';
import {
  deleteIntradayQuotesBefore,
  findCloseCoverage,
  insertClosesFromLatestQuotes,
  listUnclearedDays,
} from './due-queries.ts';

/** How long clearing waits for closes; after that the last quotes serve as closes. */
const maxCloseWaitMs = 30 * 60_000;
const intradayRetentionMs = 30 * 86_400_000;
const deleteBatchSize = 20_000;

/**
 * Performs the contest's scheduled work: begins and ends seasons, pays dividends before any trade of their day, clears
 * past trade days including missed ones (oldest first), and fills open orders while quotes arrive. Cheap if no season
 * runs, and safe in several processes at once. A failed step is logged and retried by the next call; only the steps
 * that depend on it wait.
 */
export async function advanceContest(ctx: Context, rules: ContestRules): Promise<void> {
  await attempt(ctx, 'season states could not be updated', () => updateSeasonStates(ctx));
  const isUpToDate = await attempt(ctx, 'a trade day could not be cleared', () => clearDueDays(ctx));
  // A player who traded before the previous day is cleared would be counted on both days.
  if (isUpToDate !== true) return;
  await attempt(ctx, 'orders could not be filled', () => fillDueOrders(ctx, rules.freshSeconds * 1000));
}

/** Pays the dividends of due days and clears them. @returns whether no day before today is left uncleared */
export async function clearDueDays(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const today = dayOf(now);
  const days = await listUnclearedDays(ctx.db, today);
  if (days.length === 0) return true;
  const closesAt = await loadClosingTimes(ctx);
  for (const day of days) {
    await payDividends(ctx, day);
    const sinceCloseMs = now.getTime() - closesAt(day).getTime();
    if (sinceCloseMs < 0) return day >= today;
    const coverage = await findCloseCoverage(ctx.db, day);
    if (!(coverage.some && coverage.all) && sinceCloseMs < maxCloseWaitMs) return day >= today;
    if (!coverage.all) await insertClosesFromLatestQuotes(ctx.db, day);
    await clearDay(ctx, day);
  }
  return true;
}

/** Fills orders a little beyond the session, since the closing quote arrives shortly after the close. */
async function fillDueOrders(ctx: Context, freshMs: number): Promise<void> {
  if (await isSessionOpenAt(ctx, ctx.now(), freshMs)) await fillOrders(ctx, { freshMs });
}

/** Deletes intraday quotes older than 30 days; daily quotes stay. */
export async function deleteOldIntradayQuotes(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - intradayRetentionMs);
  while ((await deleteIntradayQuotesBefore(ctx.db, before, deleteBatchSize)) === deleteBatchSize);
}

async function attempt<T>(ctx: Context, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    ctx.log.error({ err: error }, what);
    return undefined;
  }
}

/** On average, a demo player considers a trade once in so many moves of the market. */
const movesBetweenTrades = 60;

/**
 * Runs the contest's scheduled work. A demo season is first played up to yesterday; until then nothing else may clear
 * its days. @param isDemo whether this portal holds the demo edition
 */
export async function runContest(ctx: Context, rules: ContestRules, isDemo: boolean): Promise<void> {
  if (isDemo && rules.generator !== 'off' && !(await tryPlayDemoSeason(ctx))) return;
  await advanceContest(ctx, rules);
}

async function tryPlayDemoSeason(ctx: Context): Promise<boolean> {
  try {
    return await playDemoSeason(ctx);
  } catch (error) {
    ctx.log.error({ err: error }, 'the demo season could not be played');
    return true;
  }
}

/**
 * Moves the invented market one step, and lets the demo players trade a little in it. Waits until the demo season has
 * caught up: quotes never go backwards, and its past days need theirs. A portal without the demo edition invents a
 * market only if it is configured to.
 */
export async function runMarket(ctx: Context, rules: ContestRules, isDemo: boolean): Promise<void> {
  if (isDemo ? !(await isDemoPlayed(ctx)) : !rules.isGeneratorChosen) return;
  const hasMoved = await moveMarket(ctx, rules);
  if (!hasMoved || !isDemo || Math.random() * movesBetweenTrades > 1) return;
  const season = await findDemoSeason(ctx.db, demoSeason.name, dayOf(ctx.now()));
  if (season) await placeDemoOrders(ctx, season.id, { random: Math.random, tradeProbability: 0.15 });
}
