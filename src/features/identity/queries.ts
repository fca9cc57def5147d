import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { isMobile } from '#shared/mobiles.ts';
import { deleteFeedAddress } from './feed-address/queries.ts';

export type MemberRow = {
  id: string;
  /** Or a placeholder, `none:<id>`; see `isMobile`. */
  mobile: string;
  email: string | null;
  name: string;
  avatar: string | null;
  password_hash: string | null;
  blocked_at: Date | null;
  totp_secret: string | null;
  totp_enabled_at: Date | null;
  deletion_due_at: Date | null;
};
export type NewSession = {
  member_id: string;
  created_at: Date;
  token_hash: Buffer;
  refresh_hash: Buffer;
  expires_at: Date;
  refresh_expires_at: Date;
  user_agent: string;
  address: string;
};

export const memberColumns = [
  'id',
  'mobile',
  'email',
  'name',
  'avatar',
  'password_hash',
  'blocked_at',
  'totp_secret',
  'totp_enabled_at',
  'deletion_due_at',
] as const;

export function findMemberByMobile(db: Database | Trx, mobile: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').select(memberColumns).where('mobile', '=', mobile).executeTakeFirst();
}

/** Finds a member by e-mail address in lower case, as all are stored; by members_email_key. */
export function findMemberByEmail(db: Database | Trx, email: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').select(memberColumns).where('email', '=', email).executeTakeFirst();
}

/** Returns whether a member's account has a mobile number, which the law asks of everybody who publishes. */
export async function hasMobile(db: Database | Trx, id: string): Promise<boolean> {
  const member = await db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirst();
  return isMobile(member?.mobile ?? '');
}

/** Returns whether any account has no mobile number; by members_by_mobile_prefix. */
export async function hasMembersWithoutMobile(db: Database): Promise<boolean> {
  const { rows } = await sql`select from members where mobile like 'none:%' limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the current row of a member and locks it, so that it cannot change before the transaction ends. */
export function lockMember(trx: Trx, id: string): Promise<MemberRow | undefined> {
  return trx
    .selectFrom('members')
    .select(memberColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findMember(db: Database | Trx, id: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').select(memberColumns).where('id', '=', id).executeTakeFirst();
}

/** Returns the live session of a token with permissions, VIP end and next VIP start, in one indexed query. */
export async function findSession(db: Database, tokenHash: Buffer, now: Date) {
  const { rows } = await sql<{
    id: string;
    member_id: string;
    blocked: boolean;
    has_totp: boolean;
    permissions: string[];
    column_ids: string[] | null;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    vip_until: Date | null;
    vip_starts_at: Date | null;
  }>`
    select s.id, s.member_id, s.created_at, s.last_seen_at, s.expires_at, m.blocked_at is not null blocked,
      m.totp_enabled_at is not null has_totp, m.column_ids,
      coalesce((select array_agg(distinct permission) from member_roles mr join roles r on r.code = mr.role, unnest(r.permissions) permission
        where mr.member_id = m.id), '{}') permissions,
      (select max(ends_at) from grants g where g.member_id = m.id and g.scope = 'vip' and g.starts_at <= ${now} and g.ends_at > ${now}) vip_until,
      (select min(starts_at) from grants g where g.member_id = m.id and g.scope = 'vip' and g.starts_at > ${now}) vip_starts_at
    from sessions s join members m on m.id = s.member_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(db);
  return rows[0];
}

/** Finds what the roles of a member give now; undefined for a blocked or deleted one. */
export async function findRights(
  db: Database,
  memberId: string,
): Promise<{ permissions: string[]; column_ids: string[] | null; has_totp: boolean } | undefined> {
  const { rows } = await sql<{ permissions: string[]; column_ids: string[] | null; has_totp: boolean }>`
    select m.column_ids, m.totp_enabled_at is not null has_totp, array(select distinct permission
      from member_roles mr join roles r on r.code = mr.role, unnest(r.permissions) permission
      where mr.member_id = m.id) permissions
    from members m where m.id = ${memberId} and m.blocked_at is null and m.deleted_at is null`.execute(db);
  return rows[0];
}

export function listPermissions(db: Database | Trx, memberId: string) {
  return db
    .selectFrom('member_roles as mr')
    .innerJoin('roles as r', 'r.code', 'mr.role')
    .select(['r.code', 'r.name', 'r.permissions'])
    .where('mr.member_id', '=', memberId)
    .orderBy('r.code')
    .execute();
}

