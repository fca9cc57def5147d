import cluster from 'node:cluster';
import { ConfigError } from '#kernel/config.ts';
import { trimHeap } from './trim-heap.ts';

/** The message by which a child asks the supervisor to start the portal again. */
export const restartRequest = 'restart';

/** The supervisor's question whether the event loop of a child still turns; the child sends it back. */
export const ping = 'ping';

/** Asks the supervisor to start the portal again; does nothing where there is none, as in development. */
export const requestRestart = (): void => void cluster.worker?.send(restartRequest);

/** A running part of the portal. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * Runs a part of the portal as a child process of the supervisor. It reports `ready` to the supervisor, stops on the
 * supervisor's request, and exits when the supervisor is gone.
 */
export async function runAsChild(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await running?.stop();
    process.exit(0);
  };
  // The terminal sends Ctrl-C to the whole process group, but only the supervisor decides when its children stop.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', stop);
  process.on('message', (message) => {
    if (message === 'stop') void stop();
    // The supervisor may have exited meanwhile.
    if (message === ping) process.send?.(ping, undefined, undefined, () => undefined);
  });
  // A child without a supervisor would keep the port occupied and block the next start.
  process.on('disconnect', () => process.exit(1));
  running = await start().catch((error: unknown) => {
    // The message of a wrong setting says what to change; a stack trace would hide it.
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  });
  process.send?.('ready');
  trimHeap();
}
