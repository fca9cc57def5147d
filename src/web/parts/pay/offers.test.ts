import { expect, test } from 'vitest';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import { asQuoted, choicesOf, periodOf, priceNoteOf } from './offers.ts';

const plan = (changes: Partial<OfferedPlan>): OfferedPlan => ({
  id: '1',
  scope: 'vip',
  columnId: null,
  columnName: '',
  name: '包月',
  months: 1,
  days: null,
  price: 6800,
  firstPrice: null,
  isTrial: false,
  yourPrice: 6800,
  isAvailable: true,
  ...changes,
});
const piece = { id: '7', title: '一篇', price: 1800, columnId: '101', isByVip: true };
const idsOf = (request: Parameters<typeof choicesOf>[0], plans: OfferedPlan[]) =>
  choicesOf(request, plans).map(({ id }) => id);

test('the piece comes first, then its column, then VIP', () => {
  const plans = [plan({}), plan({ id: '2', scope: 'column', columnId: '101', columnName: '产业深潜' })];
  expect(idsOf({ piece, first: 'post' }, plans)).toEqual(['post:7', 'plan:2', 'plan:1']);
});

test('VIP is not offered where it does not open the piece, a piece without a price is not for sale', () => {
  expect(idsOf({ piece: { ...piece, isByVip: false }, first: 'post' }, [plan({})])).toEqual(['post:7']);
  expect(idsOf({ piece: { ...piece, price: null }, first: 'vip' }, [plan({})])).toEqual(['plan:1']);
});

test('away from a piece it is what was asked for alone', () => {
  const plans = [plan({}), plan({ id: '2', scope: 'column', columnId: '101', columnName: '产业深潜' })];
  expect(idsOf({ first: 'vip' }, plans)).toEqual(['plan:1']);
  expect(idsOf({ first: 'column', columnId: '101' }, plans)).toEqual(['plan:2']);
});

test('a trial that was had is not offered again', () => {
  expect(idsOf({ first: 'vip' }, [plan({ isAvailable: false })])).toEqual([]);
});

test('a first-time price stands before the price it goes below', () => {
  expect(choicesOf({ first: 'vip' }, [plan({ yourPrice: 4800 })])[0]).toMatchObject({
    price: '¥48',
    listPrice: '¥68',
  });
});

test('beside what a piece costs the buyer stands what it costs others, where that differs', () => {
  const prices = { price: 1800, vipPrice: 900 };
  expect(priceNoteOf(1800, prices)).toBe('VIP 价 ¥9');
  expect(priceNoteOf(900, prices)).toBe('VIP 价，普通价 ¥18');
  expect(priceNoteOf(1800, { price: 1800, vipPrice: null })).toBeUndefined();
  expect(priceNoteOf(1800, { price: 1800, vipPrice: 1800 })).toBeUndefined();
  expect(priceNoteOf(null, { price: null, vipPrice: null })).toBeUndefined();
  const [single] = choicesOf(
    { piece: { ...piece, price: 900, priceNote: 'VIP 价，普通价 ¥18' }, first: 'post' },
    [],
  );
  expect(single).toMatchObject({ price: '¥9', note: '一篇，VIP 价，普通价 ¥18' });
});

test('a choice stands at the price it is quoted at, without the words about the one it was listed at', () => {
  const [vip] = choicesOf({ first: 'vip' }, [plan({ yourPrice: 4800 })]);
  if (!vip) throw new Error('VIP is on sale');
  expect(vip.note).toContain('首次优惠');
  expect(asQuoted(vip, undefined)).toBe(vip);
  expect(asQuoted(vip, { listPrice: 4800 })).toBe(vip);
  const gift = asQuoted(vip, { listPrice: 6800 });
  expect(gift).toMatchObject({ price: '¥68', listPrice: undefined, note: '1 个月，阅读全部 VIP 文章' });
});

test.each([
  [{ months: 1, days: null }, '1 个月'],
  [{ months: 12, days: null }, '1 年'],
  [{ months: null, days: 7 }, '7 天'],
])('%o runs for %s', (period, words) => {
  expect(periodOf(period)).toBe(words);
});
