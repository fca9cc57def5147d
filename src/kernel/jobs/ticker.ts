import type { Logger } from 'pino';

export type Ticker = { stop(): Promise<void> };

/**
 * Calls `tick` repeatedly with `pauseMs` between the end of one call and the start of the next; `since` is when the
 * previous call began. A failed tick is logged and does not stop the ticker.
 */
export function startTicker(
  pauseMs: number,
  log: Logger,
  tick: (since: Date) => Promise<void>,
  now: () => Date = () => new Date(),
): Ticker {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let since = now();
  const run = async () => {
    const began = now();
    await tick(since).then(
      () => {
        since = began;
      },
      (error) => log.error({ err: error }, 'a tick failed'),
    );
    if (!isStopped) timer = setTimeout(start, pauseMs);
  };
  const start = () => {
    running = run();
  };
  start();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
