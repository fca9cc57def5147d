import { expect, test } from 'vitest';
import { bellOf, randomOf, stepPrice } from './walk.ts';

const close = 100_000_000;

/** How far prices end from the close after so many steps of one hour together, as a share of it: the mean of 400. */
function strayAfter(steps: number): number {
  const random = randomOf(`stray ${steps}`);
  let sum = 0;
  for (let run = 0; run < 400; run += 1) {
    let last = close;
    for (let step = 0; step < steps; step += 1)
      last = stepPrice(
        last,
        close,
        { lead: 0, push: bellOf(random), restlessness: 0.02, elapsedMs: 3_600_000 / steps },
        { limits: null, tick: 1 },
        0.5,
      );
    sum += Math.abs(last / close - 1);
  }
  return sum / 400;
}

test('an hour of many small steps strays as far as one of few', () => {
  const [few, many] = [strayAfter(2), strayAfter(1200)];
  expect(few).toBeGreaterThan(0.002);
  expect(many / few).toBeGreaterThan(0.8);
  expect(many / few).toBeLessThan(1.25);
});

test('what has strayed is drawn back to where the day leads', () => {
  const far = { lead: 0.01, push: 0, restlessness: 0.02, elapsedMs: 36_000_000 };
  expect(stepPrice(close * 1.08, close, far, { limits: null, tick: 10 }, 0.5) / close).toBeCloseTo(1.01, 4);
});
