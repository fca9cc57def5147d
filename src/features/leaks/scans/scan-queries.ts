import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';

export type LeakFound = { address: string; pieceId: string; sentence: string };

export type ScanRow = {
  id: string;
  state: string;
  most: number | null;
  attempts: number;
  done: number;
  total: number | null;
  sentences: number;
  addresses: number;
  leak_count: number;
  fault_count: number;
  error: string;
  created_by_name: string | null;
  created_at: Date;
  finished_at: Date | null;
};

const rows = (db: Database | Trx) =>
  db
    .selectFrom('leak_scans as s')
    .leftJoin('members as m', 'm.id', 's.created_by')
    .select(['s.id', 's.state', 's.most', 's.attempts', 's.done', 's.total', 's.sentences', 's.addresses'])
    .select(['s.leak_count', 's.error', 's.created_at', 's.finished_at', 'm.name as created_by_name'])
    .select(sql<number>`jsonb_array_length(s.faults)`.as('fault_count'));

/** Newest first, before the id `before`; by the primary key. */
export function listScans(
  db: Database,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<ScanRow[]> {
  return rows(db)
    .$if(before !== undefined, (list) => list.where('s.id', '<', before ?? ''))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
}

export function findScan(db: Database | Trx, id: string): Promise<ScanRow | undefined> {
  return rows(db).where('s.id', '=', id).executeTakeFirst();
}

export async function findFindings(
  db: Database,
  id: string,
): Promise<{ leaks: LeakFound[]; faults: string[] } | undefined> {
  const row = await db
    .selectFrom('leak_scans')
    .select(['leaks', 'faults'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row as { leaks: LeakFound[]; faults: string[] } | undefined;
}

/** @returns undefined while another is queued or running */
export async function insertScan(
  trx: Trx,
  scan: { most: number | null; created_by: string },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('leak_scans')
    .values(scan)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Cancels a queued or running scan. @returns false if it has already ended */
export async function cancelScan(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('leak_scans')
    .set({ state: 'cancelled', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const scanQueue: Queue = {
  table: 'leak_scans',
  isOpen: sql`state in ('queued', 'running')`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`id`,
  leaseMs: 60_000,
};

/** Claims the scan that is queued or whose lease has expired, and starts it from the beginning. */
export async function claimScan(ctx: Context): Promise<ScanRow | undefined> {
  const [claimed] = await claimJobs<{ id: string }>(ctx, ctx.db, scanQueue, {
    limit: 1,
    set: sql`state = 'running', done = 0`,
    returning: sql`id`,
  });
  return claimed && findScan(ctx.db, claimed.id);
}

/** @returns false if it is cancelled, or another process has claimed it */
export async function updateScanProgress(
  db: Database,
  claimed: Claimed,
  progress: { done: number; total: number; addresses: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leak_scans')
    .set(progress)
    .where(isHeld(scanQueue, claimed))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ScanEnd = {
  state: 'done' | 'failed';
  error?: string;
  done?: number;
  total?: number;
  sentences?: number;
  addresses?: number;
  leak_count?: number;
  leaks?: readonly LeakFound[];
  faults?: readonly string[];
  finished_at: Date;
};

/** Saves the result of a running scan; a scan cancelled or claimed by another process meanwhile is left unchanged. */
export async function finishScan(
  db: Database,
  claimed: Claimed,
  { leaks = [], faults = [], ...end }: ScanEnd,
): Promise<void> {
  await db
    .updateTable('leak_scans')
    .set({ ...end, leaks: JSON.stringify(leaks), faults: JSON.stringify(faults) })
    .where(isHeld(scanQueue, claimed))
    .execute();
}

/** Deletes all scans but the newest. */
export async function deleteOldScans(db: Database, keepCount: number): Promise<void> {
  await sql`delete from leak_scans where id <= (
    select id from leak_scans order by id desc limit 1 offset ${keepCount})`.execute(db);
}
