import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { compareTopTen, readTopTen } from '../boards/boards.ts';
import { findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import {
  endOrders,
  insertEntries,
  listOpenOrders,
  lockOpenOrders,
  lockPlayers,
  type OpenOrderRow,
} from '../trading/account-queries.ts';
import { entryOfRelease } from '../trading/place-orders.ts';
import {
  findBases,
  hasDividends,
  insertDays,
  insertDividends,
  listUncleared,
  lockHolders,
  lockSeason,
  noteCleared,
  replaceRanks,
} from './clearing-queries.ts';

const batchSize = 1000;

/** Pays the dividends whose ex-day is `day` for what was held the evening before. May be repeated, and costs little. */
export async function payDividends(ctx: Context, day: string): Promise<number> {
  if (!(await hasDividends(ctx.db, day))) return 0;
  return inTransaction(ctx, async (trx) => {
    await lockHolders(trx, day);
    return insertDividends(trx, day, ctx.now());
  });
}

/**
 * Ends a trade day: orders that did not fill expire and free what they froze, every player's assets are noted, the boards
 * are written anew. May be repeated and goes on after a crash; a season's day is cleared once.
 */
export async function clearDay(ctx: Context, day: string): Promise<void> {
  await expireOrders(ctx, day);
  for (const seasonId of await listUncleared(ctx.db, day))
    await inTransaction(ctx, async (trx) => {
      const cleared = await lockSeason(trx, seasonId);
      const season = await findSeason(trx, seasonId);
      if (!season || cleared === undefined || (cleared !== null && cleared >= day)) return;
      await expireLate(ctx, trx, seasonId, day);
      await insertDays(trx, season, day);
      const before = await readTopTen(trx, seasonId);
      await writeBoards(trx, season, day);
      const moved = compareTopTen(before, await readTopTen(trx, seasonId));
      await noteCleared(trx, seasonId, day);
      if (moved) await ctx.events.emit(ctx, trx, 'contest.moved', { seasonId, day, ...moved });
      await purge(ctx, trx, ['contest']);
    });
}

async function expireOrders(ctx: Context, day: string): Promise<void> {
  for (;;) {
    const orders = await listOpenOrders(ctx.db, { day }, batchSize);
    if (orders.length === 0) return;
    await inTransaction(ctx, (trx) => expireBatch(ctx, trx, orders));
  }
}

/** Orders that were being taken while the others expired; none comes any more, since the season is locked. */
async function expireLate(ctx: Context, trx: Trx, seasonId: string, day: string): Promise<void> {
  for (;;) {
    const orders = await listOpenOrders(trx, { day, seasonId }, batchSize);
    if (orders.length === 0) return;
    await expireBatch(ctx, trx, orders);
  }
}

async function expireBatch(ctx: Context, trx: Trx, orders: readonly OpenOrderRow[]): Promise<void> {
  const playerIds = [...new Set(orders.map(({ player_id }) => player_id))];
  const seasonIds = [...new Set(orders.map(({ season_id }) => season_id))];
  for (const seasonId of seasonIds.sort((one, other) => Number(one) - Number(other)))
    await lockPlayers(trx, seasonId, playerIds);
  const open = await lockOpenOrders(
    trx,
    orders.map(({ id }) => id),
  );
  const now = ctx.now();
  await endOrders(
    trx,
    open.map(({ id }) => id),
    'expired',
    now,
  );
  await insertEntries(
    trx,
    open.map((order) => entryOfRelease(order, now)),
  );
}

/** Writes a season's boards anew as of a cleared day. The season is locked. */
export async function writeBoards(trx: Trx, season: SeasonRow, day: string): Promise<void> {
  const bases = await findBases(trx, season, day);
  for (const period of ['day', 'week', 'month', 'season'] as const)
    await replaceRanks(trx, season, { period, day, base: period === 'season' ? null : bases[period] });
}
