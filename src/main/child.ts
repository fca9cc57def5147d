import cluster from 'node:cluster';

/** A part of the portal at work. */
export interface Running {
  stop(): Promise<void>;
}

const entries: Record<string, () => Promise<{ start(): Promise<Running> }>> = {
  web: () => import('./web.ts'),
  worker: () => import('./worker.ts'),
};

/** Starts one part of the portal in this process. */
export async function startRole(role: string): Promise<Running> {
  const entry = entries[role];
  if (!entry) throw new Error(`No process has the role ${role}.`);
  return (await entry()).start();
}

if (cluster.isWorker) await runAsChild(process.argv[2] ?? '');

async function runAsChild(role: string): Promise<void> {
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
  // Without its supervisor a child must not live on: it would hold the port against the next start.
  process.on('disconnect', () => process.exit(1));
  running = await startRole(role);
  process.send?.('ready');
}
