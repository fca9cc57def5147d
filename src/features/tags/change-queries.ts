import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';

export type TagChangeRow = Claimed & {
  kind: string;
  names: string[];
  target: string;
  state: string;
  done: number;
  total: number;
};

const columns = sql`id, kind, names, target, state, done, total, attempts`;
const isOpen = sql`state in ('queued', 'running')`;

export const tagChangeQueue: Queue = {
  table: 'tag_changes',
  isOpen,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`id`,
  leaseMs: 60_000,
};

export async function insertTagChange(
  trx: Trx,
  change: { kind: string; names: string[]; target: string; total: number; created_by: string; due_at: Date },
): Promise<void> {
  await trx.insertInto('tag_changes').values(change).execute();
}

/** Returns open changes that give or take one of these names. */
export async function findOpenChanges(trx: Trx, names: readonly string[]): Promise<TagChangeRow[]> {
  const { rows } = await sql<TagChangeRow>`
    select ${columns} from tag_changes
    where ${isOpen} and (names && ${names}::text[] or target = any(${names}::text[])) order by id`.execute(
    trx,
  );
  return rows;
}

/** Lists open changes, and those that failed after `since`, oldest first. */
export async function listTagChanges(db: Database, since: Date): Promise<TagChangeRow[]> {
  const { rows } = await sql<TagChangeRow>`
    select ${columns} from tag_changes
    where ${isOpen} or (state = 'failed' and finished_at > ${since}) order by id limit 50`.execute(db);
  return rows;
}

/** Claims the oldest change that is queued or whose lease has expired. */
export async function claimTagChange(ctx: Context): Promise<TagChangeRow | undefined> {
  const [claimed] = await claimJobs<TagChangeRow>(ctx, ctx.db, tagChangeQueue, {
    limit: 1,
    set: sql`state = 'running'`,
    returning: columns,
  });
  return claimed;
}

/** @returns false if another process has claimed the change */
export async function addProgress(trx: Trx, claimed: Claimed, posts: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('tag_changes')
    .set({ done: sql`done + ${posts}` })
    .where(isHeld(tagChangeQueue, claimed))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false if another process has claimed the change */
export async function finishTagChange(
  db: Database | Trx,
  claimed: Claimed,
  state: 'done' | 'failed',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tag_changes')
    .set({ state, finished_at: now })
    .where(isHeld(tagChangeQueue, claimed))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOldTagChanges(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('tag_changes').where('finished_at', '<', before).execute();
}
