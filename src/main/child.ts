import cluster from 'node:cluster';
import { type Running, runAsChild } from './as-child.ts';

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

if (cluster.isWorker) await runAsChild(() => startRole(process.argv[2] ?? ''));
