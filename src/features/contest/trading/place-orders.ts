import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { publicFeesOn, securitiesOn } from '../market/securities.ts';
import {
  type Account,
  checkOrder,
  type Holding,
  type OrderInput,
  type SeasonRule,
} from '../rules/check-order.ts';
import { holdSeason, type SeasonRow } from '../seasons/season-queries.ts';
import {
  endOrders,
  findPlayer,
  insertEntries,
  insertOrders,
  listBuying,
  listHoldings,
  lockOpenOrders,
  lockPlayers,
  type NewEntry,
  type NewOrder,
  type OpenOrderRow,
  type PlayerRow,
} from './account-queries.ts';

export type PlayersOrder = OrderInput & { playerId: string; code: string };
/** `isUnknown`: there is nothing by that code. */
export type Placed = { orderId: string } | { refusal: string; isUnknown?: true };

/** What who is out is told when they order. */
export const refuseOut = (reason: string): string =>
  `您已被取消这个赛季的资格，不能下单${reason ? `：${reason}` : ''}`;

/** What is cleared is counted: the day's boards stand. */
export const refuseCleared = '今天已经清算，请下一个交易日再来下单';

/** What holds for a season's orders on a day. */
export async function seasonRuleOn(ctx: Context, season: SeasonRow, day: string): Promise<SeasonRule> {
  const { stampPpm, transferPpm } = await publicFeesOn(ctx, day);
  return {
    boards: season.boards,
    withSt: season.with_st,
    positionCapBp: season.position_cap_bp,
    fees: {
      commissionPpm: season.commission_ppm,
      commissionLeast: season.commission_least,
      stampPpm,
      transferPpm,
    },
  };
}

/**
 * Takes orders of a season's players, one after the other: each sees what those before it froze. What a purchase may
 * cost and what a sale gives away is frozen with it, so that two that race never spend the same twice. When orders are
 * taken at all (season, trade day, hour) is the caller's to check; the season is held, so that none comes in behind a day
 * that was cleared meanwhile.
 * @returns for each its id, or why it was refused; a refused one changes nothing
 */
export async function placeOrders(
  ctx: Context,
  trx: Trx,
  season: SeasonRow,
  orders: readonly PlayersOrder[],
): Promise<Placed[]> {
  const now = ctx.now();
  const day = dayOf(now);
  const held = await holdSeason(trx, season.id);
  const isCleared = !!held?.cleared_on && held.cleared_on >= day;
  if (isCleared) return orders.map(() => ({ refusal: refuseCleared }));
  const accounts = await lockAccounts(trx, season.id, [...new Set(orders.map(({ playerId }) => playerId))]);
  const codes = [...new Set(orders.map(({ code }) => code))];
  const [securities, rule] = await Promise.all([
    securitiesOn(ctx, trx, codes, day),
    seasonRuleOn({ ...ctx, db: trx }, season, day),
  ]);
  const taken: NewOrder[] = [];
  const answers = orders.map((order): Exclude<Placed, { orderId: string }> | { place: number } => {
    const account = accounts.get(order.playerId);
    const security = securities.get(order.code);
    if (!account) return { refusal: '还没有报名这个赛季，请先报名' };
    if (account.outFor !== null) return { refusal: refuseOut(account.outFor) };
    if (!security) return { refusal: `没有代码（code）为 ${order.code} 的证券`, isUnknown: true };
    const checked = checkOrder(order, security, account, rule, day);
    if ('refusal' in checked) return checked;
    freeze(account, order, checked.frozenCash);
    const { playerId: player_id, code, side, price, quantity } = order;
    taken.push({
      player_id,
      code,
      day,
      side,
      price,
      quantity,
      frozen_cash: checked.frozenCash,
      placed_at: laterOf(now, security.quotedAt),
    });
    return { place: taken.length - 1 };
  });
  const ids = taken.length > 0 ? await insertOrders(trx, taken) : [];
  await insertEntries(
    trx,
    taken.map((order, place) => entryOfFreezing(order, ids[place] ?? '')),
  );
  return answers.map((answer) => ('place' in answer ? { orderId: ids[answer.place] ?? '' } : answer));
}

