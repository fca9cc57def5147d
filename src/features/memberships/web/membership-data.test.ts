import { expect, test } from 'vitest';
import { pricePerDay, type VipPlan } from './membership-data.ts';

const plan = (id: string, changes: Partial<VipPlan>): VipPlan => ({
  ...{ id, name: id, months: null, days: null, price: 100, yourPrice: 100, isTrial: false },
  ...changes,
});

test('divides the price by the days of the period and rounds up', () => {
  expect(pricePerDay(plan('week', { days: 7, yourPrice: 1000 }))).toBe(143);
  expect(pricePerDay(plan('year', { months: 12, yourPrice: 36500 }))).toBe(100);
  expect(pricePerDay(plan('month', { months: 1, yourPrice: 3000 }))).toBe(99);
});
