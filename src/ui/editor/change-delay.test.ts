import { expect, test } from 'vitest';
import { changeDelay } from './change-delay.ts';

test.each([
  [undefined, 50],
  [50, 50],
  [200, 200],
  [20, 20],
  [19, 20],
  [0, 20],
  [-1, 20],
  [Number.NaN, 50],
])('asked for %j ms the editor waits %j', (asked, waits) => {
  expect(changeDelay(asked)).toBe(waits);
});
