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

/** Running grants of one member on these posts and columns; served by grants_of_member. */
export function listGrantsOn(
  db: Database,
  memberId: string,
  postIds: readonly string[],
  columnIds: readonly string[],
  now: Date,
) {
  return db
    .selectFrom('grants')
    .select(['scope', 'target_id'])
    .where('member_id', '=', memberId)
    .where((grant) =>
      grant.or([
        grant.and([grant('scope', '=', 'post'), grant('target_id', 'in', [...postIds, '0'])]),
        grant.and([grant('scope', '=', 'column'), grant('target_id', 'in', [...columnIds, '0'])]),
      ]),
    )
    .where('starts_at', '<=', now)
    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))
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
