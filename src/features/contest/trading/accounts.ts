import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { listCurve } from '../boards/player-queries.ts';
import type { CheckedOrder, ContestAccount, ContestOrder } from '../calls.ts';
import { securitiesOn } from '../market/securities.ts';
import { checkOrder, largestOrder, sellableOf, worstPrice } from '../rules/check-order.ts';
import { feesOf } from '../rules/fees.ts';
import { amountOf } from '../rules/prices.ts';
import { returnOf } from '../rules/standings.ts';
import type { orderInput, ordersQuery } from '../schema.ts';
import { findSeason, type SeasonRow } from '../seasons/season-queries.ts';
import { listHoldings } from './account-queries.ts';
import { findPlayerCash, listOrderViews, type OrderView } from './order-queries.ts';
import { refuseHour, requirePlayer } from './own-orders.ts';
import { openAccount, seasonRuleOn } from './place-orders.ts';

/** What the caller has in a season. @throws forbidden for who does not play; notFound */
export async function readAccount(ctx: Context, seasonId: string): Promise<ContestAccount> {
  const season = await requireSeason(ctx, seasonId);
  const playerId = await requirePlayer(ctx, seasonId);
  const today = dayOf(ctx.now());
  const [player, holdings, curve] = await Promise.all([
    findPlayerCash(ctx.db, playerId),
    listHoldings(ctx.db, [playerId]),
    listCurve(ctx.db, playerId, season.index_code),
  ]);
  if (!player) throw notFound('没有这个选手');
  const names = await securitiesOn(
    ctx,
    ctx.db,
    holdings.map(({ code }) => code),
    today,
  );
  const held = holdings.map((row) => {
    const [cost, last] = [Number(row.cost), row.last ?? 0];
    const value = amountOf(last, row.quantity);
    return {
      code: row.code,
      name: names.get(row.code)?.name ?? row.code,
      quantity: row.quantity,
      sellable: sellableOf(
        {
          quantity: row.quantity,
          frozenQuantity: row.frozen_quantity,
          boughtOn: row.bought_on,
          boughtQuantity: row.bought_quantity,
          cost,
        },
        today,
      ),
      frozenQuantity: row.frozen_quantity,
      cost,
      last,
      value,
      gain: value - cost,
    };
  });
  const cash = Number(player.cash);
  const marketValue = held.reduce((sum, { value }) => sum + value, 0);
  const assets = cash + marketValue;
  const startingCash = Number(season.starting_cash);
  const before = curve.filter(({ day }) => day < today).at(-1);
  return {
    playerId,
    cash,
    frozenCash: Number(player.frozen_cash),
    marketValue,
    assets,
    todayGain: assets - (before ? Number(before.assets) : startingCash),
    returnPpm: returnOf(assets, startingCash),
    isDisqualified: player.disqualified_at !== null,
    reason: player.reason,
    holdings: held.sort((one, other) => other.value - one.value),
    curve: curve.map(({ day, assets: then, index }) => ({ day, assets: Number(then), index })),
  };
}

/** What an order of the caller would be, before it is sent; nothing is changed. @throws as readAccount */
export async function checkOwnOrder(ctx: Context, input: z.output<typeof orderInput>): Promise<CheckedOrder> {
  const season = await requireSeason(ctx, input.seasonId);
  const playerId = await requirePlayer(ctx, input.seasonId);
  const today = dayOf(ctx.now());
  const [closed, rule] = [await refuseHour(ctx, season), await seasonRuleOn(ctx, season, today)];
  return inTransaction(ctx, async (trx) => {
    const security = (await securitiesOn(ctx, trx, [input.code], today)).get(input.code);
    const account = await openAccount(trx, season.id, playerId);
    if (!security) throw notFound(`没有代码（code）为 ${input.code} 的证券`);
    if (!account) return { refusal: '您已被取消资格，不能下单', amount: 0, fees: 0, most: 0 };
    const checked = checkOrder(input, security, account, rule, today);
    const amount = amountOf(worstPrice(input, security), input.quantity);
    return {
      refusal: closed ?? ('refusal' in checked ? checked.refusal : null),
      amount,
      fees: feesOf(input.side, amount, rule.fees).total,
      most: largestOrder(input, security, account, rule, today),
    };
  });
}

/** The caller's orders, newest first. @throws as readAccount */
export async function listOwnOrders(
  ctx: Context,
  { seasonId, state, cursor, size }: z.output<typeof ordersQuery>,
): Promise<{ records: ContestOrder[]; cursor: string | null }> {
  const playerId = await requirePlayer(ctx, seasonId);
  const rows = await listOrderViews(ctx.db, playerId, { isOpen: state === 'open', before: cursor }, size + 1);
  const shown = rows.slice(0, size);
  return { records: shown.map(presentOrder), cursor: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}

async function requireSeason(ctx: Context, id: string): Promise<SeasonRow> {
  const season = await findSeason(ctx.db, id);
  if (!season?.is_open) throw notFound('没有这个赛季');
  return season;
}

const presentOrder = (row: OrderView): ContestOrder => ({
  id: row.id,
  code: row.code,
  name: row.name,
  side: row.side as ContestOrder['side'],
  price: row.price,
  quantity: row.quantity,
  state: row.state as ContestOrder['state'],
  frozenCash: Number(row.frozen_cash),
  placedAt: toIso(row.placed_at),
  fill:
    row.fill_price === null || row.filled_at === null
      ? null
      : {
          price: row.fill_price,
          amount: Number(row.amount),
          fees: row.fees ?? 0,
          profit: row.profit === null ? null : Number(row.profit),
          filledAt: toIso(row.filled_at),
        },
});
