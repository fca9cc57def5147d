import { type RawBuilder, sql } from 'kysely';
import type { Context, Database, Trx } from '../context.ts';
import type { Tables } from './tables.ts';

/** Which rows are due, and in which order they are claimed. A partial index should serve `isDue` and `order`. */
export type Due = { table: keyof Tables; isDue: RawBuilder<unknown>; order: RawBuilder<unknown> };

type Claim = { limit: number; set: RawBuilder<unknown>; returning: RawBuilder<unknown> };

/**
 * Claims due rows: updates and returns them in one statement and skips rows that another process is claiming. `set`
 * must make the claimed rows not due. Without due rows nothing is written.
 */
export async function claimRows<R>(
  db: Database | Trx,
  { table, isDue, order }: Due,
  { limit, set, returning }: Claim,
): Promise<R[]> {
  // Materialized, because a subquery with a lock and a limit must run only once per statement.
  const { rows } = await sql<R>`
    with due as materialized (
      select id due_id from ${sql.table(table)} where ${isDue} order by ${order} limit ${sql.lit(limit)}
      for update skip locked
    )
    update ${sql.table(table)} set ${set} from due where id = due_id returning ${returning}`.execute(db);
  return rows;
}

/** Returns whether anything is due, so that an idle queue costs one statement instead of an empty transaction. */
export async function hasDueRows(db: Database, { table, isDue }: Omit<Due, 'order'>): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ${isDue} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * A table used as a job queue with leases. A claim moves a row's due time to the end of the lease, so the row is due
 * again if the process dies.
 */
export type Queue = {
  table: keyof Tables;
  /** Matches rows that wait or are being processed. */
  isOpen: RawBuilder<unknown>;
  /** The column with the time from which a row may be claimed. */
  dueAt: string;
  /** The column that counts claims. It distinguishes one claim of a row from the next. */
  attempts: string;
  order: RawBuilder<unknown>;
  leaseMs: number;
};

/** A claimed row. `attempts` includes this claim. */
export type Claimed = { id: string; attempts: number };

/** Claims due jobs. `set` updates further columns of the claimed rows. */
export function claimJobs<R>(
  { now }: Pick<Context, 'now'>,
  db: Database | Trx,
  queue: Queue,
  { limit, set, returning }: Omit<Claim, 'set'> & { set?: RawBuilder<unknown> },
): Promise<R[]> {
  const [dueAt, attempts] = [sql.ref(queue.dueAt), sql.ref(queue.attempts)];
  const until = new Date(now().getTime() + queue.leaseMs);
  return claimRows(db, dueIn(queue, now()), {
    limit,
    set: sql`${dueAt} = ${until}, ${attempts} = ${attempts} + 1${set ? sql`, ${set}` : sql``}`,
    returning,
  });
}

/** Returns the condition and order of a queue's due rows. */
export const dueIn = ({ table, isOpen, dueAt, order }: Queue, now: Date): Due => ({
  table,
  isDue: sql`${isOpen} and ${sql.ref(dueAt)} <= ${now}`,
  order,
});

/** SQL: whether the claim still holds the row. Every update of a claimed row needs this condition. */
export const isHeld = (queue: Queue, { id, attempts }: Claimed): RawBuilder<boolean> =>
  sql<boolean>`id = ${id} and ${sql.ref(queue.attempts)} = ${attempts} and ${queue.isOpen}`;

/** Changes the due time of a claimed row. @returns false if the claim is lost */
export async function moveDue(db: Database, queue: Queue, claimed: Claimed, dueAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(queue.table)} set ${sql.ref(queue.dueAt)} = ${dueAt}
    where ${isHeld(queue, claimed)}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Extends the lease of a claimed job while `work` runs.
 * @param signal aborted when the worker stops: the job is then due again immediately after `work` has returned
 */
export async function whileLeased<T>(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  queue: Queue,
  claimed: Claimed,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let extending = Promise.resolve();
  const extend = async () => {
    const isStillHeld = await moveDue(ctx.db, queue, claimed, new Date(ctx.now().getTime() + queue.leaseMs));
    if (!isStillHeld) clearInterval(timer);
  };
  const timer = setInterval(() => {
    extending = extend().catch((error: unknown) => {
      ctx.log.error({ err: error, queue: queue.table, job: claimed.id }, 'failed to extend a lease');
    });
  }, queue.leaseMs / 3);
  let result: T;
  try {
    result = await work();
  } finally {
    clearInterval(timer);
    // A pending extension must not be written after the result of the job.
    await extending;
  }
  if (signal?.aborted) await moveDue(ctx.db, queue, claimed, ctx.now());
  return result;
}

/** Exponential back-off in ms: `firstMs` after the first failure, doubling up to `maxMs`. */
export const backOff = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** Math.max(failures - 1, 0), maxMs);
