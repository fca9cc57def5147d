import { expect, test } from 'vitest';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import { formatPeriod, listChoices, priceNoteOf, withQuotedPrice } from './offers.ts';

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
const post = { id: '7', title: '一篇', price: 1800, columnId: '101', isByVip: true };
const idsOf = (request: Parameters<typeof listChoices>[0], plans: OfferedPlan[]) =>
  listChoices(request, plans).map(({ id }) => id);

test('lists the post first, then its column, then VIP', () => {
  const plans = [plan({}), plan({ id: '2', scope: 'column', columnId: '101', columnName: '产业深潜' })];
  expect(idsOf({ post, preselected: 'post' }, plans)).toEqual(['post:7', 'plan:2', 'plan:1']);
});

test('offers no VIP that does not open the post, and no post without a price', () => {
  expect(idsOf({ post: { ...post, isByVip: false }, preselected: 'post' }, [plan({})])).toEqual(['post:7']);
  expect(idsOf({ post: { ...post, price: null }, preselected: 'vip' }, [plan({})])).toEqual(['plan:1']);
});

test('lists only the requested kind when there is no post', () => {
  const plans = [plan({}), plan({ id: '2', scope: 'column', columnId: '101', columnName: '产业深潜' })];
  expect(idsOf({ preselected: 'vip' }, plans)).toEqual(['plan:1']);
  expect(idsOf({ preselected: 'column', columnId: '101' }, plans)).toEqual(['plan:2']);
});

test('does not offer a used trial again', () => {
  expect(idsOf({ preselected: 'vip' }, [plan({ isAvailable: false })])).toEqual([]);
});

test('shows the first-time price with the regular price as list price', () => {
  expect(listChoices({ preselected: 'vip' }, [plan({ yourPrice: 4800 })])[0]).toMatchObject({
    price: '¥48',
    listPrice: '¥68',
  });
});

test('notes the price for other buyers where it differs', () => {
  const prices = { price: 1800, vipPrice: 900 };
  expect(priceNoteOf(1800, prices)).toBe('VIP 价 ¥9');
  expect(priceNoteOf(900, prices)).toBe('VIP 价，普通价 ¥18');
  expect(priceNoteOf(1800, { price: 1800, vipPrice: null })).toBeUndefined();
  expect(priceNoteOf(1800, { price: 1800, vipPrice: 1800 })).toBeUndefined();
  expect(priceNoteOf(null, { price: null, vipPrice: null })).toBeUndefined();
  const [single] = listChoices(
    { post: { ...post, price: 900, priceNote: 'VIP 价，普通价 ¥18' }, preselected: 'post' },
    [],
  );
  expect(single).toMatchObject({ price: '¥9', note: '一篇，VIP 价，普通价 ¥18' });
});

test('shows the quoted price and drops the note about the listed price', () => {
  const [vip] = listChoices({ preselected: 'vip' }, [plan({ yourPrice: 4800 })]);
  if (!vip) throw new Error('VIP is not offered');
  expect(vip.note).toContain('首次优惠');
  expect(withQuotedPrice(vip, undefined)).toBe(vip);
  expect(withQuotedPrice(vip, { listPrice: 4800 })).toBe(vip);
  const gift = withQuotedPrice(vip, { listPrice: 6800 });
  expect(gift).toMatchObject({ price: '¥68', listPrice: undefined, note: '1 个月，阅读全部 VIP 文章' });
});

test.each([
  [{ months: 1, days: null }, '1 个月'],
  [{ months: 12, days: null }, '1 年'],
  [{ months: null, days: 7 }, '7 天'],
])('%o runs for %s', (period, words) => {
  expect(formatPeriod(period)).toBe(words);
});