/** A quote that was there before the order never fills it, whatever a source's clock says. */
const laterOf = (now: Date, quotedAt: Date | null): Date => (quotedAt && quotedAt > now ? quotedAt : now);

/** Takes an order back that has not filled; what it froze is free again. @throws notFound; forbidden; conflict */
export async function cancelOrder(
  ctx: Context,
  playerId: string,
  seasonId: string,
  id: string,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const players = await lockPlayers(trx, seasonId, [playerId]);
    if (!players.has(playerId)) throw forbidden('您没有参加这个赛季');
    const [order] = await lockOpenOrders(trx, [id]);
    if (!order) throw conflict('这笔委托已经成交、撤销或过期');
    if (order.player_id !== playerId) throw notFound('没有这笔委托');
    await endOrders(trx, [id], 'cancelled', ctx.now());
    await insertEntries(trx, [entryOfRelease(order, ctx.now())]);
  });
}

/** Frees what an order that did not fill had frozen. */
export const entryOfRelease = (order: OpenOrderRow, at: Date): NewEntry => ({
  player_id: order.player_id,
  kind: 'release',
  day: order.day,
  at,
  order_id: order.id,
  ...(order.side === 'buy'
    ? { frozen_cash: -Number(order.frozen_cash) }
    : { code: order.code, frozen_quantity: -order.quantity }),
});

const entryOfFreezing = (order: NewOrder, orderId: string): NewEntry => ({
  player_id: order.player_id,
  kind: 'freeze',
  day: order.day,
  at: order.placed_at,
  order_id: orderId,
  ...(order.side === 'buy'
    ? { frozen_cash: order.frozen_cash }
    : { code: order.code, frozen_quantity: order.quantity }),
});

type OpenAccount = Account & {
  frozenCash: number;
  holdings: Map<string, Holding>;
  buying: Map<string, number>;
  prices: Map<string, number>;
  /** Why the player is out; null while they are in. */
  outFor: string | null;
};

/** What one player has now, not locked: good for looking, not for taking. */
export async function readOpenAccount(db: Database, playerId: string): Promise<OpenAccount | undefined> {
  const player = await findPlayer(db, playerId);
  return player && (await accountsOf(db, [player])).get(playerId);
}

/** What players have, locked. */
async function lockAccounts(
  trx: Trx,
  seasonId: string,
  playerIds: readonly string[],
): Promise<Map<string, OpenAccount>> {
  return accountsOf(trx, [...(await lockPlayers(trx, seasonId, playerIds)).values()]);
}

async function accountsOf(
  db: Database | Trx,
  players: readonly PlayerRow[],
): Promise<Map<string, OpenAccount>> {
  const ids = players.map(({ id }) => id);
  const [holdings, buying] = [await listHoldings(db, ids), await listBuying(db, ids)];
  const accounts = new Map(
    players.map(({ id, cash, frozen_cash, disqualified_at, reason }): [string, OpenAccount] => [
      id,
      {
        cash: Number(cash),
        frozenCash: Number(frozen_cash),
        holdings: new Map(),
        buying: new Map(),
        prices: new Map(),
        outFor: disqualified_at === null ? null : reason,
      },
    ]),
  );
  for (const row of holdings) {
    const account = accounts.get(row.player_id);
    account?.holdings.set(row.code, {
      quantity: row.quantity,
      frozenQuantity: row.frozen_quantity,
      boughtOn: row.bought_on,
      boughtQuantity: row.bought_quantity,
      cost: Number(row.cost),
    });
    account?.prices.set(row.code, row.last ?? 0);
  }
  for (const { player_id, code, frozen_cash } of buying)
    accounts.get(player_id)?.buying.set(code, Number(frozen_cash));
  return accounts;
}

function freeze(account: OpenAccount, { code, side, quantity }: PlayersOrder, frozenCash: number): void {
  if (side === 'buy') {
    account.frozenCash += frozenCash;
    account.buying.set(code, (account.buying.get(code) ?? 0) + frozenCash);
    return;
  }
  const holding = account.holdings.get(code);
  if (holding) account.holdings.set(code, { ...holding, frozenQuantity: holding.frozenQuantity + quantity });
}
