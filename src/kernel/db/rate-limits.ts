import { sql } from 'kysely';
import type { Context, Database, Trx } from '../context.ts';
import type { DomainError } from '../errors.ts';

export type RateLimit = {
  /** Unique among all limits. */
  name: string;
  max: number;
  windowMs: number;
  /** Fixed window: opens with its first hit, and all hits expire when it ends. Without it the window slides. */
  isFixed?: true;
  /** Creates the error for a hit beyond the limit. `wait` is in seconds, at least 1. */
  refuse(wait: number): DomainError;
};

/** A hit, to be passed to `undoHit`. */
export type Hit = { key: string; at: Date /** Hits in the window, including this one. */; count: number };

/**
 * Counts a hit of `subject` in one statement, which is atomic across processes. A refused hit does not count. Inside a
 * transaction the row stays locked until the end, and a rollback undoes the hit.
 * @param hits as how many it counts, all or none
 * @throws the error that `limit.refuse` returns
 */
export async function countHit(
  { now }: Pick<Context, 'now'>,
  db: Database | Trx,
  limit: RateLimit,
  subject: string,
  hits = 1,
): Promise<Hit> {
  const { max, windowMs, isFixed } = limit;
  const key = rateLimitKey(limit, subject);
  const at = now();
  const since = new Date(at.getTime() - windowMs);
  const live = isFixed
    ? sql`case when l.hits[1] > ${since} then l.hits else array[]::timestamptz[] end`
    : sql`array(select hit from unnest(l.hits) hit where hit > ${since} order by hit)`;
  const added = sql`array_fill(${at}::timestamptz, array[${hits}::int])`;
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits as l (key, hits, expires_at)
    values (${key}, ${added}, ${new Date(at.getTime() + windowMs)})
    on conflict (key) do update set hits = ${live} || ${added}, expires_at = excluded.expires_at
    where cardinality(${live}) + ${hits}::int <= ${max}
    returning cardinality(hits) count`.execute(db);
  const [counted] = rows;
  if (counted) return { key, at, count: counted.count };
  const oldest = await findOldestHit(db, key, since);
  // Without a hit in the window, the limit was reset concurrently.
  const waitMs = oldest ? oldest.getTime() + windowMs - at.getTime() : 0;
  throw limit.refuse(Math.max(1, Math.ceil(waitMs / 1000)));
}

/** Removes one hit; other hits of the subject stay. */
export async function undoHit(db: Database | Trx, { key, at }: Hit): Promise<void> {
  await sql`
    update rate_limits set hits = hits[:array_position(hits, ${at}) - 1] || hits[array_position(hits, ${at}) + 1:]
    where key = ${key} and array_position(hits, ${at}) is not null`.execute(db);
}

/** Removes all hits of these keys. */
export async function resetRateLimits(db: Database | Trx, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}

export const rateLimitKey = ({ name }: Pick<RateLimit, 'name'>, subject: string): string =>
  `${name}:${subject}`;

/** Deletes rows that no limit counts any more. */
export async function deleteExpiredHits({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<=', now()).execute();
}

async function findOldestHit(db: Database | Trx, key: string, since: Date): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(hit) oldest from rate_limits, unnest(hits) hit where key = ${key} and hit > ${since}`.execute(
    db,
  );
  return rows[0]?.oldest ?? null;
}
