import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { quotesOn } from '../market/securities.ts';
import type { SeasonRule } from '../rules/check-order.ts';
import { feesOf } from '../rules/fees.ts';
import { matchOrder, type Quote } from '../rules/match.ts';
import { amountOf } from '../rules/prices.ts';
import { findSeason } from '../seasons/season-queries.ts';
import {
  closeOrders,
  insertEntries,
  insertFills,
  listHoldings,
  listMatchableOrders,
  lockOpenOrders,
  lockPlayers,
  type NewEntry,
  type NewFill,
  type OpenOrderRow,
} from './account-queries.ts';
import { seasonRuleOn } from './place-orders.ts';

const batchSize = 500;

/**
 * Fills the day's open orders by quotes later than their placement, by the matching rules. Safe in several processes at
 * once and after a crash: an order and its log entries are written in one transaction.
 * @param freshMs a quote older than this fills nothing
 * @returns how many orders filled
 */
export async function fillOrders(ctx: Context, { freshMs }: { freshMs: number }): Promise<number> {
  const now = ctx.now();
  const day = dayOf(now);
  const since = new Date(now.getTime() - freshMs);
  let after = { player_id: '0', id: '0' };
  let filled = 0;
  for (;;) {
    const orders = await listMatchableOrders(ctx.db, { day, since }, after, batchSize);
    const last = orders.at(-1);
    if (!last) return filled;
    after = last;
    filled += await inTransaction(ctx, (trx) => fillBatch(ctx, trx, orders, { day, freshMs }));
    if (orders.length < batchSize) return filled;
  }
}

/** Fills the matching orders of a batch. Players are locked before orders, the global lock order. */
async function fillBatch(
  ctx: Context,
  trx: Trx,
  orders: readonly OpenOrderRow[],
  { day, freshMs }: { day: string; freshMs: number },
): Promise<number> {
  const now = ctx.now();
  const quotes = await quotesOn(ctx, trx, [...new Set(orders.map(({ code }) => code))], day);
  const matchPriceOf = (order: OpenOrderRow) => matchPrice(order, quotes.get(order.code), { now, freshMs });
  const fillable = orders.filter((order) => matchPriceOf(order) !== null);
  if (fillable.length === 0) return 0;
  const seasons = new Map<string, SeasonRule>();
  for (const seasonId of new Set(fillable.map(({ season_id }) => season_id))) {
    const season = await findSeason(trx, seasonId);
    if (season) seasons.set(seasonId, await seasonRuleOn({ ...ctx, db: trx }, season, day));
  }
  const playerIds = [...new Set(fillable.map(({ player_id }) => player_id))];
  const availableCash = new Map<string, number>();
  for (const seasonId of [...seasons.keys()].sort((a, b) => Number(a) - Number(b)))
    for (const { id, cash, frozen_cash } of (await lockPlayers(trx, seasonId, playerIds)).values())
      availableCash.set(id, Number(cash) - Number(frozen_cash));
  const openOrders = await lockOpenOrders(
    trx,
    fillable.map(({ id }) => id),
  );
  const batchFills = new BatchFills(availableCash, await listHoldings(trx, playerIds), now);
  for (const order of openOrders) {
    const quote = quotes.get(order.code);
    const price = matchPriceOf(order);
    const rule = seasons.get(order.season_id);
    if (quote && price !== null && rule) batchFills.fill(order, price, quote, rule);
  }
  await insertFills(trx, batchFills.fills);
  await insertEntries(trx, batchFills.entries);
  await closeOrders(
    trx,
    batchFills.fills.map(({ order_id }) => order_id),
    'filled',
    now,
  );
  if (batchFills.fills.length > 0)
    await ctx.events.emit(ctx, trx, 'contest.filled', { fills: batchFills.fills.map(presentFill) });
  return batchFills.fills.length;
}

function matchPrice(
  order: OpenOrderRow,
  quote: Quote | undefined,
  clock: { now: Date; freshMs: number },
): number | null {
  if (!quote) return null;
  const { side, price, placed_at: placedAt } = order;
  const found = matchOrder({ side, price, placedAt }, quote, clock);
  return 'price' in found ? found.price : null;
}

/** Collects the fills and log entries of a batch. Later sales of the same holding see the cost left by earlier ones. */
class BatchFills {
  readonly fills: NewFill[] = [];
  readonly entries: NewEntry[] = [];
  readonly #availableCash: Map<string, number>;
  readonly #now: Date;
  readonly #positions: Map<string, { quantity: number; cost: number }>;

  constructor(
    availableCash: Map<string, number>,
    holdings: Awaited<ReturnType<typeof listHoldings>>,
    now: Date,
  ) {
    this.#availableCash = availableCash;
    this.#now = now;
    this.#positions = new Map(
      holdings.map((row) => [positionKey(row), { quantity: row.quantity, cost: Number(row.cost) }]),
    );
  }

  fill(order: OpenOrderRow, price: number, quote: Quote, { fees: rule }: SeasonRule): void {
    const { id: order_id, player_id, code, day, side, quantity } = order;
    const amount = amountOf(price, quantity);
    const fees = feesOf(side, amount, rule);
    const frozen = Number(order.frozen_cash);
    // Without price limits the price may exceed what was frozen: the order waits, since it must never cost more.
    if (side === 'buy' && amount + fees.total > frozen) return;
    const proceeds = amount - fees.total;
    const remainingCash =
      (this.#availableCash.get(player_id) ?? 0) + (side === 'buy' ? frozen - amount - fees.total : proceeds);
    // The fees of a few shares may exceed their proceeds and the available cash.
    if (remainingCash < 0) return;
    this.#availableCash.set(player_id, remainingCash);
    const position = this.#positions.get(positionKey(order)) ?? { quantity: 0, cost: 0 };
    const cost = side === 'buy' ? amount + fees.total : -costOfSold(position, quantity);
    this.#positions.set(positionKey(order), {
      quantity: position.quantity + (side === 'buy' ? quantity : -quantity),
      cost: position.cost + cost,
    });
    const { commission, stamp, transfer } = fees;
    const common = { order_id, player_id, code, day };
    this.fills.push({
      ...common,
      side,
      price,
      quantity,
      amount,
      commission,
      stamp,
      transfer,
      profit: side === 'sell' ? proceeds + cost : null,
      quote_at: quote.at,
      filled_at: this.#now,
    });
    this.entries.push({
      ...common,
      kind: side,
      at: this.#now,
      cost,
      ...(side === 'buy'
        ? { cash: -(amount + fees.total), frozen_cash: -frozen, quantity }
        : { cash: proceeds, quantity: -quantity, frozen_quantity: -quantity }),
    });
  }
}

const presentFill = ({ order_id: orderId, player_id: playerId, code, side, price, quantity }: NewFill) => ({
  ...{ orderId, playerId, code },
  ...{ side, price, quantity },
});

const positionKey = ({ player_id, code }: { player_id: string; code: string }) => `${player_id}/${code}`;

/** Returns the cost of the sold shares: their proportion, rounded down; the last sale takes the whole rest. */
const costOfSold = (position: { quantity: number; cost: number }, quantity: number): number =>
  quantity >= position.quantity ? position.cost : Math.floor((position.cost * quantity) / position.quantity);
