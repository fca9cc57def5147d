import { expect, test } from 'vitest';
import { lastDueTime } from './schedule.ts';

const due = (every: 'day' | 'week', hour: number, now: string) =>
  lastDueTime({ every, hour }, new Date(now))?.toISOString();

test('a daily backup is due at its hour in Shanghai, and before it since yesterday', () => {
  expect(due('day', 4, '2026-11-26T04:00:00+08:00')).toBe('2026-11-25T20:00:00.000Z');
  expect(due('day', 4, '2026-11-26T03:59:59+08:00')).toBe('2026-11-24T20:00:00.000Z');
  expect(due('day', 0, '2026-11-26T00:00:00+08:00')).toBe('2026-11-25T16:00:00.000Z');
});

test('a weekly backup is due on Monday', () => {
  // 2026-11-23 is a Monday.
  expect(due('week', 4, '2026-11-23T05:00:00+08:00')).toBe('2026-11-22T20:00:00.000Z');
  expect(due('week', 4, '2026-11-29T23:00:00+08:00')).toBe('2026-11-22T20:00:00.000Z');
  expect(due('week', 4, '2026-11-23T03:00:00+08:00')).toBe('2026-11-15T20:00:00.000Z');
});

test('without a schedule nothing is due', () => {
  expect(lastDueTime({ every: 'off', hour: 4 }, new Date())).toBeNull();
});
