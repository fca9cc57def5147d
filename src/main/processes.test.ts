import { expect, test } from 'vitest';
import { restartDelays } from './processes.ts';

test('a process that keeps crashing waits twice as long each time, and one that ran well half a second again', () => {
  const second = 1000;
  const crashes = Array.from({ length: 8 }, () => 5 * second);
  const waits: number[] = [];
  let delay: number | undefined;
  for (const ranMs of [...crashes, 61 * second, second, 59 * second]) {
    const { wait, next } = restartDelays(delay, ranMs);
    waits.push(wait / second);
    delay = next;
  }
  expect(waits).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 0.5, 1, 2]);
});
