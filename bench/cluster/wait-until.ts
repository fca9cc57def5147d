import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 200;

/** Repeats a check until it holds, at most for `maxMs`. @throws with `fault` if it never does */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  maxMs: number,
  fault: string,
): Promise<void> {
  const deadline = Date.now() + maxMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(fault);
    await pause(pauseMs);
  }
}

/** Whether an address answers with success within two seconds. */
export const isAnswering = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
