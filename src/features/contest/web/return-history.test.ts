import { expect, test } from 'vitest';
import { returnHistoryOf } from './return-history.ts';

const day = (day: string, assets: number, index: number | null) => ({ day, assets, index });

test('compares a player with the starting cash, and the index with the evening before the season', () => {
  const curve = [day('2026-11-19', 101_000_000, 3_000_000), day('2026-11-20', 99_000_000, 3_030_000)];
  expect(returnHistoryOf({ curve, indexBase: 2_400_000 }, 100_000_000)).toEqual({
    days: ['2026-11-19', '2026-11-20'],
    own: [10_000, -10_000],
    index: [250_000, 262_500],
  });
});

test('leaves a gap for a day without an index, and has no line for a season without one', () => {
  const gap = [day('2026-11-19', 100, null), day('2026-11-20', 100, 2_000), day('2026-11-21', 100, 2_200)];
  expect(returnHistoryOf({ curve: gap, indexBase: null }, 100).index).toEqual([null, 0, 100_000]);
  expect(returnHistoryOf({ curve: [day('2026-11-19', 100, null)], indexBase: null }, 100).index).toBeNull();
  expect(returnHistoryOf({ curve: [], indexBase: null }, 100)).toEqual({ days: [], own: [], index: null });
});
