import { sql } from 'kysely';
import type { Context, Database } from '#kernel/context.ts';
import { type Claimed, claimJobs, dueIn, hasDueRows, type Queue } from '#kernel/db/queue.ts';

export type PurgeRow = Claimed & { tags: string[]; sent: number };

const queue: Queue = {
  table: 'cdn_purges',
  isOpen: sql`true`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`due_at`,
  // A process that dies with a purge must not delay it much; one that is sent twice does no harm.
  leaseMs: 5000,
};

export const hasDuePurges = (ctx: Context): Promise<boolean> => hasDueRows(ctx.db, dueIn(queue, ctx.now()));

export const claimPurges = (ctx: Context, limit: number): Promise<PurgeRow[]> =>
  claimJobs<PurgeRow>(ctx, ctx.db, queue, { limit, returning: sql`id, attempts, tags, sent` });

/** Notes that claimed purges were sent, and when each is sent once more; one without a time is done. */
export async function endPurges(
  db: Database,
  purges: readonly (Claimed & { nextAt: Date | null })[],
): Promise<void> {
  const [done, others] = [purges.filter(({ nextAt }) => !nextAt), purges.filter(({ nextAt }) => nextAt)];
  await sql`
    delete from cdn_purges p using unnest(${idsOf(done)}::bigint[], ${attemptsOf(done)}::int[]) as held (id, attempts)
    where p.id = held.id and p.attempts = held.attempts`.execute(db);
  await sql`
    update cdn_purges p set sent = sent + 1, due_at = held.due_at
    from unnest(${idsOf(others)}::bigint[], ${attemptsOf(others)}::int[],
      ${others.map(({ nextAt }) => nextAt)}::timestamptz[]) as held (id, attempts, due_at)
    where p.id = held.id and p.attempts = held.attempts`.execute(db);
}

/** Makes purges that failed due again. */
export async function postponePurges(
  db: Database,
  purges: readonly (Claimed & { dueAt: Date })[],
): Promise<void> {
  await sql`
    update cdn_purges p set due_at = held.due_at
    from unnest(${idsOf(purges)}::bigint[], ${attemptsOf(purges)}::int[],
      ${purges.map(({ dueAt }) => dueAt)}::timestamptz[]) as held (id, attempts, due_at)
    where p.id = held.id and p.attempts = held.attempts`.execute(db);
}

const idsOf = (rows: readonly Claimed[]) => rows.map(({ id }) => id);
const attemptsOf = (rows: readonly Claimed[]) => rows.map(({ attempts }) => attempts);

export async function deletePurges(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cdn_purges')
    .where('queued_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type ShownPost = { author_ids: string[]; tags: string[]; stock_codes: string[] };
/** Returns the authors, tags and stocks of posts, whatever their state. */
export async function findShownPosts(db: Database, ids: readonly string[]): Promise<ShownPost[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('posts')
    .select(['tags', 'stock_codes'])
    .select(sql<string[]>`author_id || co_author_ids`.as('author_ids'))
    .where('id', 'in', ids)
    .execute();
}

/** Returns the slugs of the topics that contain one of the posts. */
export async function findTopicsOfPosts(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('topics as t')
    .innerJoin('topic_posts as p', 'p.topic_id', 't.id')
    .select('t.slug')
    .distinct()
    .where('p.post_id', 'in', ids)
    .execute();
  return rows.map(({ slug }) => slug);
}

export async function listTopicSlugs(db: Database): Promise<string[]> {
  return (await db.selectFrom('topics').select('slug').execute()).map(({ slug }) => slug);
}

/** Returns since when the oldest purge waits to be sent for the first time; null if none does. */
export async function oldestPurge(db: Database): Promise<Date | null> {
  const { since } = await db
    .selectFrom('cdn_purges')
    .select(({ fn }) => fn.min('queued_at').as('since'))
    .where('sent', '=', 0)
    .executeTakeFirstOrThrow();
  return since;
}
