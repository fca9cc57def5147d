import { expect, test } from 'vitest';
import { shapeCurve } from './curve-shape.ts';

const point = (value: number, index: number | null = null) => ({ value, index });

test('draws a curve from left to right between ticks at round values', () => {
  const { low, high, ticks, own } = shapeCurve([point(0), point(10_000), point(38_000)]);
  expect([low, high]).toEqual([0, 40_000]);
  expect(ticks).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
  expect(own).toBe('M0 1000L500 750L1000 50');
});

test('always shows zero, and draws the index where it is known', () => {
  const { low, high, ticks, index } = shapeCurve([point(0, 0), point(-120_000), point(-90_000, 20_000)]);
  expect(ticks).toContain(0);
  expect([low, high]).toEqual([-150_000, 50_000]);
  expect(index).toBe('M0 250L1000 150');
});

test('draws a flat line for constant values, and no line for a single day', () => {
  const { low, high, own } = shapeCurve([point(0), point(0)]);
  expect([low, high]).toEqual([0, 1000]);
  expect(own).toBe('M0 1000L1000 1000');
  expect(shapeCurve([point(0)]).own).toBe('');
});
