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
])('turns a requested delay of %j ms into %j ms', (requestedMs, waits) => {
  expect(changeDelay(requestedMs)).toBe(waits);
});
