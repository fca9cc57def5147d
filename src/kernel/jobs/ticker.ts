import type { Logger } from 'pino';

export type Ticker = {
  stop(): Promise<void>;
  /** Ends the present pause, or the next one if a call runs; a call that begins now sees what happened before. */
  wake(): void;
};

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
  let isRunning = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let since = now();
  const run = async () => {
    const began = now();
    [isRunning, isWoken] = [true, false];
    await tick(since).then(
      () => {
        since = began;
      },
      (error) => log.error({ err: error }, 'a tick failed'),
    );
    isRunning = false;
    if (!isStopped) timer = setTimeout(start, isWoken ? 0 : pauseMs);
  };
  const start = () => {
    running = run();
  };
  start();
  return {
    wake() {
      isWoken = true;
      if (isRunning || isStopped) return;
      clearTimeout(timer);
      timer = setTimeout(start, 0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
