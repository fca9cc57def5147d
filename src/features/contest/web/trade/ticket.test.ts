import { describe, expect, test } from 'vitest';
import {
  faultOfRefusal,
  openTicket,
  parseTicket,
  portionQuantity,
  type Ticket,
  type TicketChange,
  type TicketRules,
  ticketReducer,
  validateTicket,
} from './ticket.ts';

const main: TicketRules = {
  ...{ last: 10_500, limitUp: 11_550, limitDown: 9_450 },
  ...{ tick: 10, lotLeast: 100, lotStep: 100 },
};
const star: TicketRules = { ...main, lotLeast: 200, lotStep: 1 };
const blank: Ticket = { side: 'buy', kind: 'limit', price: '', quantity: '' };
const changed = (ticket: Partial<Ticket>, ...changes: TicketChange[]): Ticket =>
  changes.reduce(ticketReducer, { ...blank, ...ticket });

describe('openTicket and a change of security or side', () => {
  test('starts at the last price, without a quantity', () => {
    expect(openTicket('buy', main)).toEqual({ ...blank, price: '10.50' });
  });
  test('starts without a price if there is no quote yet', () => {
    expect(openTicket('sell', { ...main, last: null })).toEqual({ ...blank, side: 'sell' });
  });
  test('resets the ticket for another security', () => {
    const typed = { side: 'sell', kind: 'market', price: '1', quantity: '100' } as const;
    expect(changed(typed, { type: 'open', side: 'buy', rules: main })).toEqual({ ...blank, price: '10.50' });
  });
  test('clears the quantity when the side changes', () => {
    const typed = { price: '10.40', quantity: '300' };
    expect(changed(typed, { type: 'side', side: 'sell' })).toMatchObject({
      ...{ side: 'sell', price: '10.40', quantity: '' },
    });
    expect(changed(typed, { type: 'side', side: 'buy' }).quantity).toBe('300');
  });
});

describe('priceStep', () => {
  const step = (price: string, by: 1 | -1, rules = main) =>
    changed({ price }, { type: 'priceStep', by, rules }).price;

  test('steps by a tick', () => {
    expect([step('10.50', 1), step('10.50', -1)]).toEqual(['10.51', '10.49']);
    expect(step('1.230', 1, { ...main, tick: 1, limitUp: null, limitDown: null })).toBe('1.231');
  });
  test('steps from between two ticks to the next tick', () => {
    expect([step('10.505', 1), step('10.505', -1)]).toEqual(['10.51', '10.50']);
  });
  test('stays within the price limits', () => {
    expect([step('11.55', 1), step('9.45', -1), step('20', -1)]).toEqual(['11.55', '9.45', '11.55']);
  });
  test('never goes below one tick when there are no limits', () => {
    expect(step('0.01', -1, { ...main, limitUp: null, limitDown: null })).toBe('0.01');
  });
  test('starts at the last price if the field is empty or invalid', () => {
    expect([step('', 1), step('abc', -1)]).toEqual(['10.50', '10.50']);
  });
});

describe('quantityStep', () => {
  const step = (quantity: string, by: 1 | -1, rules = main) =>
    changed({ quantity }, { type: 'quantityStep', by, rules }).quantity;

  test('steps by a lot, and from nothing to the minimum', () => {
    expect([step('', 1), step('100', 1), step('300', -1)]).toEqual(['100', '200', '200']);
  });
  test('steps from between two lots to a whole lot', () => {
    expect([step('150', 1), step('150', -1)]).toEqual(['200', '100']);
  });
  test('clears the quantity below the minimum', () => {
    expect([step('100', -1), step('', -1), step('200', -1, star)]).toEqual(['', '', '']);
  });
  test('steps by 100 on boards with a lot step of one share', () => {
    expect([step('', 1, star), step('200', 1, star), step('350', 1, star)]).toEqual(['200', '300', '400']);
  });
});

describe('portionQuantity', () => {
  test('rounds to whole lots', () => {
    expect(portionQuantity('buy', 0.25, 1_000, main)).toBe(200);
    expect(portionQuantity('buy', 0.5, 1_001, star)).toBe(500);
    expect(portionQuantity('sell', 0.5, 350, main)).toBe(100);
  });
  test('returns 0 below the minimum lot', () => {
    expect(portionQuantity('buy', 0.25, 300, main)).toBe(0);
    expect(changed({}, { type: 'portion', share: 0.25, max: 300, rules: main }).quantity).toBe('');
  });
  test('includes odd shares when everything is sold', () => {
    expect(portionQuantity('sell', 1, 350, main)).toBe(350);
    expect(portionQuantity('buy', 1, 350, main)).toBe(300);
  });
});

describe('parseTicket', () => {
  const parse = (ticket: Partial<Ticket>) => parseTicket({ ...blank, ...ticket }, main);

  test('reads price in 厘 and quantity in shares, also from full-width digits', () => {
    expect(parse({ price: '10.5', quantity: '１，２００' })).toEqual({ price: 10_500, quantity: 1_200 });
  });
  test('returns no price for a market order', () => {
    expect(parse({ kind: 'market', price: 'abc', quantity: '100' })).toEqual({ price: null, quantity: 100 });
  });
  test('returns a null quantity while none is typed', () => {
    expect(parse({ price: '10.50' })).toEqual({ price: 10_500, quantity: null });
  });
  test.each<[string, string, string]>([
    ['', '', '请填写价格'],
    ['十元', '', '价格写成元，最多三位小数，如 10.50'],
    ['10.505', '', '价格应为 0.01 元的整数倍'],
    ['11.56', '', '价格高于涨停价 11.55 元'],
    ['9.44', '', '价格低于跌停价 9.45 元'],
  ])('reports the price “%s” at its field', (price, quantity, message) => {
    expect(parse({ price, quantity })).toEqual({ field: 'price', message });
  });
  test.each(['abc', '0', '-100', '1.5', '1e3'])('reports the quantity %s at its field', (quantity) => {
    expect(parse({ price: '10.50', quantity })).toMatchObject({ field: 'quantity' });
  });
});

test('clears the quantity after an order was sent, so that it cannot be sent twice', () => {
  expect(changed({ price: '10.50', quantity: '100' }, { type: 'sent' })).toEqual({
    ...blank,
    price: '10.50',
  });
});

test.each<[string, string]>([
  ['价格高于涨停价 11.55 元', 'price'],
  ['数量应为 100 股的整数倍', 'quantity'],
  ['可用资金不足：需要 9.00 元（含费用），可用 1.00 元', 'quantity'],
  ['单只持仓最多占总资产的 40%，云帆科技最多再买 0.00 元', 'quantity'],
  ['云帆科技是今天买入的，按 T+1 规则下一个交易日才能卖出', 'quantity'],
  ['没有持有云帆科技，不能卖出', 'quantity'],
  ['云帆股份今天停牌，不能委托', 'order'],
  ['现在不在交易时间（9:15–9:25），不能下单', 'order'],
])('faultOfRefusal shows “%s” at the field %s', (refusal, field) => {
  const placed = faultOfRefusal(refusal);
  expect(placed.field).toBe(field);
  expect(placed.message).toBe(refusal);
});

describe('validateTicket', () => {
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
    expect(validateTicket({ ...ticket, price: '0' }, wrong, checked)).toEqual({
      fault: wrong,
      isPlain: true,
    });
  });

  test("reports the server's refusal at its field", () => {
    const refusal = '数量应为 100 股的整数倍';
    expect(validateTicket(ticket, parsed, { ...checked, refusal })).toEqual({
      fault: { field: 'quantity', message: '数量应为 100 股的整数倍' },
      isPlain: true,
    });
  });
});
