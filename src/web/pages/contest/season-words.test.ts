import { expect, test } from 'vitest';
import { spellCash, spellLeft, spellSpan } from './season-words.ts';

const season = { startsOn: '2026-11-02', endsOn: '2026-12-31' };

test('a span names its year once, and twice across a new year', () => {
  expect(spellSpan('2026-11-02', '2026-12-31')).toBe('2026 年 11 月 2 日至 12 月 31 日');
  expect(spellSpan('2026-11-02', '2027-01-15')).toBe('2026 年 11 月 2 日至 2027 年 1 月 15 日');
});

test('what is left of a season counts today, and says the last day', () => {
  expect(spellLeft({ ...season, state: 'upcoming' }, '2026-10-30')).toBe('离开赛还有 3 天');
  expect(spellLeft({ ...season, state: 'running' }, '2026-12-30')).toBe('还剩 2 天');
  expect(spellLeft({ ...season, state: 'running' }, '2026-12-31')).toBe('最后一天');
  expect(spellLeft({ ...season, state: 'ended' }, '2027-01-01')).toBe('已结束');
});

test('the cash to begin with is short where it is round', () => {
  expect(spellCash(100_000_000)).toBe('100 万元');
  expect(spellCash(12_345_678)).toBe('¥123,456.78');
});
