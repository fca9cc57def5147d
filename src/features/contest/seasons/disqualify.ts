import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { writeBoards } from '../clearing/clear-day.ts';
import { lockSeason } from '../clearing/clearing-queries.ts';
import { closeOrders, insertEntries, lockPlayerOpenOrders, lockPlayers } from '../trading/account-queries.ts';
import { releaseEntry } from '../trading/place-orders.ts';
import { findDisqualification, findSeason, updateDisqualification } from './season-queries.ts';

/** The player's season, and the reason before the change; null if the player was not disqualified. */
export type DisqualificationChange = { seasonId: string; reasonBefore: string | null };

/**
 * Disqualifies a player for a public reason, or reinstates them with null. A disqualified player leaves the boards at
 * once, the others move up, their open orders are cancelled, and they cannot order. They keep their account, so that
 * after reinstatement they take the place of their assets.
 * @param trx the transaction of the caller, which audits the change
 * @throws notFound; conflict if nothing would change
 */
export async function setDisqualified(
  ctx: Context,
  trx: Trx,
  playerId: string,
  reason: string | null,
): Promise<DisqualificationChange> {
  const known = await findDisqualification(trx, playerId);
  if (!known) throw notFound('没有这个选手');
  // The lock order of clearing: the season before its players, players before orders.
  const clearedOn = await lockSeason(trx, known.season_id);
  await lockPlayers(trx, known.season_id, [playerId]);
  const player = await findDisqualification(trx, playerId);
  const season = await findSeason(trx, known.season_id);
  if (!player || !season) throw notFound('没有这个选手');
  const isDisqualified = player.disqualified_at !== null;
  if (isDisqualified === (reason !== null))
    throw conflict(isDisqualified ? '这个选手已经被取消资格' : '这个选手没有被取消资格');
  const at = ctx.now();
  if (reason !== null) await cancelOpenOrders(trx, playerId, at);
  await updateDisqualification(trx, playerId, { at: reason === null ? null : at, reason: reason ?? '' });
  if (clearedOn) await writeBoards(trx, season, clearedOn);
  await ctx.events.emit(ctx, trx, 'contest.judged', { playerId, seasonId: known.season_id, reason });
  await purge(ctx, trx, ['contest']);
  return { seasonId: known.season_id, reasonBefore: isDisqualified ? player.reason : null };
}

async function cancelOpenOrders(trx: Trx, playerId: string, at: Date): Promise<void> {
  const openOrders = await lockPlayerOpenOrders(trx, playerId);
  const ids = openOrders.map(({ id }) => id);
  await closeOrders(trx, ids, 'cancelled', at);
  await insertEntries(
    trx,
    openOrders.map((order) => releaseEntry(order, at)),
  );
}
