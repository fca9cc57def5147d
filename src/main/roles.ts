import type { Running } from './as-child.ts';

export type Role = 'web' | 'worker';

const entries: Record<Role, () => Promise<{ start(): Promise<Running> }>> = {
  web: () => import('./web.ts'),
  worker: () => import('./worker.ts'),
};

export async function startRole(role: Role): Promise<Running> {
  return (await entries[role]()).start();
}
