/** A part of the portal at work. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * Runs a part of the portal as a child of the supervisor: tells it when the part is ready, stops when it says
 * so, and never outlives it.
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
  // The terminal sends Ctrl-C to every process in it; when to stop is the supervisor's to say.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', stop);
  process.on('message', (message) => {
    if (message === 'stop') void stop();
  });
  // Without its supervisor a child would hold the port against the next start.
  process.on('disconnect', () => process.exit(1));
  running = await start();
  process.send?.('ready');
}
