import { describe, expect, test } from 'vitest';
import {
  changeTicket,
  openTicket,
  placeRefusal,
  portionOf,
  readTicket,
  type Ticket,
  type TicketChange,
  type TicketRules,
} from './ticket.ts';

const main: TicketRules = {
  ...{ last: 10_500, limitUp: 11_550, limitDown: 9_450 },
  ...{ tick: 10, lotLeast: 100, lotStep: 100 },
};
const star: TicketRules = { ...main, lotLeast: 200, lotStep: 1 };
const blank: Ticket = { side: 'buy', kind: 'limit', price: '', quantity: '' };
const changed = (ticket: Partial<Ticket>, ...changes: TicketChange[]): Ticket =>
  changes.reduce(changeTicket, { ...blank, ...ticket });

describe('a ticket opens', () => {
  test('at the last price, without a quantity', () => {
    expect(openTicket('buy', main)).toEqual({ ...blank, price: '10.50' });
  });
  test('without a price where there is no quote yet', () => {
    expect(openTicket('sell', { ...main, last: null })).toEqual({ ...blank, side: 'sell' });
  });
  test('anew for another security', () => {
    const typed = { side: 'sell', kind: 'market', price: '1', quantity: '100' } as const;
    expect(changed(typed, { type: 'open', side: 'buy', rules: main })).toEqual({ ...blank, price: '10.50' });
  });
  test('and the other side begins without a quantity', () => {
    const typed = { price: '10.40', quantity: '300' };
    expect(changed(typed, { type: 'side', side: 'sell' })).toMatchObject({
      ...{ side: 'sell', price: '10.40', quantity: '' },
    });
    expect(changed(typed, { type: 'side', side: 'buy' }).quantity).toBe('300');
  });
});

describe('the price is stepped', () => {
  const step = (price: string, by: 1 | -1, rules = main) =>
    changed({ price }, { type: 'priceStep', by, rules }).price;

  test('by a tick', () => {
    expect([step('10.50', 1), step('10.50', -1)]).toEqual(['10.51', '10.49']);
    expect(step('1.230', 1, { ...main, tick: 1, limitUp: null, limitDown: null })).toBe('1.231');
  });
  test('from between two ticks to the next one', () => {
    expect([step('10.505', 1), step('10.505', -1)]).toEqual(['10.51', '10.50']);
  });
  test('never past the limits, and back within them', () => {
    expect([step('11.55', 1), step('9.45', -1), step('20', -1)]).toEqual(['11.55', '9.45', '11.55']);
  });
  test('never below a tick where there are no limits', () => {
    expect(step('0.01', -1, { ...main, limitUp: null, limitDown: null })).toBe('0.01');
  });
  test('from nothing or nonsense to the last price', () => {
    expect([step('', 1), step('abc', -1)]).toEqual(['10.50', '10.50']);
  });
});

describe('the quantity is stepped', () => {
  const step = (quantity: string, by: 1 | -1, rules = main) =>
    changed({ quantity }, { type: 'quantityStep', by, rules }).quantity;

  test('by a lot, from nothing to the fewest', () => {
    expect([step('', 1), step('100', 1), step('300', -1)]).toEqual(['100', '200', '200']);
  });
  test('to a whole lot from between two', () => {
    expect([step('150', 1), step('150', -1)]).toEqual(['200', '100']);
  });
  test('to nothing below the fewest', () => {
    expect([step('100', -1), step('', -1), step('200', -1, star)]).toEqual(['', '', '']);
  });
  test('by a hundred where the board grows by single shares', () => {
    expect([step('', 1, star), step('200', 1, star), step('350', 1, star)]).toEqual(['200', '300', '400']);
  });
});

describe('a part of the most', () => {
  test('is whole lots', () => {
    expect(portionOf('buy', 0.25, 1_000, main)).toBe(200);
    expect(portionOf('buy', 0.5, 1_001, star)).toBe(500);
    expect(portionOf('sell', 0.5, 350, main)).toBe(100);
  });
  test('is nothing below the fewest shares', () => {
    expect(portionOf('buy', 0.25, 300, main)).toBe(0);
    expect(changed({}, { type: 'portion', share: 0.25, most: 300, rules: main }).quantity).toBe('');
  });
  test('sells odd shares along with everything', () => {
    expect(portionOf('sell', 1, 350, main)).toBe(350);
    expect(portionOf('buy', 1, 350, main)).toBe(300);
  });
});

describe('a ticket is read', () => {
  const read = (ticket: Partial<Ticket>) => readTicket({ ...blank, ...ticket }, main);

  test('as whole 厘 and shares, also from full-width digits', () => {
    expect(read({ price: '10.5', quantity: '１，２００' })).toEqual({ price: 10_500, quantity: 1_200 });
  });
  test('without a price at market', () => {
    expect(read({ kind: 'market', price: 'abc', quantity: '100' })).toEqual({ price: null, quantity: 100 });
  });
  test('without a quantity while none is typed', () => {
    expect(read({ price: '10.50' })).toEqual({ price: 10_500, quantity: null });
  });
  test.each<[string, string, string]>([
    ['', '', '请填写价格'],
    ['十元', '', '价格写成元，最多三位小数，如 10.50'],
    ['10.505', '', '价格应为 0.01 元的整数倍'],
    ['11.56', '', '价格高于涨停价 11.55 元'],
    ['9.44', '', '价格低于跌停价 9.45 元'],
  ])('a price of “%s” is answered beside it', (price, quantity, message) => {
    expect(read({ price, quantity })).toEqual({ field: 'price', message });
  });
  test.each(['abc', '0', '-100', '1.5', '1e3'])('a quantity of %s is answered beside it', (quantity) => {
    expect(read({ price: '10.50', quantity })).toMatchObject({ field: 'quantity' });
  });
});

test('after it was sent the quantity is empty, so that nothing is sent twice', () => {
  expect(changed({ price: '10.50', quantity: '100' }, { type: 'sent' })).toEqual({
    ...blank,
    price: '10.50',
  });
});

test.each<[string, string]>([
  ['价格（price）高于涨停价 11.55 元', 'price'],
  ['数量（quantity）应为 100 股的整数倍', 'quantity'],
  ['可用资金不足：需要 9.00 元（含费用），可用 1.00 元', 'quantity'],
  ['单只持仓最多占总资产的 40%，云帆科技最多再买 0.00 元', 'quantity'],
  ['云帆科技是今天买入的，按 T+1 规则下一个交易日才能卖出', 'quantity'],
  ['没有持有云帆科技，不能卖出', 'quantity'],
  ['云帆股份今天停牌，不能委托', 'order'],
  ['现在不在交易时间（9:15–9:25），不能下单', 'order'],
])('“%s” is shown at the %s', (refusal, field) => {
  const placed = placeRefusal(refusal);
  expect(placed.field).toBe(field);
  expect(placed.message).not.toMatch(/（[a-z]+）/);
});
