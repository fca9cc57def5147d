import { expect, test } from 'vitest';
import {
  type CandlePoint,
  minutePositions,
  movingAverage,
  nearestIndex,
  scaleAround,
} from './market-series.ts';

const closing = (close: number): CandlePoint => ({
  ...{ day: '2026-11-20', open: close, high: close, low: close, volume: 0 },
  close,
});

test('movingAverage is null until there are enough days, then moves with them', () => {
  expect(movingAverage([10, 20, 30, 40].map(closing), 3)).toEqual([null, null, 20, 30]);
  expect(movingAverage([], 5)).toEqual([]);
});

test('scaleAround puts the given price in the middle, whatever side the prices are on', () => {
  expect(scaleAround(10_000, [10_500, 9_900])).toEqual({ min: 9_460, max: 10_540 });
  expect(scaleAround(10_000, [10_000])).toEqual({ min: 9_900, max: 10_100 });
});

test('minutePositions spaces minutes by time and shortens a noon break', () => {
  expect(minutePositions(['09:30', '09:31', '09:35', '11:30', '13:00'])).toEqual([0, 1, 5, 15, 25]);
  expect(minutePositions([])).toEqual([]);
});

test('nearestIndex returns the nearer of two positions', () => {
  const positions = [0, 1, 5, 15];
  expect([-3, 0, 0.4, 3.5, 9, 99].map((position) => nearestIndex(position, positions))).toEqual([
    0, 0, 0, 2, 2, 3,
  ]);
});
