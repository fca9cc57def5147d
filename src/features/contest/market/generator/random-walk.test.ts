import { expect, test } from 'vitest';
import { seededRandom } from '#shared/seeded-random.ts';
import { approximateNormal, stepPrice } from './random-walk.ts';

const close = 100_000_000;

/** The mean deviation from the close after an hour of this many steps, relative to the close, over 400 runs. */
function meanDeviationAfter(steps: number): number {
  const random = seededRandom(`stray ${steps}`);
  let sum = 0;
  for (let run = 0; run < 400; run += 1) {
    let last = close;
    for (let step = 0; step < steps; step += 1)
      last = stepPrice(
        last,
        close,
        { lead: 0, push: approximateNormal(random), restlessness: 0.02, elapsedMs: 3_600_000 / steps },
        { limits: null, tick: 1 },
        0.5,
      );
    sum += Math.abs(last / close - 1);
  }
  return sum / 400;
}

test('the deviation after an hour does not depend on the number of steps', () => {
  const [few, many] = [meanDeviationAfter(2), meanDeviationAfter(1200)];
  expect(few).toBeGreaterThan(0.002);
  expect(many / few).toBeGreaterThan(0.8);
  expect(many / few).toBeLessThan(1.25);
});

test('a deviation reverts to the drift of the day', () => {
  const longStep = { lead: 0.01, push: 0, restlessness: 0.02, elapsedMs: 36_000_000 };
  expect(stepPrice(close * 1.08, close, longStep, { limits: null, tick: 10 }, 0.5) / close).toBeCloseTo(
    1.01,
    4,
  );
});
