import { sql } from 'kysely';
import type { ImportPlan, ImportRights } from '#features/posts/index.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';

export type TransferOptions = {
  columnId?: string | undefined;
  mapping?: Record<string, string> | undefined;
  encoding?: string | undefined;
  withoutPeople?: boolean | undefined;
  /** Of a finished export or backup. */
  bytes?: number;
  /** Of a finished backup: where it is. */
  storedIn?: string;
  /** Of a backup that was verified: when (ISO 8601), and what was wrong. */
  verifiedAt?: string;
  verifyFault?: string;
  /** Of an import: waits for the choice of columns once the file has been read. */
  isReviewed?: boolean | undefined;
  /** Of an import: pairs of category and column id. */
  categories?: [string, string][];
  /** Of an import by an account that is limited to columns: the ids of those that it may fill. */
  onlyColumns?: string[] | null;
  /** Of an import: what the one who started it may publish; nothing if absent. */
  rights?: ImportRights;
  /** Of an import of members; `vipUntil`, ISO 8601, is for those who pay in Ghost. */
  members?: { vipUntil: string | null } | undefined;
  /** Of a refetch: the address of the old site. */
  site?: string | undefined;
};

export type TransferCounts = {
  added: number;
  unchanged: number;
  skipped: number;
  failed: number;
  /** Of an import: those added as drafts. */
  drafts?: number;
  /** Members who were here and got VIP or tags. */
  updated?: number;
};

export type TransferRow = {
  id: string;
  kind: string;
  name: string;
  path: string;
  options: TransferOptions;
  state: string;
  /** Number of starts; a transfer that ends its process each time is abandoned. */
  attempts: number;
  done: number;
  total: number | null;
  counts: Partial<TransferCounts>;
  error: string;
  created_by: string | null;
  created_by_name: string | null;
  created_at: Date;
  finished_at: Date | null;
  /** The import that a refetch or an undo acts on. */
  source_id: string | null;
  /** Of an import that waits, or waited. */
  plan: ImportPlan | null;
  missing_pictures: number;
  has_items: boolean;
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
      't.source_id',
      't.plan',
    ])
    .select(
      sql<number>`(select count(*)::int from transfer_pictures x where x.transfer_id = t.id)`.as(
        'missing_pictures',
      ),
    )
    .select(
      sql<boolean>`exists (select from transfer_items x where x.transfer_id = t.id)
      or exists (select from transfer_member_tags x where x.transfer_id = t.id)`.as('has_items'),
    );

/** Newest first, before the id `before`. */
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
  transfer: {
    kind: string;
    name: string;
    path: string;
    options: TransferOptions;
    created_by: string | null;
    source_id?: string;
  },
): Promise<string> {
  const row = await trx
    .insertInto('transfers')
    .values({ ...transfer, options: json(transfer.options) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Locks a transfer, so that only one refetch or undo of it is queued. @returns whether one is under way */
export async function lockSource(trx: Trx, id: string): Promise<boolean> {
  await trx.selectFrom('transfers').select('id').where('id', '=', id).forUpdate().execute();
  const active = await trx
    .selectFrom('transfers')
    .select('id')
    .where('source_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst();
  return active !== undefined;
}

/** Cancels a queued or running transfer. @returns false if it has already ended */
export async function cancelTransfer(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfers')
    .set({ state: 'cancelled', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running', 'waiting'])
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

/** Claims the oldest transfer that is queued or whose lease has expired, and marks it as running. */
export async function claimTransfer(ctx: Context): Promise<TransferRow | undefined> {
  const [claimed] = await claimJobs<{ id: string }>(ctx, ctx.db, transferQueue, {
    limit: 1,
    set: sql`state = 'running', started_at = coalesce(started_at, ${ctx.now()})`,
    returning: sql`id`,
  });
  return claimed && findTransfer(ctx.db, claimed.id);
}

/** @returns false if it is cancelled, or another process has claimed it */
export async function updateProgress(
  db: Database | Trx,
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

/** Marks a running transfer as ended. @returns false if it was cancelled or another process has claimed it */
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

/** Makes a running import wait for its columns. @returns false if it was cancelled or another process has claimed it */
export async function pauseTransfer(db: Database, claimed: Claimed, plan: ImportPlan): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfers')
    .set({ state: 'waiting', plan: json(plan), attempts: 0 })
    .where(isHeld(transferQueue, claimed))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Queues an import that waits for its columns. @returns false if it does not wait any more */
export async function resumeTransfer(
  trx: Trx,
  id: string,
  options: Pick<TransferOptions, 'columnId' | 'categories' | 'onlyColumns' | 'rights'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('transfers')
    .set({
      state: 'queued',
      due_at: sql<never>`'-infinity'`,
      options: sql<never>`options || ${JSON.stringify(options)}::jsonb`,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists exports that were finished before `day` and still have a file. */
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

export async function clearPath(db: Database | Trx, id: string): Promise<void> {
  await db.updateTable('transfers').set({ path: '' }).where('id', '=', id).execute();
}
