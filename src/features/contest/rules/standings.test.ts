import { expect, test } from 'vitest';
import { drawdownOf, placesOf, returnOf, winRateOf } from './standings.ts';

test('a return is in millionths, rounded down for gains and losses', () => {
  expect([returnOf(101, 100), returnOf(100, 300), returnOf(5, 0)]).toEqual([10_000, -666_667, 0]);
});

test('the drawdown is the largest fall from an earlier high', () => {
  expect(drawdownOf([100, 120, 90, 130, 117])).toBe(250_000);
  expect(drawdownOf([])).toBe(0);
  expect(drawdownOf([1, 2, 3])).toBe(0);
});

test('the win rate is the share of profitable sales, and null before the first sale', () => {
  expect([winRateOf(3, 2), winRateOf(0, 0)]).toEqual([666_666, null]);
});

test('equal players share a place', () => {
  const places = placesOf(
    [
      { name: '甲', value: 5 },
      { name: '乙', value: 9 },
      { name: '丙', value: 5 },
      { name: '丁', value: -1 },
    ],
    ({ value }) => value,
  );
  expect([...places].map(([{ name }, place]) => `${name}${place}`)).toEqual(['乙1', '甲2', '丙2', '丁4']);
});
