import { readPrice, writePrice } from '#shared/market.ts';
import { readDecimal } from '#shared/read-decimal.ts';
import type { ContestQuote, OrderCheck } from '../../schema.ts';

export type Side = 'buy' | 'sell';

/** The content of the ticket, as typed. */
export type Ticket = {
  side: Side;
  kind: 'limit' | 'market';
  /** In yuan. */
  price: string;
  /** In shares. */
  quantity: string;
};

/** The trading rules of a security; prices in 厘. */
export type TicketRules = Pick<
  ContestQuote,
  'last' | 'limitUp' | 'limitDown' | 'tick' | 'lotLeast' | 'lotStep'
>;

export type TicketChange =
  /** Opens the ticket for another security. */
  | { type: 'open'; side: Side; rules: TicketRules }
  | { type: 'side'; side: Side }
  | { type: 'kind'; kind: Ticket['kind'] }
  | { type: 'price'; typed: string }
  | { type: 'quantity'; typed: string }
  /** Changes the price by one tick, within the limits. */
  | { type: 'priceStep'; by: 1 | -1; rules: TicketRules }
  /** Changes the quantity by one lot. */
  | { type: 'quantityStep'; by: 1 | -1; rules: TicketRules }
  /** Sets the quantity to a share of the maximum, in whole lots. */
  | { type: 'portion'; share: number; max: number; rules: TicketRules }
  | { type: 'sent' };

/** An empty ticket at the last price. */
export const openTicket = (side: Side, rules: TicketRules): Ticket => ({
  ...{ side, kind: 'limit', quantity: '' },
  price: rules.last === null ? '' : writePrice(rules.last, rules.tick),
});

export function ticketReducer(ticket: Ticket, change: TicketChange): Ticket {
  switch (change.type) {
    case 'open':
      return openTicket(change.side, change.rules);
    case 'side':
      // A quantity to buy makes no sense for a sale, so the other side starts without one.
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
      const quantity = portionQuantity(ticket.side, change.share, change.max, change.rules);
      return { ...ticket, quantity: quantity === 0 ? '' : String(quantity) };
    }
    case 'sent':
      return { ...ticket, quantity: '' };
  }
}

/** Returns the next price on a tick, within the limits; the last price if the field is empty or invalid. */
function stepPrice(typed: string, by: 1 | -1, { last, limitUp, limitDown, tick }: TicketRules): string {
  const parsed = readPrice(typed);
  const price = 'price' in parsed ? parsed.price : null;
  if (price === null) return last === null ? '' : writePrice(last, tick);
  // From between two ticks, the next tick in that direction is less than a tick away.
  const next = by > 0 ? Math.floor(price / tick + 1) * tick : Math.ceil(price / tick - 1) * tick;
  const [min, max] = [limitDown ?? tick, limitUp ?? Number.POSITIVE_INFINITY];
  return writePrice(Math.min(Math.max(next, min), max), tick);
}

// Boards with a lot step of one share still step by 100, which saves presses.
const defaultStep = 100;

function stepQuantity({ quantity: typed }: Ticket, by: 1 | -1, { lotLeast, lotStep }: TicketRules): string {
  const quantity = parseQuantity(typed) ?? 0;
  const step = Math.max(lotStep, defaultStep);
  if (by > 0) return String(quantity < lotLeast ? lotLeast : Math.floor(quantity / step + 1) * step);
  const next = Math.ceil(quantity / step - 1) * step;
  return next < lotLeast ? '' : String(next);
}

/**
 * Returns a share (a quarter, half or all) of the maximum quantity. Only a sale of everything may include an odd lot.
 */
export function portionQuantity(
  side: Side,
  share: number,
  max: number,
  { lotLeast, lotStep }: Pick<TicketRules, 'lotLeast' | 'lotStep'>,
): number {
  if (side === 'sell' && share === 1) return max;
  const quantity = Math.floor(max * share);
  if (quantity < lotLeast) return 0;
  return quantity - ((quantity - lotLeast) % lotStep);
}

export type Field = 'price' | 'quantity';
export type Fault = { field: Field | 'order'; message: string };

/** The order of a ticket; price in 厘, null for a market order. */
export type ParsedTicket = { price: number | null; quantity: number | null };

/**
 * Parses a ticket and checks what the browser can judge; the server checks the rest. @returns a null quantity while
 * none is typed
 */
export function parseTicket(ticket: Ticket, { tick, limitUp, limitDown }: TicketRules): ParsedTicket | Fault {
  const quantity = parseQuantity(ticket.quantity);
  if (quantity === undefined) return { field: 'quantity', message: '数量写成正整数，单位是股' };
  if (ticket.kind === 'market') return { price: null, quantity };
  const parsed = readPrice(ticket.price);
  if ('fault' in parsed) return { field: 'price', message: parsed.fault };
  const { price } = parsed;
  if (price === null) return { field: 'price', message: '请填写价格' };
  if (price % tick !== 0) return { field: 'price', message: `价格应为 ${writePrice(tick, tick)} 元的整数倍` };
  if (limitUp !== null && price > limitUp)
    return { field: 'price', message: `价格高于涨停价 ${writePrice(limitUp, tick)} 元` };
  if (limitDown !== null && price < limitDown)
    return { field: 'price', message: `价格低于跌停价 ${writePrice(limitDown, tick)} 元` };
  return { price, quantity };
}

/** Parses a quantity: null if the field is empty, undefined if it is not a positive integer. */
function parseQuantity(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const quantity = readDecimal(typed.trim().replace(/股$/, ''), { places: 0 }) ?? 0;
  return quantity > 0 ? quantity : undefined;
}

/** Assigns the server's refusal to a field. */
export function faultOfRefusal(message: string): Fault {
  if (/^价格/.test(message)) return { field: 'price', message };
  // Checked first, because the name of a security may contain any of the words below.
  if (/停牌|不能交易|的行情/.test(message)) return { field: 'order', message };
  const isOfQuantity = /数量|股的|资金不足|最多占|T\+1|没有持有/.test(message);
  return { field: isOfQuantity ? 'quantity' : 'order', message };
}

type TicketValidation = {
  fault: Fault | null;
  /** Whether to show the fault before the player tries to send; a value that is merely missing is not an error yet. */
  isPlain: boolean;
};

/** Returns the fault of a ticket, found by the browser or by the server's check of this ticket. */
export function validateTicket(
  ticket: Ticket,
  parsed: ParsedTicket | Fault,
  checked: OrderCheck | undefined,
): TicketValidation {
  if ('field' in parsed)
    return { fault: parsed, isPlain: parsed.field !== 'price' || ticket.price.trim() !== '' };
  if (parsed.quantity === null)
    return { fault: { field: 'quantity', message: '请填写数量' }, isPlain: false };
  const refusal = checked?.refusal;
  return { fault: refusal ? faultOfRefusal(refusal) : null, isPlain: true };
}
