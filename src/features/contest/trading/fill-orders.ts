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
  endOrders,
  insertEntries,
  insertFills,
  listHoldings,
  listQuotedOrders,
  lockOpenOrders,
  lockPlayers,
  type NewEntry,
  type NewFill,
  type OpenOrderRow,
} from './account-queries.ts';
import { seasonRuleOn } from './place-orders.ts';

const batchSize = 500;

/**
 * Fills the day's open orders that a quote came for since they were placed, by the rules of matching. Safe in several
 * processes at once and after a crash: an order fills in one transaction with what it moves, or not at all.
 * @param freshMs a quote older than this fills nothing
 * @returns how many filled
 */
export async function fillOrders(ctx: Context, { freshMs }: { freshMs: number }): Promise<number> {
  const now = ctx.now();
  const day = dayOf(now);
  const since = new Date(now.getTime() - freshMs);
  let after = { player_id: '0', id: '0' };
  let filled = 0;
  for (;;) {
    const orders = await listQuotedOrders(ctx.db, { day, since }, after, batchSize);
    const last = orders.at(-1);
    if (!last) return filled;
    after = last;
    filled += await inTransaction(ctx, (trx) => fillBatch(ctx, trx, orders, { day, freshMs }));
    if (orders.length < batchSize) return filled;
  }
}

/** Of a season's batch what matches fills; players are locked before orders, as wherever both are. */
async function fillBatch(
  ctx: Context,
  trx: Trx,
  listed: readonly OpenOrderRow[],
  { day, freshMs }: { day: string; freshMs: number },
): Promise<number> {
  const now = ctx.now();
  const quotes = await quotesOn(ctx, trx, [...new Set(listed.map(({ code }) => code))], day);
  const priced = (order: OpenOrderRow) => matched(order, quotes.get(order.code), { now, freshMs });
  const ready = listed.filter((order) => priced(order) !== null);
  if (ready.length === 0) return 0;
  const seasons = new Map<string, SeasonRule>();
  for (const seasonId of new Set(ready.map(({ season_id }) => season_id))) {
    const season = await findSeason(trx, seasonId);
    if (season) seasons.set(seasonId, await seasonRuleOn({ ...ctx, db: trx }, season, day));
  }
  const playerIds = [...new Set(ready.map(({ player_id }) => player_id))];
  const free = new Map<string, number>();
  for (const seasonId of [...seasons.keys()].sort((a, b) => Number(a) - Number(b)))
    for (const { id, cash, frozen_cash } of (await lockPlayers(trx, seasonId, playerIds)).values())
      free.set(id, Number(cash) - Number(frozen_cash));
  const open = await lockOpenOrders(
    trx,
    ready.map(({ id }) => id),
  );
  const book = new FillBook(free, await listHoldings(trx, playerIds), now);
  for (const order of open) {
    const quote = quotes.get(order.code);
    const price = priced(order);
    const rule = seasons.get(order.season_id);
    if (quote && price !== null && rule) book.fill(order, price, quote, rule);
  }
  await insertFills(trx, book.fills);
  await insertEntries(trx, book.entries);
  await endOrders(
    trx,
    book.fills.map(({ order_id }) => order_id),
    'filled',
    now,
  );
  if (book.fills.length > 0)
    await ctx.events.emit(ctx, trx, 'contest.filled', { fills: book.fills.map(presentFill) });
  return book.fills.length;
}

function matched(
  order: OpenOrderRow,
  quote: Quote | undefined,
  clock: { now: Date; freshMs: number },
): number | null {
  if (!quote) return null;
  const { side, price, placed_at: placedAt } = order;
  const found = matchOrder({ side, price, placedAt }, quote, clock);
  return 'price' in found ? found.price : null;
}

/** The fills of a batch and what they move; sales of the same holding after one another share its cost. */
class FillBook {
  readonly fills: NewFill[] = [];
  readonly entries: NewEntry[] = [];
  readonly #free: Map<string, number>;
  readonly #now: Date;
  readonly #held: Map<string, { quantity: number; cost: number }>;

  constructor(free: Map<string, number>, holdings: Awaited<ReturnType<typeof listHoldings>>, now: Date) {
    this.#free = free;
    this.#now = now;
    this.#held = new Map(
      holdings.map((row) => [keyOf(row), { quantity: row.quantity, cost: Number(row.cost) }]),
    );
  }

  fill(order: OpenOrderRow, price: number, quote: Quote, { fees: rule }: SeasonRule): void {
    const { id: order_id, player_id, code, day, side, quantity } = order;
    const amount = amountOf(price, quantity);
    const fees = feesOf(side, amount, rule);
    const frozen = Number(order.frozen_cash);
    // Without limits the price may have run away from what was frozen: the order waits, it never costs more.
    if (side === 'buy' && amount + fees.total > frozen) return;
    const earned = amount - fees.total;
    const left = (this.#free.get(player_id) ?? 0) + (side === 'buy' ? frozen - amount - fees.total : earned);
    // The fees of a few shares may be more than they bring, and more than there is to pay them with.
    if (left < 0) return;
    this.#free.set(player_id, left);
    const held = this.#held.get(keyOf(order)) ?? { quantity: 0, cost: 0 };
    const cost = side === 'buy' ? amount + fees.total : -soldCost(held, quantity);
    this.#held.set(keyOf(order), {
      quantity: held.quantity + (side === 'buy' ? quantity : -quantity),
      cost: held.cost + cost,
    });
    const { commission, stamp, transfer } = fees;
    const shared = { order_id, player_id, code, day };
    this.fills.push({
      ...shared,
      side,
      price,
      quantity,
      amount,
      commission,
      stamp,
      transfer,
      profit: side === 'sell' ? earned + cost : null,
      quote_at: quote.at,
      filled_at: this.#now,
    });
    this.entries.push({
      ...shared,
      kind: side,
      at: this.#now,
      cost,
      ...(side === 'buy'
        ? { cash: -(amount + fees.total), frozen_cash: -frozen, quantity }
        : { cash: earned, quantity: -quantity, frozen_quantity: -quantity }),
    });
  }
}

const presentFill = ({ order_id: orderId, player_id: playerId, code, side, price, quantity }: NewFill) => ({
  ...{ orderId, playerId, code },
  ...{ side, price, quantity },
});

const keyOf = ({ player_id, code }: { player_id: string; code: string }) => `${player_id}/${code}`;

/** What so many of the shares had cost: their part, rounded down, and all that is left with the last of them. */
const soldCost = (held: { quantity: number; cost: number }, quantity: number): number =>
  quantity >= held.quantity ? held.cost : Math.floor((held.cost * quantity) / held.quantity);
