import { expect, test } from 'vitest';
import { nextFullHour } from './next-full-hour.ts';

const now = new Date('2026-11-20T23:40:00+08:00');

test('returns the next full hour in Shanghai time, also past midnight', () => {
  expect(nextFullHour(now)).toBe('2026-11-21T00:00');
});
