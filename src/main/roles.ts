import type { Running } from './as-child.ts';

/** `all`: web and worker in one process. */
export type Role = 'web' | 'worker' | 'all';

const entries: Record<Role, () => Promise<{ start(): Promise<Running> }>> = {
  web: () => import('./web.ts'),
  worker: () => import('./worker.ts'),
  all: () => import('./all.ts'),
};

export async function startRole(role: Role): Promise<Running> {
  return (await entries[role]()).start();
}
