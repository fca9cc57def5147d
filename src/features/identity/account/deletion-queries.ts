import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Keeps the earlier day if one is set already. @returns the day */
export async function updateDeletionDue(trx: Trx, memberId: string, dueAt: Date): Promise<Date | null> {
  const row = await trx
    .updateTable('members')
    .set((member) => ({ deletion_due_at: member.fn.coalesce('deletion_due_at', member.val(dueAt)) }))
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .returning('deletion_due_at')
    .executeTakeFirst();
  return row?.deletion_due_at ?? null;
}

export async function updateDeletionCancelled(db: Database, memberId: string): Promise<void> {
  await db.updateTable('members').set({ deletion_due_at: null }).where('id', '=', memberId).execute();
}

/** Whose time has come, served by members_deletion_due. */
export async function listDueDeletions(db: Database, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a member whose time has come; nothing when they took it back meanwhile or another worker has them. */
export function lockDueMember(trx: Trx, memberId: string, now: Date) {
  return trx
    .selectFrom('members')
    .select(['id', 'mobile', 'email', 'avatar'])
    .where('id', '=', memberId)
    .where('deletion_due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/**
 * Leaves of a member the number that orders and consents refer to. The mobile number is free for a new account,
 * which is another person to us.
 */
export async function anonymiseMember(
  trx: Trx,
  { id, mobile, email }: { id: string; mobile: string; email: string | null },
  name: string,
  now: Date,
): Promise<void> {
  for (const table of [
    'sessions',
    'external_accounts',
    'recovery_codes',
    'oauth_states',
    'member_roles',
    'member_tags',
  ] as const)
    await trx.deleteFrom(table).where('member_id', '=', id).execute();
  await trx
    .deleteFrom('verification_codes')
    .where('recipient', 'in', [mobile, email ?? mobile])
    .execute();
  // An invitation to that number is nobody's any more, and least of all everybody's.
  await sql`update staff_invitations set mobile = null,
    revoked_at = case when accepted_at is null then coalesce(revoked_at, ${now}) else revoked_at end
    where mobile = ${mobile}`.execute(trx);
  await trx.updateTable('staff_invitations').set({ name }).where('accepted_by', '=', id).execute();
  await trx
    .updateTable('members')
    .set({
      mobile: `deleted:${id}`,
      name,
      email: null,
      avatar: null,
      password_hash: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      block_reason: null,
      deletion_due_at: null,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute();
}
