import { expect, test } from 'vitest';
import { averageOf, type CandlePoint, nearestTo, placesOf, scaleAround } from './market-series.ts';

const closing = (close: number): CandlePoint => ({
  ...{ day: '2026-11-20', open: close, high: close, low: close, volume: 0 },
  close,
});

test('an average begins when there are enough days, and moves with them', () => {
  expect(averageOf([10, 20, 30, 40].map(closing), 3)).toEqual([null, null, 20, 30]);
  expect(averageOf([], 5)).toEqual([]);
});

test('a scale stands around its middle whatever side the prices are on', () => {
  expect(scaleAround(10_000, [10_500, 9_900])).toEqual({ min: 9_460, max: 10_540 });
  expect(scaleAround(10_000, [10_000])).toEqual({ min: 9_900, max: 10_100 });
});

test('minutes stand as far apart as they are, and a noon break is cut short', () => {
  expect(placesOf(['09:30', '09:31', '09:35', '11:30', '13:00'])).toEqual([0, 1, 5, 15, 25]);
  expect(placesOf([])).toEqual([]);
});

test('a place between two minutes belongs to the nearer one', () => {
  const places = [0, 1, 5, 15];
  expect([-3, 0, 0.4, 3.5, 9, 99].map((place) => nearestTo(place, places))).toEqual([0, 0, 0, 2, 2, 3]);
});
