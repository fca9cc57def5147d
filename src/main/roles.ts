import { nameProcess } from '#kernel/process-name.ts';
import type { Running } from './as-child.ts';
import { type ProcessNumber, processNameOf } from './operation/process-names.ts';

/** `all`: web and worker in one process. */
export type Role = 'web' | 'worker' | 'all';

const entries: Record<Role, () => Promise<{ start(number?: ProcessNumber): Promise<Running> }>> = {
  web: () => import('./web.ts'),
  worker: () => import('./worker.ts'),
  all: () => import('./all.ts'),
};

/** @param number distinguishes the processes of this machine: 0 for the worker, 1 and up for web processes */
export async function startRole(role: Role, number?: ProcessNumber): Promise<Running> {
  nameProcess(role === 'all' ? 'all' : processNameOf(number ?? (role === 'worker' ? 0 : 1)));
  return (await entries[role]()).start(number);
}
