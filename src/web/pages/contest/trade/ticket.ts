import type { ContestQuote } from '#features/contest/schema.ts';
import { readPrice, writePrice } from '#shared/market.ts';

export type Side = 'buy' | 'sell';

/** What stands in the ticket, as typed. */
export type Ticket = {
  side: Side;
  kind: 'limit' | 'market';
  /** In yuan. */
  price: string;
  /** In shares. */
  quantity: string;
};

/** How a security is traded now; prices in 厘. */
export type TicketRules = Pick<
  ContestQuote,
  'last' | 'limitUp' | 'limitDown' | 'tick' | 'lotLeast' | 'lotStep'
>;

export type TicketChange =
  /** Another security. */
  | { type: 'open'; side: Side; rules: TicketRules }
  | { type: 'side'; side: Side }
  | { type: 'kind'; kind: Ticket['kind'] }
  | { type: 'price'; typed: string }
  | { type: 'quantity'; typed: string }
  /** One tick up or down, and never past the limits. */
  | { type: 'priceStep'; by: 1 | -1; rules: TicketRules }
  /** One lot more or less. */
  | { type: 'quantityStep'; by: 1 | -1; rules: TicketRules }
  /** A part of the most that can be traded, in whole lots. */
  | { type: 'portion'; share: number; most: number; rules: TicketRules }
  | { type: 'sent' };

/** An empty ticket at the last price. */
export const openTicket = (side: Side, rules: TicketRules): Ticket => ({
  ...{ side, kind: 'limit', quantity: '' },
  price: rules.last === null ? '' : writePrice(rules.last, rules.tick),
});

export function changeTicket(ticket: Ticket, change: TicketChange): Ticket {
  switch (change.type) {
    case 'open':
      return openTicket(change.side, change.rules);
    case 'side':
      // What can be bought is not what can be sold: the other side begins without a quantity.
      return change.side === ticket.side ? ticket : { ...ticket, side: change.side, quantity: '' };
    case 'kind':
      return { ...ticket, kind: change.kind };
    case 'price':
      return { ...ticket, price: change.typed };
    case 'quantity':
      return { ...ticket, quantity: change.typed };
    case 'priceStep':
      return { ...ticket, price: stepPrice(ticket.price, change.by, change.rules) };
    case 'quantityStep':
      return { ...ticket, quantity: stepQuantity(ticket, change.by, change.rules) };
    case 'portion': {
      const quantity = portionOf(ticket.side, change.share, change.most, change.rules);
      return { ...ticket, quantity: quantity === 0 ? '' : String(quantity) };
    }
    case 'sent':
      return { ...ticket, quantity: '' };
  }
}

/** The next price on a tick, within the limits; from nothing it is the last price. */
function stepPrice(typed: string, by: 1 | -1, { last, limitUp, limitDown, tick }: TicketRules): string {
  const read = readPrice(typed);
  const price = 'price' in read ? read.price : null;
  if (price === null) return last === null ? '' : writePrice(last, tick);
  // Off a tick the next one in that direction is a shorter way.
  const next = by > 0 ? Math.floor(price / tick + 1) * tick : Math.ceil(price / tick - 1) * tick;
  const [least, most] = [limitDown ?? tick, limitUp ?? Number.POSITIVE_INFINITY];
  return writePrice(Math.min(Math.max(next, least), most), tick);
}

// Boards that grow by single shares are still stepped by a hundred: nobody presses a thousand times.
const usualStep = 100;

function stepQuantity({ quantity: typed }: Ticket, by: 1 | -1, { lotLeast, lotStep }: TicketRules): string {
  const quantity = readQuantity(typed) ?? 0;
  const step = Math.max(lotStep, usualStep);
  if (by > 0) return String(quantity < lotLeast ? lotLeast : Math.floor(quantity / step + 1) * step);
  const next = Math.ceil(quantity / step - 1) * step;
  return next < lotLeast ? '' : String(next);
}

/** A quarter, half or all of the most; only a sale of everything may leave whole lots. */
export function portionOf(
  side: Side,
  share: number,
  most: number,
  { lotLeast, lotStep }: Pick<TicketRules, 'lotLeast' | 'lotStep'>,
): number {
  if (side === 'sell' && share === 1) return most;
  const quantity = Math.floor(most * share);
  if (quantity < lotLeast) return 0;
  return quantity - ((quantity - lotLeast) % lotStep);
}

export type Field = 'price' | 'quantity';
export type Fault = { field: Field | 'order'; message: string };

/** What a ticket orders; price in 厘, null at market. */
export type ReadTicket = { price: number | null; quantity: number | null };

/**
 * Reads a ticket as far as it can be judged here; whatever else there is against it the server says.
 * @returns a quantity of null while none is typed
 */
export function readTicket(ticket: Ticket, { tick, limitUp, limitDown }: TicketRules): ReadTicket | Fault {
  const quantity = readQuantity(ticket.quantity);
  if (quantity === undefined) return { field: 'quantity', message: '数量写成正整数，单位是股' };
  if (ticket.kind === 'market') return { price: null, quantity };
  const read = readPrice(ticket.price);
  if ('fault' in read) return { field: 'price', message: read.fault };
  const { price } = read;
  if (price === null) return { field: 'price', message: '请填写价格' };
  if (price % tick !== 0) return { field: 'price', message: `价格应为 ${writePrice(tick, tick)} 元的整数倍` };
  if (limitUp !== null && price > limitUp)
    return { field: 'price', message: `价格高于涨停价 ${writePrice(limitUp, tick)} 元` };
  if (limitDown !== null && price < limitDown)
    return { field: 'price', message: `价格低于跌停价 ${writePrice(limitDown, tick)} 元` };
  return { price, quantity };
}

/** Typed shares; null for nothing, undefined for what is no whole number above zero. */
function readQuantity(typed: string): number | null | undefined {
  const text = typed.normalize('NFKC').replace(/[\s,]|股$/g, '');
  if (text === '') return null;
  const quantity = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return quantity > 0 ? quantity : undefined;
}

/** Beside which field a refusal of the server belongs, and without the names of parameters, which are for programs. */
export function placeRefusal(refusal: string): Fault {
  const message = refusal.replace(/（[a-zA-Z]+）/g, '');
  if (/^价格/.test(message)) return { field: 'price', message };
  // The name of a security may hold any of the words below.
  if (/停牌|不能交易|的行情/.test(message)) return { field: 'order', message };
  const isOfQuantity = /数量|股的|资金不足|最多占|T\+1|没有持有/.test(message);
  return { field: isOfQuantity ? 'quantity' : 'order', message };
}
