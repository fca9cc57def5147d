import type { z } from 'zod';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { findTradeDayBefore } from '../market/market-queries.ts';
import type { ContestPlayer, ContestTrade, tradesQuery } from '../schema.ts';
import { findSeason } from '../seasons/season-queries.ts';
import { listTradeViews } from '../trading/order-queries.ts';
import {
  countFollowedPlayers,
  deleteFollow,
  findPlayerView,
  insertFollow,
  isFollowing,
  listCurve,
  listRanksOf,
  type PlayerView,
} from './board-queries.ts';
import { presentBoardLine } from './boards.ts';

/** Returns the public page of a player. @throws notFound */
export async function readPlayer(ctx: Context, id: string): Promise<ContestPlayer> {
  const row = await requirePlayerView(ctx, id);
  const season = await findSeason(ctx.db, row.season_id);
  const { actor } = ctx;
  const [ranks, curve, isFollowed] = await Promise.all([
    listRanksOf(ctx.db, id),
    listCurve(ctx.db, id, season?.index_code ?? null),
    actor.kind === 'member' ? isFollowing(ctx.db, actor.memberId, id) : false,
  ]);
  const { name, avatar } = row;
  return {
    id,
    seasonId: row.season_id,
    name,
    avatar,
    joinedAt: toIso(row.joined_at),
    isDisqualified: row.disqualified_at !== null,
    reason: row.reason,
    isFollowed,
    isMe: isOwnPlayer(ctx, row),
    places: ranks.map((rank) => ({
      period: rank.period,
      ...presentBoardLine({ ...rank, player_id: id, name, avatar }),
    })),
    indexBase: curve[0]?.index_before ?? null,
    curve: curve.map(({ day, assets, index }) => ({ day, assets: Number(assets), index })),
  };
}

/** Returns a player's trades: to others only after the season's delay in trade days. @throws notFound */
export async function listPlayerTrades(
  ctx: Context,
  { id, cursor, size }: z.output<typeof tradesQuery>,
): Promise<{ records: ContestTrade[]; cursor: string | null }> {
  const row = await requirePlayerView(ctx, id);
  const season = await findSeason(ctx.db, row.season_id);
  const today = dayOf(ctx.now());
  const until = isOwnPlayer(ctx, row)
    ? today
    : await findTradeDayBefore(ctx.db, today, season?.delay_days ?? 1);
  if (until === null) return { records: [], cursor: null };
  const rows = await listTradeViews(ctx.db, id, { until, before: cursor }, size + 1);
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map((trade) => ({
      id: trade.id,
      code: trade.code,
      name: trade.name,
      side: trade.side as ContestTrade['side'],
      price: trade.fill_price ?? 0,
      quantity: trade.quantity,
      filledAt: toIso(trade.filled_at ?? new Date(0)),
    })),
    cursor: last?.id ?? null,
  };
}

/** As many as a person can watch, and few enough for a list without pages. */
const maxFollowed = 200;

/** Follows a player. Idempotent. @throws notFound; conflict for the caller's own player and beyond the follow limit */
export async function followPlayer(ctx: Context, playerId: string): Promise<true> {
  const player = await requirePlayerView(ctx, playerId);
  if (isOwnPlayer(ctx, player)) throw conflict('不能关注自己');
  const memberId = requireMemberId(ctx);
  if (await isFollowing(ctx.db, memberId, playerId)) return true;
  if ((await countFollowedPlayers(ctx.db, memberId, player.season_id)) >= maxFollowed)
    throw conflict(`每个赛季最多关注 ${maxFollowed} 名选手，请先取消关注一些`);
  await insertFollow(ctx.db, memberId, playerId);
  return true;
}

/** Unfollows a player. Idempotent. */
export async function unfollowPlayer(ctx: Context, playerId: string): Promise<true> {
  await deleteFollow(ctx.db, requireMemberId(ctx), playerId);
  return true;
}

async function requirePlayerView(ctx: Context, id: string): Promise<PlayerView> {
  const row = await findPlayerView(ctx.db, id);
  if (!row) throw notFound('没有这个选手');
  return row;
}

const isOwnPlayer = ({ actor }: Context, { member_id }: PlayerView): boolean =>
  actor.kind === 'member' && member_id === actor.memberId;
