import { expect, test } from 'vitest';
import { firstTime } from './first-time.ts';

const now = new Date('2026-11-20T23:40:00+08:00');

test.each([
  ['the next full hour in Shanghai time, also past midnight', null, '2026-11-21T00:00'],
  ['the time that is planned', '2026-12-22T09:00:00+08:00', '2026-12-22T09:00'],
  ['the time that is planned, of whatever offset', '2026-12-22T01:00:00Z', '2026-12-22T09:00'],
  ['the next full hour if the planned time is over', '2026-11-20T09:00:00+08:00', '2026-11-21T00:00'],
])('begins with %s', (_, planned, expected) => {
  expect(firstTime(planned, now)).toBe(expected);
});
