import { expect, test } from 'vitest';
import { formatCash, formatDateRange, formatTimeLeft } from './season-text.ts';

const season = { startsOn: '2026-11-02', endsOn: '2026-12-31' };

test('formatDateRange writes the year once, or twice across a new year', () => {
  expect(formatDateRange('2026-11-02', '2026-12-31')).toBe('2026 年 11 月 2 日至 12 月 31 日');
  expect(formatDateRange('2026-11-02', '2027-01-15')).toBe('2026 年 11 月 2 日至 2027 年 1 月 15 日');
});

test('formatTimeLeft includes today and names the last day', () => {
  expect(formatTimeLeft({ ...season, state: 'upcoming' }, '2026-10-30')).toBe('离开赛还有 3 天');
  expect(formatTimeLeft({ ...season, state: 'running' }, '2026-12-30')).toBe('还剩 2 天');
  expect(formatTimeLeft({ ...season, state: 'running' }, '2026-12-31')).toBe('最后一天');
  expect(formatTimeLeft({ ...season, state: 'ended' }, '2027-01-01')).toBe('已结束');
});

test('formatCash shortens round amounts', () => {
  expect(formatCash(100_000_000)).toBe('100 万元');
  expect(formatCash(12_345_678)).toBe('¥123,456.78');
});
