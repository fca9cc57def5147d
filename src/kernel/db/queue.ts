import { type RawBuilder, sql } from 'kysely';
import type { Context, Database, Trx } from '../context.ts';
import type { Tables } from './tables.ts';

/** Rows that are due, and which come first. A partial index serves `isDue` and `order`. */
export type Due = { table: keyof Tables; isDue: RawBuilder<unknown>; order: RawBuilder<unknown> };

type Claim = { limit: number; set: RawBuilder<unknown>; returning: RawBuilder<unknown> };

/**
 * Updates rows that are due and returns them, in one statement: rows that another process is claiming are skipped, and
 * `set` has to make the claimed ones not due. Without due rows nothing is written.
 */
export async function claimRows<R>(
  db: Database | Trx,
  { table, isDue, order }: Due,
  { limit, set, returning }: Claim,
): Promise<R[]> {
  // Materialized: a subquery that locks and limits must not run twice in one statement.
  const { rows } = await sql<R>`
    with due as materialized (
      select id due_id from ${sql.table(table)} where ${isDue} order by ${order} limit ${sql.lit(limit)}
      for update skip locked
    )
    update ${sql.table(table)} set ${set} from due where id = due_id returning ${returning}`.execute(db);
  return rows;
}

/** Whether anything is due. Costs an idle queue one statement instead of an empty transaction. */
export async function hasDueRows(db: Database, { table, isDue }: Omit<Due, 'order'>): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ${isDue} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * A table whose rows are jobs. A claim moves the time at which a row is due to the end of a lease; if its process dies,
 * the row is due again then.
 */
export type Queue = {
  table: keyof Tables;
  /** Which rows wait or are being worked on. */
  isOpen: RawBuilder<unknown>;
  /** The column with the time from which a row may be claimed. */
  dueAt: string;
  /** The column that counts claims. It tells one claim of a row from the next. */
  attempts: string;
  order: RawBuilder<unknown>;
  leaseMs: number;
};

/** A claimed row: `attempts` includes this claim. */
export type Claimed = { id: string; attempts: number };

/** Claims jobs that are due. `set` changes more columns of them. */
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

/** The rows of a queue that are due. */
export const dueIn = ({ table, isOpen, dueAt, order }: Queue, now: Date): Due => ({
  table,
  isDue: sql`${isOpen} and ${sql.ref(dueAt)} <= ${now}`,
  order,
});

/** Whether a row is still this claim's: for the condition of every update of a claimed row. */
export const isHeld = (queue: Queue, { id, attempts }: Claimed): RawBuilder<boolean> =>
  sql<boolean>`id = ${id} and ${sql.ref(queue.attempts)} = ${attempts} and ${queue.isOpen}`;

/** Moves the time at which a claimed row is due again. @returns false when the claim is lost */
export async function moveDue(db: Database, queue: Queue, claimed: Claimed, dueAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(queue.table)} set ${sql.ref(queue.dueAt)} = ${dueAt}
    where ${isHeld(queue, claimed)}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Extends the lease of a claimed job as long as `work` takes.
 * @param signal aborted when the worker stops: work that has ended because of it is due again at once
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
    const isOurs = await moveDue(ctx.db, queue, claimed, new Date(ctx.now().getTime() + queue.leaseMs));
    if (!isOurs) clearInterval(timer);
  };
  const timer = setInterval(() => {
    extending = extend().catch((error: unknown) => {
      ctx.log.error({ err: error, queue: queue.table, job: claimed.id }, 'a lease could not be extended');
    });
  }, queue.leaseMs / 3);
  let result: T;
  try {
    result = await work();
  } finally {
    clearInterval(timer);
    // What it writes must not come after what is written next.
    await extending;
  }
  if (signal?.aborted) await moveDue(ctx.db, queue, claimed, ctx.now());
  return result;
}

/** Exponential back-off: `firstMs` after the first failure, doubling up to `maxMs`. */
export const backOff = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** Math.max(failures - 1, 0), maxMs);
