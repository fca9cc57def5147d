import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { dayOf } from '#shared/dates.ts';
import { securitiesOn, statutoryFeesOn } from '../market/securities.ts';
import {
  type Account,
  checkOrder,
  type Holding,
  type OrderInput,
  type SeasonRule,
} from '../rules/check-order.ts';
import { lockSeasonShared, type SeasonRow } from '../seasons/season-queries.ts';
import {
  closeOrders,
  findPlayer,
  insertEntries,
  insertOrders,
  listFrozenPurchases,
  listHoldings,
  lockOpenOrders,
  lockPlayers,
  type NewEntry,
  type NewOrder,
  type OpenOrderRow,
  type PlayerRow,
} from './account-queries.ts';

export type PlayerOrder = OrderInput & { playerId: string; code: string };
/** `isUnknown`: no security has this code. */
export type PlacementResult = { orderId: string } | { refusal: string; isUnknown?: true };

/** Error message for disqualified players. */
export const disqualifiedMessage = (reason: string): string =>
  `你已被取消这个赛季的资格，不能下单${reason ? `：${reason}` : ''}`;

/** The boards of a cleared day are final, so it takes no more orders. */
export const dayClearedMessage = '今天已经清算，请下一个交易日再来下单';

/** Returns the rules for a season's orders on a day. */
export async function seasonRuleOn(ctx: Context, season: SeasonRow, day: string): Promise<SeasonRule> {
  const { stampPpm, transferPpm } = await statutoryFeesOn(ctx, day);
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
 * Places orders of a season's players in sequence, so that each sees what the earlier ones froze. The worst-case cost
 * of a purchase and the shares of a sale are frozen in the same transaction, so concurrent orders cannot spend them
 * twice. The caller checks season, trade day and hours; the shared season lock keeps orders out of a day that is
 * cleared meanwhile.
 * @returns for each order its id or the refusal; a refused order changes nothing
 */
export async function placeOrders(
  ctx: Context,
  trx: Trx,
  season: SeasonRow,
  orders: readonly PlayerOrder[],
): Promise<PlacementResult[]> {
  const now = ctx.now();
  const day = dayOf(now);
  const lockedSeason = await lockSeasonShared(trx, season.id);
  const isCleared = !!lockedSeason?.cleared_on && lockedSeason.cleared_on >= day;
  if (isCleared) return orders.map(() => ({ refusal: dayClearedMessage }));
  const accounts = await lockAccounts(trx, season.id, [...new Set(orders.map(({ playerId }) => playerId))]);
  const codes = [...new Set(orders.map(({ code }) => code))];
  const [securities, rule] = await Promise.all([
    securitiesOn(ctx, trx, codes, day),
    seasonRuleOn({ ...ctx, db: trx }, season, day),
  ]);
  const accepted: NewOrder[] = [];
  const results = orders.map((order): Exclude<PlacementResult, { orderId: string }> | { place: number } => {
    const account = accounts.get(order.playerId);
    const security = securities.get(order.code);
    if (!account) return { refusal: '还没有报名这个赛季，请先报名' };
    if (account.disqualifiedFor !== null) return { refusal: disqualifiedMessage(account.disqualifiedFor) };
    if (!security) return { refusal: `没有代码为 ${order.code} 的证券`, isUnknown: true };
    const checked = checkOrder(order, security, account, rule, day);
    if ('refusal' in checked) return checked;
    freeze(account, order, checked.frozenCash);
    const { playerId: player_id, code, side, price, quantity } = order;
    accepted.push({
      player_id,
      code,
      day,
      side,
      price,
      quantity,
      frozen_cash: checked.frozenCash,
      placed_at: laterDate(now, security.quotedAt),
    });
    return { place: accepted.length - 1 };
  });
  const ids = accepted.length > 0 ? await insertOrders(trx, accepted) : [];
  await insertEntries(
    trx,
    accepted.map((order, place) => freezeEntry(order, ids[place] ?? '')),
  );
  return results.map((result) => ('place' in result ? { orderId: ids[result.place] ?? '' } : result));
}

/** Dates an order no earlier than the existing quote, so that a quote stamped ahead of the clock never fills it. */
const laterDate = (now: Date, quotedAt: Date | null): Date => (quotedAt && quotedAt > now ? quotedAt : now);

/** Cancels an open order and releases what it froze. @throws notFound; forbidden; conflict */
export async function cancelOrder(
  ctx: Context,
  playerId: string,
  seasonId: string,
  id: string,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    const players = await lockPlayers(trx, seasonId, [playerId]);
    if (!players.has(playerId)) throw forbidden('你没有参加这个赛季');
    const [order] = await lockOpenOrders(trx, [id]);
    if (!order) throw conflict('这笔委托已经成交、撤销或过期');
    if (order.player_id !== playerId) throw notFound('没有这笔委托');
    await closeOrders(trx, [id], 'cancelled', ctx.now());
    await insertEntries(trx, [releaseEntry(order, ctx.now())]);
  });
}

