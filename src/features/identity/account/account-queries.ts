import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { deleteFeedAddress } from '../feed-address/queries.ts';

/** Returns the columns that the member's own account pages show. */
export async function findAccount(db: Database | Trx, memberId: string) {
  const { rows } = await sql<{
    id: string;
    mobile: string;
    name: string;
    avatar: string | null;
    email: string | null;
    has_password: boolean;
    has_totp: boolean;
    wechat: string | null;
    role_names: string[];
    deletion_due_at: Date | null;
    created_at: Date;
  }>`
    select m.id, m.mobile, m.name, m.avatar, m.email, m.password_hash is not null has_password,
      m.totp_enabled_at is not null has_totp, m.deletion_due_at, m.created_at,
      (select nickname from external_accounts e where e.member_id = m.id order by nickname = '', provider limit 1) wechat,
      array(select r.name from member_roles mr join roles r on r.code = mr.role
        where mr.member_id = m.id order by r.code) role_names
    from members m where m.id = ${memberId} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** Updates a member unless the account was deleted in the meantime. @returns whether a row was updated */
async function updateUndeletedMember(
  trx: Trx,
  memberId: string,
  change: { name?: string; mobile?: string; email?: string; avatar?: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('members')
    .set(change)
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateName(trx: Trx, memberId: string, name: string): Promise<void> {
  await updateUndeletedMember(trx, memberId, { name });
}

/**
 * Replaces the avatar and returns the previous address, undefined when the account is deleted. The row stays locked, so
 * that of two concurrent uploads each learns which file it replaces.
 */
export async function replaceAvatar(
  trx: Trx,
  memberId: string,
  avatar: string,
): Promise<string | null | undefined> {
  const before = await trx
    .selectFrom('members')
    .select('avatar')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return (await updateUndeletedMember(trx, memberId, { avatar })) ? (before?.avatar ?? null) : undefined;
}

/** Replaces the password hash that was verified. @returns false when a concurrent change replaced it first */
export async function replacePassword(
  trx: Trx,
  memberId: string,
  { before, after }: { before: string | null; after: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('members')
    .set({ password_hash: after })
    .where('id', '=', memberId)
    .where('password_hash', 'is not distinct from', before)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws a unique violation (members_mobile_key) when another member has the number. */
export async function updateMobile(trx: Trx, memberId: string, mobile: string): Promise<void> {
  await updateUndeletedMember(trx, memberId, { mobile });
}

/** Throws a unique violation (members_email_key) when another member has the address. */
export async function updateEmail(trx: Trx, memberId: string, email: string): Promise<void> {
  await updateUndeletedMember(trx, memberId, { email });
}

/** Lists the sessions that are alive or can be renewed, last used first; uses the index sessions_of_member. */
export function listSessions(db: Database, memberId: string, now: Date, limit: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('member_id', '=', memberId)
    .where('refresh_expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** @returns whether the session existed and belonged to the member */
export async function deleteSessionOf(db: Database, memberId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the other sessions and the private feed address, which a stranger may have made. */
export async function deleteOtherSessions(
  db: Database | Trx,
  memberId: string,
  currentId: string,
): Promise<void> {
  await db.deleteFrom('sessions').where('member_id', '=', memberId).where('id', '<>', currentId).execute();
  await deleteFeedAddress(db, memberId);
}

export function listConsents(db: Database, memberId: string) {
  return db
    .selectFrom('consents')
    .select(['kind', 'version', 'address', 'agreed_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
}

export function listTagsOf(db: Database, memberId: string) {
  return db
    .selectFrom('member_tags')
    .select('tag')
    .where('member_id', '=', memberId)
    .orderBy('tag')
    .execute();
}

export function listExternalAccounts(db: Database, memberId: string) {
  return db
    .selectFrom('external_accounts')
    .select(['provider', 'union_id', 'open_id', 'app_id', 'nickname', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
}

/** Sets the day of deletion, or keeps the day that is already set. @returns the day in force */
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

export async function clearDeletionDue(db: Database, memberId: string): Promise<void> {
  await db.updateTable('members').set({ deletion_due_at: null }).where('id', '=', memberId).execute();
}

/** Lists the members whose deletion is due; uses the index members_deletion_due. */
export async function listDueDeletions(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a member whose deletion is due. Returns nothing if they cancelled or another worker holds the row. */
export function claimDueMember(trx: Trx, memberId: string, now: Date) {
  return trx
    .selectFrom('members')
    .select(['id', 'mobile', 'email', 'avatar'])
    .where('id', '=', memberId)
    .where('deletion_due_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Reduces a member to the id in orders and consents, and frees the number for a new, unrelated account. */
export async function anonymiseMember(
  trx: Trx,
  { id, mobile, email }: { id: string; mobile: string; email: string | null },
  name: string,
  now: Date,
): Promise<void> {
  for (const table of [
    'sessions',
    'api_keys',
    'feed_addresses',
    'known_devices',
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
  // Without its number an invitation would be open to anyone with the link, so an unaccepted one is revoked.
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
