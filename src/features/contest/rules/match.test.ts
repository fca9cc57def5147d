import { expect, test } from 'vitest';
import { matchOrder, type OpenOrder, type Quote } from './match.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}+08:00`);
const buy: OpenOrder = { side: 'buy', price: 10_000, placedAt: at('10:00:00') };
const sell: OpenOrder = { ...buy, side: 'sell' };
const quote: Quote = {
  at: at('10:00:05'),
  last: 9_990,
  limits: { up: 11_000, down: 9_000 },
  isSuspended: false,
};
const clock = { now: at('10:00:06'), freshMs: 60_000 };

test('an order fills at the next quote, at its price or a better one', () => {
  expect(matchOrder(buy, quote, clock)).toEqual({ price: 9_990 });
  expect(matchOrder(sell, { ...quote, last: 10_050 }, clock)).toEqual({ price: 10_050 });
  expect(matchOrder({ ...buy, price: null }, { ...quote, last: 10_900 }, clock)).toEqual({
    price: 10_900,
  });
});

test.each<[string, OpenOrder, Partial<Quote>, string]>([
  ['a quote no later than the order', buy, { at: buy.placedAt }, 'no-new-quote'],
  ['a price above a purchase’s limit', buy, { last: 10_010 }, 'price'],
  ['a price below a sale’s limit', sell, { last: 9_990 }, 'price'],
  ['a limit-up price', { ...buy, price: 11_000 }, { last: 11_000 }, 'limit-up'],
  ['a limit-down price', { ...sell, price: 9_000 }, { last: 9_000 }, 'limit-down'],
  ['a suspended security', buy, { isSuspended: true }, 'suspended'],
  ['a price of zero', buy, { last: 0 }, 'suspended'],
])('%s fills nothing', (_name, order, given, waits) => {
  expect(matchOrder(order, { ...quote, ...given }, clock)).toEqual({ waits });
});

test('a stale quote fills nothing', () => {
  expect(matchOrder(buy, quote, { now: at('10:01:06'), freshMs: 60_000 })).toEqual({ waits: 'stale-quote' });
  expect(matchOrder(buy, quote, { now: at('10:01:05'), freshMs: 60_000 })).toEqual({ price: 9_990 });
});

test('a limit-up price fills sales, a limit-down price fills purchases', () => {
  expect(matchOrder({ ...sell, price: 11_000 }, { ...quote, last: 11_000 }, clock)).toEqual({
    price: 11_000,
  });
  expect(matchOrder({ ...buy, price: 9_000 }, { ...quote, last: 9_000 }, clock)).toEqual({ price: 9_000 });
});