export async function insertSession(trx: Trx, session: NewSession): Promise<string> {
  const row = await trx.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Locks the session of a refresh token, so that two concurrent refreshes cannot both rotate it. */
export function lockSessionByRefresh(trx: Trx, refreshHash: Buffer, now: Date) {
  return trx
    .selectFrom('sessions')
    .select(['id', 'member_id', 'created_at', 'token_hash', 'expires_at'])
    .where('refresh_hash', '=', refreshHash)
    .where('refresh_expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSession(
  trx: Trx,
  id: string,
  change: Pick<NewSession, 'token_hash' | 'refresh_hash' | 'expires_at' | 'refresh_expires_at'> & {
    last_seen_at: Date;
  },
): Promise<void> {
  await trx.updateTable('sessions').set(change).where('id', '=', id).execute();
}

/** Records an exchanged refresh token, and keeps only the last `max` of a session. */
export async function insertSpentRefresh(
  trx: Trx,
  spent: {
    refresh_hash: Buffer;
    /** The access token that was replaced with it. */
    token_hash: Buffer;
    client_hash: Buffer;
    session_id: string;
    spent_at: Date;
  },
  max: number,
): Promise<void> {
  await trx.insertInto('spent_refresh_tokens').values(spent).execute();
  await sql`
    delete from spent_refresh_tokens where refresh_hash in (
      select refresh_hash from spent_refresh_tokens where session_id = ${spent.session_id}
      order by spent_at desc offset ${max})`.execute(trx);
}

/** Returns the session that an exchanged refresh token belonged to, while that session exists. */
export function findSpentRefresh(trx: Trx, refreshHash: Buffer) {
  return trx
    .selectFrom('spent_refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.session_id', 't.spent_at', 't.client_hash', 's.member_id'])
    .where('t.refresh_hash', '=', refreshHash)
    .executeTakeFirst();
}

/** Sliding expiry: records the use and extends the session to `expiresAt`. */
export async function touchSession(db: Database, id: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(db: Database | Trx, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Deletes the session that an access token belongs to or belonged to: also an expired or a replaced token. */
export async function deleteSessionOfToken(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`
    delete from sessions where id in (
      select id from sessions where token_hash = ${tokenHash}
      union all select session_id from spent_refresh_tokens where token_hash = ${tokenHash})`.execute(db);
}

/** Inserts a member, or updates name and password of the member with that mobile number. @returns the id */
export async function upsertMember(
  trx: Trx,
  member: { mobile: string; name: string; password_hash: string },
): Promise<string> {
  const row = await trx
    .insertInto('members')
    .values(member)
    .onConflict((conflict) =>
      conflict.column('mobile').doUpdateSet({ name: member.name, password_hash: member.password_hash }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns nothing when the mobile number is taken, also by a registration that commits concurrently */
export function insertMember(
  trx: Trx,
  member: { mobile: string; name: string; password_hash: string | null },
): Promise<MemberRow | undefined> {
  return trx
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .returning(memberColumns)
    .executeTakeFirst();
}

export type NewDemoMember = { mobile: string; name: string; created_at: Date };

/** Inserts members without a password; existing ones get the new name. @returns their rows in the given order */
export async function upsertDemoMembers(
  trx: Trx,
  members: readonly NewDemoMember[],
): Promise<{ id: string; created_at: Date }[]> {
  const rows = await trx
    .insertInto('members')
    .values(members.map((member) => ({ ...member, password_hash: null })))
    .onConflict((conflict) =>
      conflict.column('mobile').doUpdateSet((row) => ({ name: row.ref('excluded.name') })),
    )
    .returning(['id', 'mobile', 'created_at'])
    .execute();
  const written = new Map(rows.map(({ mobile, ...row }) => [mobile, row]));
  return members.flatMap(({ mobile }) => written.get(mobile) ?? []);
}

export async function updatePassword(trx: Trx, memberId: string, hash: string): Promise<void> {
  await trx.updateTable('members').set({ password_hash: hash }).where('id', '=', memberId).execute();
}

/** Ends everything by which the account is read without logging in again: sessions and the private feed address. */
export async function deleteSessionsOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('member_id', '=', memberId).execute();
  await deleteFeedAddress(trx, memberId);
}

export async function insertMemberRole(trx: Trx, memberId: string, role: string): Promise<void> {
  await trx
    .insertInto('member_roles')
    .values({ member_id: memberId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('refresh_expires_at', '<', now).execute();
}

export async function hasStaff(db: Database | Trx): Promise<boolean> {
  return (await db.selectFrom('member_roles').select('member_id').limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts a member. @returns the id, null when another member has the number */
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
