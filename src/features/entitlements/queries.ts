import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type GrantScope = 'vip' | 'post' | 'column';
export type NewGrant = {
  member_id: string;
  scope: GrantScope;
  target_id: string | null;
  source: string;
  starts_at: Date;
  ends_at: Date | null;
};

/** What one member was granted of posts and columns and has not run out, also what begins later. */
export function listGrants(db: Database, memberId: string, now: Date) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .where('scope', 'in', ['post', 'column'])
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .execute();
}

/** Which running grant opens a piece to a member: of the piece itself, or of its column; null without one. */
export async function findHolding(
  db: Database | Trx,
  memberId: string,
  { postId, columnId }: { postId: string; columnId: string },
  now: Date,
): Promise<'post' | 'column' | null> {
  const rows = await db
    .selectFrom('grants')
    .select('scope')
    .where('member_id', '=', memberId)
    .where('starts_at', '<=', now)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .where((grant) =>
      grant.or([
        grant.and([grant('scope', '=', 'post'), grant('target_id', '=', postId)]),
        grant.and([grant('scope', '=', 'column'), grant('target_id', '=', columnId)]),
      ]),
    )
    .execute();
  const scopes = rows.map(({ scope }) => scope);
  return scopes.includes('post') ? 'post' : scopes.includes('column') ? 'column' : null;
}

/** Everything a member was ever given; served by grants_of_member. */
export function listGrantsOf(db: Database, memberId: string) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'source', 'starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
}

/** Until when VIP membership or a column runs: the latest end of the grants that cover `now`; null without one. */
export async function findEnd(
  db: Database | Trx,
  { memberId, scope, targetId }: GrantPlace,
  now: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom('grants')
    .select((grant) => grant.fn.max('ends_at').as('until'))
    .where('member_id', '=', memberId)
    .where('scope', '=', scope)
    .where('target_id', targetId === null ? 'is' : '=', targetId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row?.until ?? null;
}

export async function insertGrant(trx: Trx, grant: NewGrant): Promise<string> {
  const row = await trx.insertInto('grants').values(grant).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Lets the transactions that change one member's grants go one after the other. */
export async function lockGrantsOf(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' grants of ' || ${memberId}::text, 0))`.execute(
    trx,
  );
}

export type GrantPlace = { memberId: string; scope: GrantScope; targetId: string | null };
export type GrantRow = NewGrant & { id: string };

export async function findGrant(trx: Trx, id: string): Promise<GrantRow | undefined> {
  const row = await trx
    .selectFrom('grants')
    .select(['id', 'member_id', 'scope', 'target_id', 'source', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, scope: row.scope as GrantScope };
}

/** All grants of one thing, in the order in which they were given. */
export function listGrantsFor(
  trx: Trx,
  { memberId, scope, targetId }: GrantPlace,
): Promise<{ id: string; source: string; starts_at: Date; ends_at: Date | null }[]> {
  return trx
    .selectFrom('grants')
    .select(['id', 'source', 'starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .where('scope', '=', scope)
    .where('target_id', targetId === null ? 'is' : '=', targetId)
    .orderBy('id')
    .execute();
}

/** Whether a member was ever given this, and whether it was ever a trial: a source that begins with `trialSource`. */
export async function findFormerScope(
  db: Database | Trx,
  { memberId, scope, targetId }: GrantPlace,
  trialSource: string,
): Promise<{ had: boolean; tried: boolean }> {
  const rows = await db
    .selectFrom('grants')
    .select('source')
    .where('member_id', '=', memberId)
    .where('scope', '=', scope)
    .where('target_id', targetId === null ? 'is' : '=', targetId)
    .execute();
  const tried = rows.filter(({ source }) => source.startsWith(trialSource)).length;
  return { had: rows.length > tried, tried: tried > 0 };
}

export async function updateGrantEnd(trx: Trx, id: string, endsAt: Date): Promise<void> {
  await trx.updateTable('grants').set({ ends_at: endsAt }).where('id', '=', id).execute();
}

export type Running = { scope: 'vip' | 'column'; targetId: string | null; endsAt: Date };

/** VIP and columns that run for a member, each until when, VIP first. */
export async function listRunning(db: Database, memberId: string, now: Date): Promise<Running[]> {
  const rows = await db
    .selectFrom('grants')
    .select((grant) => ['scope', 'target_id', grant.fn.max('ends_at').as('until')])
    .where('member_id', '=', memberId)
    .where('scope', 'in', ['vip', 'column'])
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .groupBy(['scope', 'target_id'])
    .orderBy('scope', 'desc')
    .orderBy('target_id')
    .execute();
  return rows.map(({ scope, target_id, until }) => ({
    scope: scope as Running['scope'],
    targetId: target_id,
    endsAt: until as Date,
  }));
}

/** How many members may read a column whole now or later because they subscribed to it. */
export async function countColumnGrants(trx: Trx, columnId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('grants')
    .select((grant) => grant.fn.count<string>('member_id').distinct().as('count'))
    .where('scope', '=', 'column')
    .where('target_id', '=', columnId)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether this member is present; their row waits for us, so that of two renewals each sees the other's end. */
export async function lockHolder(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets every VIP grant that runs at `now` end then. */
export async function updateVipEnds(trx: Trx, memberId: string, now: Date): Promise<void> {
  await trx
    .updateTable('grants')
    .set({ ends_at: now })
    .where('member_id', '=', memberId)
    .where('scope', '=', 'vip')
    .where('starts_at', '<', now)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .execute();
}

/** Forgets VIP grants that begin at `now` or later: they never ran. */
export async function deleteVipFrom(trx: Trx, memberId: string, now: Date): Promise<void> {
  await trx
    .deleteFrom('grants')
    .where('member_id', '=', memberId)
    .where('scope', '=', 'vip')
    .where('starts_at', '>=', now)
    .execute();
}

/** The members whose own purchase of a piece runs; served by grants_of_piece. */
export async function listBuyerIds(db: Database | Trx, postId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('grants')
    .select('member_id')
    .distinct()
    .where('scope', '=', sql.lit('post'))
    .where('target_id', '=', postId)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .orderBy('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

export type Ending = {
  id: string;
  memberId: string;
  scope: 'vip' | 'column';
  targetId: string | null;
  endsAt: Date;
};

/**
 * VIP and columns that end between two moments and are not followed by anything, after a place; served by
 * grants_by_end.
 */
export async function listEnding(
  db: Database,
  { from, to, limit }: { from: Date; to: Date; limit: number },
  after: { at: Date; id: string },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select g.id, g.member_id "memberId", g.scope, g.target_id "targetId", g.ends_at "endsAt" from grants g
    where g.scope in ('vip', 'column') and g.ends_at > ${from} and g.ends_at <= ${to}
      and (g.ends_at, g.id) > (${after.at}::timestamptz, ${after.id}::bigint)
      and not exists (
        select from grants later where later.member_id = g.member_id and later.scope = g.scope
          and later.target_id is not distinct from g.target_id
          and (later.ends_at is null or (later.ends_at, later.id) > (g.ends_at, g.id))
      )
    order by g.ends_at, g.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
