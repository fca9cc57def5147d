import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Trx } from '#kernel/context.ts';
import { findIndexOwner, type IndexOwnerRow, upsertIndexOwner } from './queries.ts';

/** Identifies the index in this process's folder and its machine. */
export type IndexIdentity = { indexId: string; machine: string; pid: number };

/**
 * Returns a function that reads the identity of an index folder. Writes a random name on the first call, and again if
 * the folder was deleted. Machines that share the folder share the name.
 */
export function openIndexIdentity(
  dir: string,
  { machine = hostname(), pid = process.pid }: Partial<Pick<IndexIdentity, 'machine' | 'pid'>> = {},
): () => IndexIdentity {
  const file = join(dir, 'index-id');
  let indexId = randomBytes(8).toString('hex');
  return () => {
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(file, indexId, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      indexId = readFileSync(file, 'utf8').trim() || indexId;
    }
    return { indexId, machine, pid };
  };
}

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

/** Makes `own` the owner unless another index is in use. `free` means that this index must be rebuilt. */
export async function claimIndex(trx: Trx, own: IndexIdentity): Promise<OwnershipState> {
  const state = judgeOwnership(await findIndexOwner(trx), own);
  if (state.state !== 'foreign') await upsertIndexOwner(trx, own);
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
