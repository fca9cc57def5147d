import type { Database, Trx } from '#kernel/context.ts';

/** Whether anybody holds a role. */
export async function hasStaff(db: Database | Trx): Promise<boolean> {
  return (await db.selectFrom('member_roles').select('member_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Adds a member under a number that nobody has. @returns the id, null when somebody has */
export async function insertFirstMember(
  trx: Trx,
  member: { mobile: string; name: string; password_hash: string },
): Promise<string | null> {
  const row = await trx
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}
