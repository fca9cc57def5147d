import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { dayOf, toIso } from '#shared/dates.ts';
import { listCurve, listRanksOf } from '../boards/board-queries.ts';
import { securitiesOn } from '../market/securities.ts';
import { checkOrder, maxOrderQuantity, sellableQuantity, worstCasePrice } from '../rules/check-order.ts';
import { feesOf } from '../rules/fees.ts';
import { amountOf } from '../rules/prices.ts';
import { returnOf } from '../rules/standings.ts';
import type { ContestAccount, ContestOrder, OrderCheck, orderInput, ordersQuery } from '../schema.ts';
import { findPlayer, listHoldings } from './account-queries.ts';
import { listOrderViews, type OrderView, sumFees } from './order-queries.ts';
import { requirePlayer, requireSeason, tradingHoursRefusal } from './own-orders.ts';
import { disqualifiedMessage, readPlayerAccount, seasonRuleOn } from './place-orders.ts';

/** Returns the caller's account in a season. @throws forbidden for a member without an entry; notFound */
export async function readAccount(ctx: Context, seasonId: string): Promise<ContestAccount> {
  const season = await requireSeason(ctx, seasonId);
  const playerId = await requirePlayer(ctx, seasonId);
  const today = dayOf(ctx.now());
  const [player, holdings, curve, fees, ranks] = await Promise.all([
    findPlayer(ctx.db, playerId),
    listHoldings(ctx.db, [playerId]),
    listCurve(ctx.db, playerId, season.index_code),
    sumFees(ctx.db, playerId),
    listRanksOf(ctx.db, playerId),
  ]);
  if (!player) throw notFound('没有这个选手');
  const positions = holdings.map((row) => {
    const [cost, last] = [Number(row.cost), row.last ?? 0];
    const value = amountOf(last, row.quantity);
    return {
      code: row.code,
      name: row.name,
      quantity: row.quantity,
      sellable: sellableQuantity(
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
  const marketValue = positions.reduce((sum, { value }) => sum + value, 0);
  const assets = cash + marketValue;
  const startingCash = Number(season.starting_cash);
  const previousDay = curve.filter(({ day }) => day < today).at(-1);
  return {
    playerId,
    cash,
    frozenCash: Number(player.frozen_cash),
    marketValue,
    assets,
    todayGain: assets - (previousDay ? Number(previousDay.assets) : startingCash),
    returnPpm: returnOf(assets, startingCash),
    fees: Number(fees),
    place: ranks.find(({ period }) => period === 'season')?.place ?? null,
    isDisqualified: player.disqualified_at !== null,
    reason: player.reason,
    holdings: positions.sort((one, other) => other.value - one.value),
    indexBase: curve[0]?.index_before ?? null,
    curve: curve.map(({ day, assets: dayAssets, index }) => ({ day, assets: Number(dayAssets), index })),
  };
}

/** Previews an order of the caller without changing anything. @throws the errors of readAccount */
export async function checkOwnOrder(ctx: Context, input: z.output<typeof orderInput>): Promise<OrderCheck> {
  const season = await requireSeason(ctx, input.seasonId);
  const playerId = await requirePlayer(ctx, input.seasonId);
  const today = dayOf(ctx.now());
  const [hoursRefusal, rule] = [
    await tradingHoursRefusal(ctx, season),
    await seasonRuleOn(ctx, season, today),
  ];
  const security = (await securitiesOn(ctx, ctx.db, [input.code], today)).get(input.code);
  if (!security) throw notFound(`没有代码为 ${input.code} 的证券`);
  const account = await readPlayerAccount(ctx.db, playerId);
  if (!account) throw notFound('没有这个选手');
  const checked = checkOrder(input, security, account, rule, today);
  const disqualifiedRefusal =
    account.disqualifiedFor === null ? null : disqualifiedMessage(account.disqualifiedFor);
  // A purchase is estimated at its worst-case price; for a sale the last price is more useful.
  const isSaleAtMarket = input.side === 'sell' && input.price === null;
  const price = isSaleAtMarket ? (security.last ?? 0) : worstCasePrice(input, security);
  const amount = amountOf(price, input.quantity);
  return {
    refusal: disqualifiedRefusal ?? hoursRefusal ?? ('refusal' in checked ? checked.refusal : null),
    amount,
    fees: amount === 0 ? 0 : feesOf(input.side, amount, rule.fees).total,
    most: disqualifiedRefusal === null ? maxOrderQuantity(input, security, account, rule, today) : 0,
  };
}

/** Lists the caller's orders, newest first. @throws the errors of readAccount */
export async function listOwnOrders(
  ctx: Context,
  { seasonId, state, cursor, size }: z.output<typeof ordersQuery>,
): Promise<{ records: ContestOrder[]; cursor: string | null }> {
  await requireSeason(ctx, seasonId);
  const playerId = await requirePlayer(ctx, seasonId);
  const stateFilter = state === 'all' ? undefined : state;
  const rows = await listOrderViews(ctx.db, playerId, { state: stateFilter, before: cursor }, size + 1);
  return toCursorPage(rows, size, presentOrder);
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
