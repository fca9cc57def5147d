import type { Trx } from '#kernel/context.ts';
import type { IndexIdentity } from './index-identity.ts';
import { findIndexOwner, type IndexOwnerRow, upsertIndexOwner } from './queries.ts';

/** `held`: this index is the owner. `free`: no other index is in use. `foreign`: another index is. */
export type OwnershipState = { state: 'held' | 'free' } | { state: 'foreign'; machine: string };

/** Decides whether an index may process changes, given the owner in the database. */
export function judgeOwnership(row: IndexOwnerRow | undefined, own: IndexIdentity): OwnershipState {
  // A portal without a recorded owner continues with its existing index.
  if (!row || row.index_id === own.indexId) return { state: 'held' };
  const hasDied = row.machine === own.machine && !isAlive(row.pid);
  if (!row.is_fresh || hasDied) return { state: 'free' };
  return { state: 'foreign', machine: row.machine };
}

/**
 * Makes `own` the owner unless another index is in use. `free` means that this index must be rebuilt. An owner is not
 * written again, since its row would stay locked while the other machines renew it.
 */
export async function claimIndex(trx: Trx, own: IndexIdentity): Promise<OwnershipState> {
  const row = await findIndexOwner(trx);
  const state = judgeOwnership(row, own);
  if (state.state === 'free' || !row) await upsertIndexOwner(trx, own);
  return state;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
