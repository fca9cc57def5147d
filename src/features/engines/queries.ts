import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, type Queue } from '#kernel/db/queue.ts';
import type { Engine } from './schema.ts';

export type OutboxRow = Claimed & { post_id: string; column_id: string };
export type StateRow = { engine: string; failures: number; retry_at: Date | null; remaining: number | null };
export type PushRow = {
  id: string;
  engine: string;
  addresses: string[];
  is_taken: boolean;
  answer: string;
  pushed_at: Date;
};

const queueOf = (engine: Engine): Queue => ({
  table: 'engine_outbox',
  isOpen: sql`engine = ${engine}`,
  dueAt: 'due_at',
  attempts: 'attempts',
  // News first: a quota may end before the rest.
  order: sql`queued_at desc`,
  leaseMs: 120_000,
});

/** Queues the addresses of posts that readers see or saw. An address that waits already is pushed once. */
export async function queueAddresses(
  trx: Trx,
  engines: readonly Engine[],
  posts: readonly { id: string; columnId: string }[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  await sql`
    insert into engine_outbox (engine, post_id, column_id, queued_at, due_at)
    select e, p.id, given.column_id, ${now}, ${dueAt}
    from unnest(${posts.map(({ id }) => id)}::bigint[], ${posts.map(({ columnId }) => columnId)}::bigint[])
        as given (id, column_id)
      join posts p on p.id = given.id and p.state in ('published', 'withdrawn')
      cross join unnest(${engines}::text[]) e
    order by e, p.id, given.column_id
    on conflict (engine, post_id, column_id)
      do update set queued_at = excluded.queued_at, due_at = excluded.due_at, attempts = 0`.execute(trx);
}

export const claimAddresses = (ctx: Context, engine: Engine, limit: number): Promise<OutboxRow[]> =>
  claimJobs<OutboxRow>(ctx, ctx.db, queueOf(engine), {
    limit,
    returning: sql`id, attempts, post_id, column_id`,
  });

/** Deletes claimed rows, except those that were queued again meanwhile. */
export async function deleteAddresses(trx: Trx, rows: readonly Claimed[]): Promise<void> {
  await sql`
    delete from engine_outbox o
    using unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ attempts }) => attempts)}::int[])
      as done (id, attempts)
    where o.id = done.id and o.attempts = done.attempts`.execute(trx);
}

/** Makes claimed rows due again at a time. */
export async function postponeAddresses(trx: Trx, rows: readonly Claimed[], dueAt: Date): Promise<void> {
  await sql`
    update engine_outbox o set due_at = ${dueAt}
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ attempts }) => attempts)}::int[])
      as held (id, attempts)
    where o.id = held.id and o.attempts = held.attempts`.execute(trx);
}

type PushedPost = { id: string; column_id: string; state: string };
/** Returns the current column and state of posts. */
export const findPosts = (db: Database, ids: readonly string[]): Promise<PushedPost[]> =>
  db.selectFrom('posts').select(['id', 'column_id', 'state']).where('id', 'in', ids).execute();

export const findState = (db: Database, engine: Engine): Promise<StateRow | undefined> =>
  db.selectFrom('engine_states').selectAll().where('engine', '=', engine).executeTakeFirst();

export async function saveState(db: Database | Trx, row: StateRow): Promise<void> {
  const { engine: _, ...change } = row;
  await db
    .insertInto('engine_states')
    .values(row)
    .onConflict((conflict) => conflict.column('engine').doUpdateSet(change))
    .execute();
}

export async function insertPush(trx: Trx, row: Omit<PushRow, 'id'>): Promise<void> {
  await trx.insertInto('engine_pushes').values(row).execute();
}

export const listPushes = (db: Database, limit: number, before?: string): Promise<PushRow[]> =>
  db
    .selectFrom('engine_pushes')
    .selectAll()
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findPush = (db: Database | Trx, id: string): Promise<PushRow | undefined> =>
  db.selectFrom('engine_pushes').selectAll().where('id', '=', id).executeTakeFirst();

export async function countWaiting(db: Database, engine: Engine, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (select from engine_outbox where engine = ${engine} limit ${cap}) waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function deleteOld(db: Database, before: { queued: Date; pushed: Date }): Promise<void> {
  await db
    .deleteFrom('engine_outbox')
    .where('engine', 'in', ['baidu', 'indexnow'])
    .where('queued_at', '<', before.queued)
    .execute();
  await db.deleteFrom('engine_pushes').where('pushed_at', '<', before.pushed).execute();
}
