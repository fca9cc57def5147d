import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';

export type TransferOptions = {
  columnId?: string | undefined;
  mapping?: Record<string, string> | undefined;
  encoding?: string | undefined;
  withoutPeople?: boolean | undefined;
  /** Of an export that is done. */
  bytes?: number;
};

export type TransferCounts = { added: number; unchanged: number; skipped: number; failed: number };

export type TransferRow = {
  id: string;
  kind: string;
  name: string;
  path: string;
  options: TransferOptions;
  state: string;
  /** How often it was begun: what ends a process each time is given up. */
  attempts: number;
  done: number;
  total: number | null;
  counts: Partial<TransferCounts>;
  error: string;
  created_by: string | null;
  created_by_name: string | null;
  created_at: Date;
  finished_at: Date | null;
};

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

const rows = (db: Database | Trx) =>
  db
    .selectFrom('transfers as t')
    .leftJoin('members as m', 'm.id', 't.created_by')
    .select([
      't.id',
      't.kind',
      't.name',
      't.path',
      't.options',
      't.state',
      't.attempts',
      't.done',
      't.total',
      't.counts',
      't.error',
      't.created_by',
      'm.name as created_by_name',
      't.created_at',
      't.finished_at',
    ]);

/** Newest first, before the one with id `before`. */
export async function listTransfers(
  db: Database,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<TransferRow[]> {
  const found = await rows(db)
    .$if(before !== undefined, (list) => list.where('t.id', '<', before ?? ''))
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute();
  return found as TransferRow[];
}

export async function findTransfer(db: Database | Trx, id: string): Promise<TransferRow | undefined> {
  return (await rows(db).where('t.id', '=', id).executeTakeFirst()) as TransferRow | undefined;
}

export async function findReport(db: Database, id: string): Promise<string[]> {
  const row = await db.selectFrom('transfers').select('report').where('id', '=', id).executeTakeFirst();
  return (row?.report ?? []) as unknown as string[];
}

export async function insertTransfer(
  trx: Trx,
  transfer: { kind: string; name: string; path: string; options: TransferOptions; created_by: string },
): Promise<string> {
  const row = await trx
    .insertInto('transfers')
    .values({ ...transfer, options: json(transfer.options) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Ends what is waiting or running. @returns false when it has ended already */
export async function cancelTransfer(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfers')
    .set({ state: 'cancelled', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const transferQueue: Queue = {
  table: 'transfers',
  isOpen: sql`state in ('queued', 'running')`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`id`,
  leaseMs: 60_000,
};

/** Claims the oldest that waits, or whose process died; it is running from now on. */
export async function claimTransfer(ctx: Context): Promise<TransferRow | undefined> {
  const [claimed] = await claimJobs<{ id: string }>(ctx, ctx.db, transferQueue, {
    limit: 1,
    set: sql`state = 'running', started_at = coalesce(started_at, ${ctx.now()})`,
    returning: sql`id`,
  });
  return claimed && findTransfer(ctx.db, claimed.id);
}

/** @returns false when it is cancelled, or another process has claimed it */
export async function noteProgress(
  db: Database,
  claimed: Claimed,
  { done, total, counts, report }: { done: number; total: number | null; counts: object; report: string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfers')
    .set({ done, total, counts: json(counts), report: json(report) })
    .where(isHeld(transferQueue, claimed))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends what is running. @returns false when it was cancelled meanwhile, or another process has claimed it */
export async function finishTransfer(
  db: Database,
  claimed: Claimed,
  {
    options,
    ...end
  }: { state: 'done' | 'failed'; error: string; path: string; finished_at: Date; options: object },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfers')
    .set({ ...end, options: sql<never>`options || ${JSON.stringify(options)}::jsonb` })
    .where(isHeld(transferQueue, claimed))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Exports that were done before `day` and still have a file. */
export function listExpired(db: Database, day: Date) {
  return db
    .selectFrom('transfers')
    .select(['id', 'path'])
    .where('kind', '=', 'export')
    .where('path', '<>', '')
    .where('finished_at', '<', day)
    .limit(100)
    .execute();
}

export async function forgetPath(db: Database | Trx, id: string): Promise<void> {
  await db.updateTable('transfers').set({ path: '' }).where('id', '=', id).execute();
}
