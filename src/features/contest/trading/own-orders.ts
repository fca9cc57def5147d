import type { z } from 'zod';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { findSessions } from '../market/securities.ts';
import { isOpenAt, spellSessions } from '../rules/sessions.ts';
import type { orderInput } from '../schema.ts';
import { findPlayerOf, findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import { findOrderPlace } from './account-queries.ts';
import { findNthNewestDay } from './order-queries.ts';
import { cancelOrder, placeOrders, refuseCleared } from './place-orders.ts';

/** More than a person sends; a program that places and cancels would fill the log. */
const mostOrdersADay = 300;

/**
 * Takes an order of the caller.
 * @throws invalid where the price or the quantity is none that the security trades at, naming the field; conflict with
 * the reason for everything else the moment has against it (season, trade day, hour, cash, lots, T+1, cap, suspension);
 * forbidden for who does not play; notFound
 */
export async function order(ctx: Context, input: z.output<typeof orderInput>): Promise<{ id: string }> {
  const { seasonId, code, side, price, quantity } = input;
  const season = await requireSeason(ctx, seasonId);
  const playerId = await requirePlayer(ctx, seasonId);
  const closed = (await refuseHour(ctx, season)) ?? (await refuseMore(ctx, playerId));
  if (closed) throw conflict(closed);
  const [placed] = await inTransaction(ctx, (trx) =>
    placeOrders(ctx, trx, season, [{ playerId, code, side, price, quantity }]),
  );
  if (placed && 'orderId' in placed) return { id: placed.orderId };
  const refusal = placed?.refusal ?? '委托没有成功，请重试';
  if (placed?.isUnknown) throw notFound(refusal);
  // A reason that names a field is about what was sent.
  throw /（(?:price|quantity)）/.test(refusal) ? invalid(refusal) : conflict(refusal);
}

async function refuseMore(ctx: Context, playerId: string): Promise<string | null> {
  const day = await findNthNewestDay(ctx.db, playerId, mostOrdersADay);
  return day === dayOf(ctx.now()) ? `今天已经委托 ${mostOrdersADay} 笔，请下一个交易日再来` : null;
}

/** Takes an own order back. @throws notFound for anybody else's; conflict for one that is over */
export async function cancelOwn(ctx: Context, id: string): Promise<boolean> {
  const place = await findOrderPlace(ctx.db, id, memberOf(ctx));
  if (!place) throw notFound('没有这笔委托');
  await cancelOrder(ctx, place.player_id, place.season_id, id);
  return true;
}

/** A season that people may see. @throws notFound */
export async function requireSeason(ctx: Context, id: string): Promise<SeasonRow> {
  const season = await findSeason(ctx.db, id);
  if (!season?.is_open) throw notFound('没有这个赛季');
  return season;
}

/** The caller's entry. @throws forbidden for who has none */
export async function requirePlayer(ctx: Context, seasonId: string): Promise<string> {
  const playerId = await findPlayerOf(ctx.db, seasonId, memberOf(ctx));
  if (!playerId) throw forbidden('还没有报名这个赛季，请先报名');
  return playerId;
}

/** Why orders are not taken now; null while they are. */
export async function refuseHour(ctx: Context, season: SeasonRow): Promise<string | null> {
  const now = ctx.now();
  const today = dayOf(now);
  if (today < season.starts_on) return `赛季 ${season.starts_on} 开始，到时再来下单`;
  if (today > season.ends_on) return '赛季已经结束，不能再下单';
  // Also where its hours are made longer afterwards.
  if (season.cleared_on !== null && season.cleared_on >= today) return refuseCleared;
  const { isTradeDay, sessions } = await findSessions(ctx, today);
  if (!isTradeDay) return '今天不是交易日，不能下单';
  return isOpenAt(sessions, now) ? null : `现在不在交易时间（${spellSessions(sessions)}），不能下单`;
}
