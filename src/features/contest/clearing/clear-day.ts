import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { compareTopTen, readTopTen } from '../boards/boards.ts';
import { findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import {
  closeOrders,
  insertEntries,
  listOpenOrders,
  lockOpenOrders,
  lockPlayers,
  type OpenOrderRow,
} from '../trading/account-queries.ts';
import { releaseEntry } from '../trading/place-orders.ts';
import {
  findBaseDays,
  hasDividends,
  insertDividends,
  insertPlayerDays,
  listUnclearedSeasons,
  lockHolders,
  lockSeason,
  markDayCleared,
  replaceRanks,
} from './clearing-queries.ts';

const batchSize = 1000;

/** Pays the dividends whose ex-day is `day` on the holdings of the evening before. Idempotent, and cheap to repeat. */
export async function payDividends(ctx: Context, day: string): Promise<number> {
  if (!(await hasDividends(ctx.db, day))) return 0;
  return inTransaction(ctx, async (trx) => {
    await lockHolders(trx, day);
    return insertDividends(trx, day, ctx.now());
  });
}

/**
 * Clears a trade day: expires open orders and releases what they froze, records every player's assets and rewrites the
 * boards. Idempotent, and resumes after a crash; each season's day is cleared once.
 */
export async function clearDay(ctx: Context, day: string): Promise<void> {
  await expireOrders(ctx, day);
  for (const seasonId of await listUnclearedSeasons(ctx.db, day))
    await inTransaction(ctx, async (trx) => {
      const clearedOn = await lockSeason(trx, seasonId);
      const season = await findSeason(trx, seasonId);
      if (!season || clearedOn === undefined || (clearedOn !== null && clearedOn >= day)) return;
      await expireLateOrders(ctx, trx, seasonId, day);
      await insertPlayerDays(trx, season, day);
      const before = await readTopTen(trx, seasonId);
      await writeBoards(trx, season, day);
      const topTenChange = compareTopTen(before, await readTopTen(trx, seasonId));
      await markDayCleared(trx, seasonId, day);
      if (topTenChange) await ctx.events.emit(ctx, trx, 'contest.moved', { seasonId, day, ...topTenChange });
      await purge(ctx, trx, ['contest']);
    });
}

async function expireOrders(ctx: Context, day: string): Promise<void> {
  for (;;) {
    const orders = await listOpenOrders(ctx.db, { day }, batchSize);
    if (orders.length === 0) return;
    await inTransaction(ctx, (trx) => expireOrderBatch(ctx, trx, orders));
  }
}

/** Expires orders that were being placed during the first pass. No more can arrive, since the season is now locked. */
async function expireLateOrders(ctx: Context, trx: Trx, seasonId: string, day: string): Promise<void> {
  for (;;) {
    const orders = await listOpenOrders(trx, { day, seasonId }, batchSize);
    if (orders.length === 0) return;
    await expireOrderBatch(ctx, trx, orders);
  }
}

async function expireOrderBatch(ctx: Context, trx: Trx, orders: readonly OpenOrderRow[]): Promise<void> {
  const playerIds = [...new Set(orders.map(({ player_id }) => player_id))];
  const seasonIds = [...new Set(orders.map(({ season_id }) => season_id))];
  for (const seasonId of seasonIds.sort((one, other) => Number(one) - Number(other)))
    await lockPlayers(trx, seasonId, playerIds);
  const openOrders = await lockOpenOrders(
    trx,
    orders.map(({ id }) => id),
  );
  const now = ctx.now();
  await closeOrders(
    trx,
    openOrders.map(({ id }) => id),
    'expired',
    now,
  );
  await insertEntries(
    trx,
    openOrders.map((order) => releaseEntry(order, now)),
  );
}

/** Rewrites a season's boards as of a cleared day. The caller holds the season's lock. */
export async function writeBoards(trx: Trx, season: SeasonRow, day: string): Promise<void> {
  const baseDays = await findBaseDays(trx, season, day);
  for (const period of ['day', 'week', 'month', 'season'] as const)
    await replaceRanks(trx, season, { period, day, base: period === 'season' ? null : baseDays[period] });
}
