import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Trx } from '#kernel/context.ts';
import { findHolder, type HolderRow, upsertHolder } from './queries.ts';

/** The index of this process's folder, and where it is. */
export type IndexHolder = { indexId: string; machine: string; pid: number };

/**
 * Reads the holder of an index folder; its random name is written on the first call and again if the folder was deleted
 * meanwhile. Machines that share the folder share the name.
 */
export function openHolder(dir: string, machine = hostname()): () => IndexHolder {
  const file = join(dir, 'index-id');
  let known = randomBytes(8).toString('hex');
  return () => {
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      writeFileSync(file, known, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      known = readFileSync(file, 'utf8').trim() || known;
    }
    return { indexId: known, machine, pid: process.pid };
  };
}

/** `held`: it is this index. `free`: no other index is in use. `foreign`: another one is. */
export type HolderState = { state: 'held' | 'free' } | { state: 'foreign'; machine: string };

/** Judges whether an index may take what changes, by the holder that the database knows. */
export function judgeHolder(row: HolderRow | undefined, own: IndexHolder): HolderState {
  // A portal that never had a holder goes on with the index it has.
  if (!row || row.index_id === own.indexId) return { state: 'held' };
  const hasDied = row.machine === own.machine && !isAlive(row.pid);
  if (!row.is_fresh || hasDied) return { state: 'free' };
  return { state: 'foreign', machine: row.machine };
}

/** Makes `own` the holder, unless another index is in use. `free` means that this index has to be made anew. */
export async function claimIndex(trx: Trx, own: IndexHolder): Promise<HolderState> {
  const state = judgeHolder(await findHolder(trx), own);
  if (state.state !== 'foreign') await upsertHolder(trx, own);
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
