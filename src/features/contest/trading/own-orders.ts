import type { z } from 'zod';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { readTradeDaySessions } from '../market/securities.ts';
import { formatSessions, isOpenAt } from '../rules/sessions.ts';
import type { orderInput } from '../schema.ts';
import { findPlayerId, findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import { findOrderOwner } from './account-queries.ts';
import { findNthNewestOrderDay } from './order-queries.ts';
import { cancelOrder, dayClearedMessage, placeOrders } from './place-orders.ts';

/** More than a person sends. Without a limit, a program that places and cancels orders would flood the log. */
const maxOrdersPerDay = 300;

/**
 * Places an order of the caller.
 * @throws invalid naming the field for a price or quantity the security does not trade at; conflict with the reason for
 * every other refusal (season, trade day, hour, cash, lots, T+1, cap, suspension); forbidden for a member without an
 * entry; notFound
 */
export async function placeOwnOrder(
  ctx: Context,
  input: z.output<typeof orderInput>,
): Promise<{ id: string }> {
  const { seasonId, code, side, price, quantity } = input;
  const season = await requireSeason(ctx, seasonId);
  const playerId = await requirePlayer(ctx, seasonId);
  const closedReason = (await tradingHoursRefusal(ctx, season)) ?? (await orderCountRefusal(ctx, playerId));
  if (closedReason) throw conflict(closedReason);
  const [placed] = await inTransaction(ctx, (trx) =>
    placeOrders(ctx, trx, season, [{ playerId, code, side, price, quantity }]),
  );
  if (placed && 'orderId' in placed) return { id: placed.orderId };
  const refusal = placed?.refusal ?? '委托没有成功，请重试';
  if (placed?.isUnknown) throw notFound(refusal);
  // A refusal that begins with a field is about the input.
  const [, field] = /^(?:卖出)?(价格|数量)/.exec(refusal) ?? [];
  throw field ? invalid(refusal, field === '价格' ? 'price' : 'quantity') : conflict(refusal);
}

async function orderCountRefusal(ctx: Context, playerId: string): Promise<string | null> {
  const day = await findNthNewestOrderDay(ctx.db, playerId, maxOrdersPerDay);
  return day === dayOf(ctx.now()) ? `今天已经委托 ${maxOrdersPerDay} 笔，请下一个交易日再来` : null;
}

/** Cancels an order of the caller. @throws notFound for another player's; conflict for one that is no longer open */
export async function cancelOwnOrder(ctx: Context, id: string): Promise<boolean> {
  const owner = await findOrderOwner(ctx.db, id, requireMemberId(ctx));
  if (!owner) throw notFound('没有这笔委托');
  await cancelOrder(ctx, owner.player_id, owner.season_id, id);
  return true;
}

/** Returns a season that is open to readers. @throws notFound */
export async function requireSeason(ctx: Context, id: string): Promise<SeasonRow> {
  const season = await findSeason(ctx.db, id);
  if (!season?.is_open) throw notFound('没有这个赛季');
  return season;
}

/** Returns the caller's player id. @throws forbidden for a member without an entry */
export async function requirePlayer(ctx: Context, seasonId: string): Promise<string> {
  const playerId = await findPlayerId(ctx.db, seasonId, requireMemberId(ctx));
  if (!playerId) throw forbidden('还没有报名这个赛季，请先报名');
  return playerId;
}

/** Returns why orders are not taken now, or null while they are. */
export async function tradingHoursRefusal(ctx: Context, season: SeasonRow): Promise<string | null> {
  const now = ctx.now();
  const today = dayOf(now);
  if (today < season.starts_on) return `赛季 ${season.starts_on} 开始，到时再来下单`;
  if (today > season.ends_on) return '赛季已经结束，不能再下单';
  // Also covers hours that were extended after the clearing.
  if (season.cleared_on !== null && season.cleared_on >= today) return dayClearedMessage;
  const { isTradeDay, sessions } = await readTradeDaySessions(ctx, today);
  if (!isTradeDay) return '今天不是交易日，不能下单';
  return isOpenAt(sessions, now) ? null : `现在不在交易时间（${formatSessions(sessions)}），不能下单`;
}
