import type { z } from 'zod';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { findDayBefore } from '../market/market-queries.ts';
import type { ContestPlayer, ContestTrade, tradesQuery } from '../schema.ts';
import { findSeason } from '../seasons/season-queries.ts';
import { listTradeViews } from '../trading/order-queries.ts';
import {
  countFollowed,
  deleteFollow,
  findPlayerView,
  insertFollow,
  isFollowing,
  listCurve,
  listRanksOf,
  type PlayerView,
} from './board-queries.ts';
import { presentLine } from './boards.ts';

/** A player as everybody sees them. @throws notFound */
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
    isMe: isOwn(ctx, row),
    places: ranks.map((rank) => ({
      period: rank.period,
      ...presentLine({ ...rank, player_id: id, name, avatar }),
    })),
    indexBase: curve[0]?.index_before ?? null,
    curve: curve.map(({ day, assets, index }) => ({ day, assets: Number(assets), index })),
  };
}

/** What a player traded: their own at once, others' as many trade days later as the season says. @throws notFound */
export async function listTrades(
  ctx: Context,
  { id, cursor, size }: z.output<typeof tradesQuery>,
): Promise<{ records: ContestTrade[]; cursor: string | null }> {
  const row = await requirePlayerView(ctx, id);
  const season = await findSeason(ctx.db, row.season_id);
  const today = dayOf(ctx.now());
  const until = isOwn(ctx, row) ? today : await findDayBefore(ctx.db, today, season?.delay_days ?? 1);
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

/** What a person can keep an eye on, and a list that needs no pages. */
const mostFollowed = 200;

/** Follows a player. May be repeated. @throws notFound; conflict for oneself, and beyond what one may follow */
export async function followPlayer(ctx: Context, playerId: string): Promise<true> {
  const player = await requirePlayerView(ctx, playerId);
  if (isOwn(ctx, player)) throw conflict('不能关注自己');
  const memberId = memberOf(ctx);
  if (await isFollowing(ctx.db, memberId, playerId)) return true;
  if ((await countFollowed(ctx.db, memberId, player.season_id)) >= mostFollowed)
    throw conflict(`每个赛季最多关注 ${mostFollowed} 名选手，请先取消关注一些`);
  await insertFollow(ctx.db, memberId, playerId);
  return true;
}

/** Follows a player no longer. May be repeated. */
export async function unfollowPlayer(ctx: Context, playerId: string): Promise<true> {
  await deleteFollow(ctx.db, memberOf(ctx), playerId);
  return true;
}

async function requirePlayerView(ctx: Context, id: string): Promise<PlayerView> {
  const row = await findPlayerView(ctx.db, id);
  if (!row) throw notFound('没有这个选手');
  return row;
}

const isOwn = ({ actor }: Context, { member_id }: PlayerView): boolean =>
  actor.kind === 'member' && member_id === actor.memberId;