/** Returns the log entry that releases what an unfilled order froze. */
export const releaseEntry = (order: OpenOrderRow, at: Date): NewEntry => ({
  player_id: order.player_id,
  kind: 'release',
  day: order.day,
  at,
  order_id: order.id,
  ...(order.side === 'buy'
    ? { frozen_cash: -Number(order.frozen_cash) }
    : { code: order.code, frozen_quantity: -order.quantity }),
});

const freezeEntry = (order: NewOrder, orderId: string): NewEntry => ({
  player_id: order.player_id,
  kind: 'freeze',
  day: order.day,
  at: order.placed_at,
  order_id: orderId,
  ...(order.side === 'buy'
    ? { frozen_cash: order.frozen_cash }
    : { code: order.code, frozen_quantity: order.quantity }),
});

type PlayerAccount = Account & {
  frozenCash: number;
  holdings: Map<string, Holding>;
  buying: Map<string, number>;
  prices: Map<string, number>;
  /** Why the player is disqualified; null otherwise. */
  disqualifiedFor: string | null;
};

/** Reads a player's account without locking: for previews, not for placing orders. */
export async function readPlayerAccount(db: Database, playerId: string): Promise<PlayerAccount | undefined> {
  const player = await findPlayer(db, playerId);
  return player && (await buildAccounts(db, [player])).get(playerId);
}

/** Reads the accounts of players under their lock. */
async function lockAccounts(
  trx: Trx,
  seasonId: string,
  playerIds: readonly string[],
): Promise<Map<string, PlayerAccount>> {
  return buildAccounts(trx, [...(await lockPlayers(trx, seasonId, playerIds)).values()]);
}

async function buildAccounts(
  db: Database | Trx,
  players: readonly PlayerRow[],
): Promise<Map<string, PlayerAccount>> {
  const ids = players.map(({ id }) => id);
  const [holdings, buying] = [await listHoldings(db, ids), await listFrozenPurchases(db, ids)];
  const accounts = new Map(
    players.map(({ id, cash, frozen_cash, disqualified_at, reason }): [string, PlayerAccount] => [
      id,
      {
        cash: Number(cash),
        frozenCash: Number(frozen_cash),
        holdings: new Map(),
        buying: new Map(),
        prices: new Map(),
        disqualifiedFor: disqualified_at === null ? null : reason,
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

function freeze(account: PlayerAccount, { code, side, quantity }: PlayerOrder, frozenCash: number): void {
  if (side === 'buy') {
    account.frozenCash += frozenCash;
    account.buying.set(code, (account.buying.get(code) ?? 0) + frozenCash);
    return;
  }
  const holding = account.holdings.get(code);
  if (holding) account.holdings.set(code, { ...holding, frozenQuantity: holding.frozenQuantity + quantity });
}
