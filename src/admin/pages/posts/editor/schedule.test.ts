import { expect, test } from 'vitest';
import { nextFullHour, readSchedule } from './schedule.ts';

const now = new Date('2026-11-20T23:40:00+08:00');

test('the next full hour is Shanghai’s, also past midnight', () => {
  expect(nextFullHour(now)).toBe('2026-11-21T00:00');
});

test('a time is Shanghai’s whatever the zone of the browser', () => {
  expect(readSchedule('2026-11-21T08:30', now)).toEqual({ at: '2026-11-21T08:30:00+08:00' });
});

test.each(['', '2026-02-30T08:00', '2026-11-20T23:40', '2020-01-01T00:00'])(
  '%j is no time to publish at',
  (typed) => {
    expect(readSchedule(typed, now)).toHaveProperty('fault');
  },
);
