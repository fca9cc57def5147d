import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type RoleRow = { code: string; name: string; is_builtin: boolean; permissions: string[] };

/** All roles, those that come with the portal first, with how many have each. */
export async function listRoles(db: Database): Promise<(RoleRow & { members: number })[]> {
  const { rows } = await sql<RoleRow & { members: number }>`
    select r.code, r.name, r.is_builtin, r.permissions,
      (select count(*)::int from member_roles mr where mr.role = r.code) members
    from roles r
    order by r.is_builtin desc, array_position('{admin,editor,reviewer,operator,finance}', r.code), r.created_at, r.code`.execute(
    db,
  );
  return rows;
}

/** What the roles of these codes are called; unknown ones are left out. */
export async function findRoleNames(db: Database, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('roles')
    .select('name')
    .where('code', 'in', codes)
    .orderBy('code')
    .execute();
  return rows.map(({ name }) => name);
}

/** The roles of these codes; unknown ones are left out. Locked, so that none changes before it is given. */
export function lockRoles(trx: Trx, codes: readonly string[]): Promise<RoleRow[]> {
  return trx
    .selectFrom('roles')
    .select(['code', 'name', 'is_builtin', 'permissions'])
    .where('code', 'in', codes)
    .orderBy('code')
    .forUpdate()
    .execute();
}

/** Throws a unique violation (roles_name_key) when another has that name. */
export async function insertRole(
  trx: Trx,
  role: { code: string; name: string; permissions: string[] },
): Promise<void> {
  await trx.insertInto('roles').values(role).execute();
}

/** Throws a unique violation (roles_name_key) when another has that name. */
export async function updateRole(
  trx: Trx,
  code: string,
  change: { name: string; permissions: string[] },
): Promise<void> {
  await trx.updateTable('roles').set(change).where('code', '=', code).execute();
}

export async function deleteRole(trx: Trx, code: string): Promise<void> {
  await trx.deleteFrom('roles').where('code', '=', code).execute();
}

/** How many people have a role, and how many open invitations name it. */
export async function countUses(
  trx: Trx,
  code: string,
  now: Date,
): Promise<{ members: number; invitations: number }> {
  const { rows } = await sql<{ members: number; invitations: number }>`select
    (select count(*)::int from member_roles where role = ${code}) members,
    (select count(*)::int from staff_invitations
      where accepted_at is null and revoked_at is null and expires_at > ${now} and ${code} = any(roles)) invitations`.execute(
    trx,
  );
  return rows[0] ?? { members: 0, invitations: 0 };
}

/** @returns false when they have it already */
export async function insertRoleOf(trx: Trx, memberId: string, role: string): Promise<boolean> {
  const row = await trx
    .insertInto('member_roles')
    .values({ member_id: memberId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when they do not have it */
export async function deleteRoleOf(trx: Trx, memberId: string, role: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('member_roles')
    .where('member_id', '=', memberId)
    .where('role', '=', role)
    .returning('role')
    .executeTakeFirst();
  return row !== undefined;
}

export type StaffRow = {
  id: string;
  name: string;
  avatar: string | null;
  mobile: string;
  roles: { code: string; name: string }[];
  has_totp: boolean;
  blocked_at: Date | null;
  last_seen_at: Date | null;
};

/** Whoever has a role, first come first, after the one with id `after`. */
export async function listStaffRows(
  db: Database,
  now: Date,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select m.id, m.name, m.avatar, m.mobile, m.totp_enabled_at is not null has_totp, m.blocked_at,
      (select jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.code)
        from member_roles mr join roles r on r.code = mr.role where mr.member_id = m.id) roles,
      (select max(last_seen_at) from sessions s where s.member_id = m.id and s.refresh_expires_at > ${now}) last_seen_at
    from members m
    where m.id in (select member_id from member_roles) and m.deleted_at is null
      and m.id > ${after ?? '0'}::bigint
    order by m.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
