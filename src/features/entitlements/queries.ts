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

/** Lists a member's unexpired grants of posts and columns, including those that begin later. */
export function listGrants(db: Database, memberId: string, now: Date) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .where('scope', 'in', ['post', 'column'])
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .execute();
}

/** Lists a member's current grants of every scope; uses the index grants_of_member. */
export function listRunningRights(db: Database, memberId: string, now: Date) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'ends_at'])
    .where('member_id', '=', memberId)
    .where('starts_at', '<=', now)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .execute();
}

/** Returns the scope of the current grant that opens a post to a member: `post` or `column`; null without one. */
export async function findPostGrantScope(
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

/** Lists all grants of a member, also expired ones; uses the index grants_of_member. */
export function listGrantsOf(db: Database, memberId: string) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'source', 'starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
}

/** Returns when VIP membership or a column ends: the latest end of the grants that cover `now`; null without one. */
export async function findGrantEnd(
  db: Database | Trx,
  { memberId, scope, targetId }: GrantTarget,
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

/** Serialises the transactions that change one member's grants. */
export async function lockGrantsOf(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' grants of ' || ${memberId}::text, 0))`.execute(
    trx,
  );
}

export type GrantTarget = { memberId: string; scope: GrantScope; targetId: string | null };
export type GrantRow = NewGrant & { id: string };

export async function findGrant(trx: Trx, id: string): Promise<GrantRow | undefined> {
  const row = await trx
    .selectFrom('grants')
    .select(['id', 'member_id', 'scope', 'target_id', 'source', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, scope: row.scope as GrantScope };
}

/** Lists all grants of one target in the order in which they were given. */
export function listGrantsFor(
  trx: Trx,
  { memberId, scope, targetId }: GrantTarget,
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

/** Returns whether a member ever had this target, and whether as a trial: the source begins with `trialSource`. */
export async function findPastGrants(
  db: Database | Trx,
  { memberId, scope, targetId }: GrantTarget,
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

export type RunningGrant = { scope: 'vip' | 'column'; targetId: string | null; endsAt: Date };

/** Lists a member's current VIP and column subscriptions with their ends, VIP first. */
export async function listRunningGrants(db: Database, memberId: string, now: Date): Promise<RunningGrant[]> {
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
    scope: scope as RunningGrant['scope'],
    targetId: target_id,
    endsAt: until as Date,
  }));
}

/** Counts the members with a current or future subscription to a column. */
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

/** Returns a member unless deleted. Locks the row, so that the second of two extensions sees the first. */
export function lockMember(
  trx: Trx,
  memberId: string,
): Promise<{ id: string; isStaff: boolean } | undefined> {
  return trx
    .selectFrom('members as m')
    .select('m.id')
    .select(sql<boolean>`exists (select from member_roles r where r.member_id = m.id)`.as('isStaff'))
    .where('m.id', '=', memberId)
    .where('m.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Ends every current VIP grant at `now`. */
export async function endRunningVip(trx: Trx, memberId: string, now: Date): Promise<void> {
  await trx
    .updateTable('grants')
    .set({ ends_at: now })
    .where('member_id', '=', memberId)
    .where('scope', '=', 'vip')
    .where('starts_at', '<', now)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
    .execute();
}

/** Deletes VIP grants that begin at `now` or later and so never took effect. */
export async function deleteFutureVip(trx: Trx, memberId: string, now: Date): Promise<void> {
  await trx
    .deleteFrom('grants')
    .where('member_id', '=', memberId)
    .where('scope', '=', 'vip')
    .where('starts_at', '>=', now)
    .execute();
}

/** Returns those of these posts that members were ever granted; served by grants_of_piece. */
export async function findGrantedPosts(db: Database | Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('grants')
    .select('target_id')
    .distinct()
    .where('scope', '=', sql.lit('post'))
    .where('target_id', 'in', ids)
    .execute();
  return rows.flatMap(({ target_id }) => target_id ?? []);
}

/** Lists the members with a current grant of the post itself; uses the index grants_of_piece. */
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

export type EndingGrant = {
  id: string;
  memberId: string;
  scope: 'vip' | 'column';
  targetId: string | null;
  endsAt: Date;
};

/**
 * Lists VIP and column grants of at least `minDays` that end in a period without a later grant, after a cursor; uses
 * grants_by_end.
 */
export async function listEndingGrants(
  db: Database,
  { from, to, minDays, limit }: { from: Date; to: Date; minDays: number; limit: number },
  after: { at: Date; id: string },
): Promise<EndingGrant[]> {
  const { rows } = await sql<EndingGrant>`
    select g.id, g.member_id "memberId", g.scope, g.target_id "targetId", g.ends_at "endsAt" from grants g
    where g.scope in ('vip', 'column') and g.ends_at > ${from} and g.ends_at <= ${to}
      and g.ends_at - g.starts_at >= make_interval(days => ${sql.lit(minDays)})
      and (g.ends_at, g.id) > (${after.at}::timestamptz, ${after.id}::bigint)
      and not exists (
        select from grants later where later.member_id = g.member_id and later.scope = g.scope
          and later.target_id is not distinct from g.target_id
          and (later.ends_at is null or (later.ends_at, later.id) > (g.ends_at, g.id))
      )
    order by g.ends_at, g.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/**
 * Gives VIP until a day to members whose VIP does not last as long; never shortens it. Locks the members' grants in id
 * order. @returns the grants
 */
export async function extendVips(
  trx: Trx,
  wishes: readonly { memberId: string; until: Date }[],
  { source, now }: { source: string; now: Date },
): Promise<{ id: string; member_id: string }[]> {
  const ids = wishes.map(({ memberId }) => memberId);
  await sql`
    select pg_advisory_xact_lock(hashtextextended(current_schema() || ' grants of ' || id::text, 0))
    from (select id from unnest(${ids}::bigint[]) id order by id) ordered`.execute(trx);
  const { rows } = await sql<{ id: string; member_id: string }>`
    insert into grants (member_id, scope, source, starts_at, ends_at)
    select w.member_id, 'vip', ${source}, ${now}, w.until
    from unnest(${ids}::bigint[], ${wishes.map(({ until }) => until)}::timestamptz[]) w (member_id, until)
    where w.until > ${now} and not exists (
      select from grants g where g.member_id = w.member_id and g.scope = 'vip' and g.ends_at >= w.until)
    returning id, member_id`.execute(trx);
  return rows;
}

/** Deletes grants of VIP, except those after which the member got more. @returns who keeps one of them, with the name */
export async function takeBackVips(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  await sql`
    delete from grants g where g.id = any(${ids}::bigint[]) and g.scope = 'vip' and not exists (
      select from grants later where later.member_id = g.member_id and later.scope = 'vip' and later.id > g.id)`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, m.name from grants g join members m on m.id = g.member_id
    where g.id = any(${ids}::bigint[]) order by g.id`.execute(trx);
  return rows;
}
