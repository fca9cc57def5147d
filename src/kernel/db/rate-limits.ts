import { sql } from 'kysely';
import type { Context, Database, Trx } from '../context.ts';
import type { DomainError } from '../errors.ts';

export type RateLimit = {
  /** Unique among all limits. */
  name: string;
  max: number;
  windowMs: number;
  /** A window that opens with its first hit and forgets all of them when it ends. Otherwise the window slides. */
  isFixed?: true;
  /** The error for a hit beyond the limit. `wait` is in seconds, at least 1. */
  refuse(wait: number): DomainError;
};

/** A hit, to be passed to `takeBackHit`. */
export type Hit = { key: string; at: Date /** Hits in the window, this one included. */; count: number };

/**
 * Counts a hit of `subject` in one statement, which is atomic across processes. A refused hit does not count. Inside a
 * transaction the row stays locked until its end, and a rollback takes the hit back.
 * @throws what `limit.refuse` returns
 */
export async function countHit(
  { now }: Pick<Context, 'now'>,
  db: Database | Trx,
  limit: RateLimit,
  subject: string,
): Promise<Hit> {
  const { max, windowMs, isFixed } = limit;
  const key = rateLimitKey(limit, subject);
  const at = now();
  const since = new Date(at.getTime() - windowMs);
  const live = isFixed
    ? sql`case when l.hits[1] > ${since} then l.hits else array[]::timestamptz[] end`
    : sql`array(select hit from unnest(l.hits) hit where hit > ${since} order by hit)`;
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits as l (key, hits, expires_at)
    values (${key}, array[${at}::timestamptz], ${new Date(at.getTime() + windowMs)})
    on conflict (key) do update set hits = ${live} || ${at}::timestamptz, expires_at = excluded.expires_at
    where cardinality(${live}) < ${max}
    returning cardinality(hits) count`.execute(db);
  const [counted] = rows;
  if (counted) return { key, at, count: counted.count };
  const oldest = await findOldestHit(db, key, since);
  // Without a hit, somebody has reset the limit in this moment.
  const waitMs = oldest ? oldest.getTime() + windowMs - at.getTime() : 0;
  throw limit.refuse(Math.max(1, Math.ceil(waitMs / 1000)));
}

/** As if the hit had not been made; others of the subject stay. */
export async function takeBackHit(db: Database | Trx, { key, at }: Hit): Promise<void> {
  await sql`
    update rate_limits set hits = hits[:array_position(hits, ${at}) - 1] || hits[array_position(hits, ${at}) + 1:]
    where key = ${key} and array_position(hits, ${at}) is not null`.execute(db);
}

/** Forgets all hits of these keys. */
export async function resetRateLimits(db: Database | Trx, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}

export const rateLimitKey = ({ name }: Pick<RateLimit, 'name'>, subject: string): string =>
  `${name}:${subject}`;

/** Deletes what no limit counts any more. */
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
