import { expect, test } from 'vitest';
import { judgeTicket } from './judge-ticket.ts';
import type { Ticket } from './ticket.ts';

const ticket: Ticket = { side: 'buy', kind: 'limit', price: '10.50', quantity: '100' };
const read = { price: 10_500, quantity: 100 };
const checked = { refusal: null, amount: 105_000, fees: 500, most: 900 };

test('a ticket that nothing speaks against can be sent', () => {
  expect(judgeTicket(ticket, read, checked)).toEqual({ fault: null, isPlain: true });
  expect(judgeTicket(ticket, read, undefined).fault).toBeNull();
});

test('what is not typed yet is said only when the player tries to send', () => {
  expect(judgeTicket({ ...ticket, quantity: '' }, { ...read, quantity: null }, checked)).toEqual({
    fault: { field: 'quantity', message: '请填写数量' },
    isPlain: false,
  });
  const unpriced = { field: 'price', message: '请填写价格' } as const;
  expect(judgeTicket({ ...ticket, price: ' ' }, unpriced, undefined).isPlain).toBe(false);
});

test('what is typed wrong is said at once', () => {
  const wrong = { field: 'price', message: '价格应大于 0' } as const;
  expect(judgeTicket({ ...ticket, price: '0' }, wrong, checked)).toEqual({ fault: wrong, isPlain: true });
});

test('the server’s refusal stands at its field', () => {
  const refusal = '数量（quantity）应为 100 股的整数倍';
  expect(judgeTicket(ticket, read, { ...checked, refusal })).toEqual({
    fault: { field: 'quantity', message: '数量应为 100 股的整数倍' },
    isPlain: true,
  });
});
