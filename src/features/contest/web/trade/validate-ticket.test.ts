import { expect, test } from 'vitest';
import type { Ticket } from './ticket.ts';
import { validateTicket } from './validate-ticket.ts';

const ticket: Ticket = { side: 'buy', kind: 'limit', price: '10.50', quantity: '100' };
const parsed = { price: 10_500, quantity: 100 };
const checked = { refusal: null, amount: 105_000, fees: 500, most: 900 };

test('accepts a valid ticket', () => {
  expect(validateTicket(ticket, parsed, checked)).toEqual({ fault: null, isPlain: true });
  expect(validateTicket(ticket, parsed, undefined).fault).toBeNull();
});

test('reports a missing value only when the player tries to send', () => {
  expect(validateTicket({ ...ticket, quantity: '' }, { ...parsed, quantity: null }, checked)).toEqual({
    fault: { field: 'quantity', message: '请填写数量' },
    isPlain: false,
  });
  const unpriced = { field: 'price', message: '请填写价格' } as const;
  expect(validateTicket({ ...ticket, price: ' ' }, unpriced, undefined).isPlain).toBe(false);
});

test('reports an invalid value at once', () => {
  const wrong = { field: 'price', message: '价格应大于 0' } as const;
  expect(validateTicket({ ...ticket, price: '0' }, wrong, checked)).toEqual({ fault: wrong, isPlain: true });
});

test("reports the server's refusal at its field", () => {
  const refusal = '数量应为 100 股的整数倍';
  expect(validateTicket(ticket, parsed, { ...checked, refusal })).toEqual({
    fault: { field: 'quantity', message: '数量应为 100 股的整数倍' },
    isPlain: true,
  });
});
