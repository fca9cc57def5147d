import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { writeBoards } from '../clearing/clear-day.ts';
import { lockSeason } from '../clearing/clearing-queries.ts';
import { endOrders, insertEntries, lockOpenOrdersOf, lockPlayers } from '../trading/account-queries.ts';
import { entryOfRelease } from '../trading/place-orders.ts';
import { findSeason, findStanding, updateStanding } from './season-queries.ts';

/** What was changed: the season of the player, and why they were out before; null where they were in. */
export type StandingChange = { seasonId: string; reasonBefore: string | null };

/**
 * Takes a player out of their season for a reason that everybody reads, or with null lets them back in. Who is out leaves
 * the boards at once and those below move up; their open orders are cancelled, and they cannot order. They keep their
 * account, so that who is let back in stands where their assets put them.
 * @param trx the caller's, which audits it
 * @throws notFound; conflict where it is so already
 */
export async function setDisqualified(
  ctx: Context,
  trx: Trx,
  playerId: string,
  reason: string | null,
): Promise<StandingChange> {
  const found = await findStanding(trx, playerId);
  if (!found) throw notFound('没有这个选手');
  // As clearing does: the season before its players, and players before orders.
  const clearedOn = await lockSeason(trx, found.season_id);
  await lockPlayers(trx, found.season_id, [playerId]);
  const standing = await findStanding(trx, playerId);
  const season = await findSeason(trx, found.season_id);
  if (!standing || !season) throw notFound('没有这个选手');
  const isOut = standing.disqualified_at !== null;
  if (isOut === (reason !== null))
    throw conflict(isOut ? '这个选手已经被取消资格' : '这个选手没有被取消资格');
  const at = ctx.now();
  if (reason !== null) await cancelAll(trx, playerId, at);
  await updateStanding(trx, playerId, { at: reason === null ? null : at, reason: reason ?? '' });
  if (clearedOn) await writeBoards(trx, season, clearedOn);
  await ctx.events.emit(ctx, trx, 'contest.judged', { playerId, seasonId: found.season_id, reason });
  await purge(ctx, trx, ['contest']);
  return { seasonId: found.season_id, reasonBefore: isOut ? standing.reason : null };
}

async function cancelAll(trx: Trx, playerId: string, at: Date): Promise<void> {
  const open = await lockOpenOrdersOf(trx, playerId);
  const ids = open.map(({ id }) => id);
  await endOrders(trx, ids, 'cancelled', at);
  await insertEntries(
    trx,
    open.map((order) => entryOfRelease(order, at)),
  );
}
