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

/** Everything a member was ever given; served by grants_of_member. */
export function listGrantsOf(db: Database, memberId: string) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id', 'source', 'starts_at', 'ends_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
}

/** Until when VIP membership runs without a gap of grants that cover `now`; null when it does not run. */
export async function findVipEnd(db: Database | Trx, memberId: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('grants')
    .select((grant) => grant.fn.max('ends_at').as('until'))
    .where('member_id', '=', memberId)
    .where('scope', '=', 'vip')
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .executeTakeFirst();
  return row?.until ?? null;
}

export async function insertGrant(trx: Trx, grant: NewGrant): Promise<string> {
  const row = await trx.insertInto('grants').values(grant).returning('id').executeTakeFirstOrThrow();
  return row.id;
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
