import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type RoleRow = { code: string; name: string; is_builtin: boolean; permissions: string[] };

/** Lists all roles, built-in ones first, with the number of members of each. */
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

/** Returns the names of the roles with these codes; unknown codes are left out. */
export async function findRoleNames(db: Database, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('roles')
    .select('name')
    .where('code', 'in', codes)
    .orderBy('code')
    .execute();
  return rows.map(({ name }) => name);
}

/** Returns and locks the roles with these codes, so that none changes before it is given; skips unknown codes. */
export function lockRoles(trx: Trx, codes: readonly string[]): Promise<RoleRow[]> {
  return trx
    .selectFrom('roles')
    .select(['code', 'name', 'is_builtin', 'permissions'])
    .where('code', 'in', codes)
    .orderBy('code')
    .forUpdate()
    .execute();
}

/** Throws a unique violation (roles_name_key) when another role has the name. */
export async function insertRole(
  trx: Trx,
  role: { code: string; name: string; permissions: string[] },
): Promise<void> {
  await trx.insertInto('roles').values(role).execute();
}

/** Throws a unique violation (roles_name_key) when another role has the name. */
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

/** Counts the members of a role and the open invitations that offer it. */
export async function countRoleUses(
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

/** @returns false when the member already has it */
export async function insertRoleOf(trx: Trx, memberId: string, role: string): Promise<boolean> {
  const row = await trx
    .insertInto('member_roles')
    .values({ member_id: memberId, role })
    .onConflict((conflict) => conflict.doNothing())
    .returning('role')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false when the member does not have it */
export async function deleteRoleOf(trx: Trx, memberId: string, role: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('member_roles')
    .where('member_id', '=', memberId)
    .where('role', '=', role)
    .returning('role')
    .executeTakeFirst();
  return row !== undefined;
}

type StaffRow = {
  id: string;
  name: string;
  avatar: string | null;
  mobile: string;
  roles: { code: string; name: string }[];
  has_totp: boolean;
  column_ids: string[] | null;
  blocked_at: Date | null;
  last_seen_at: Date | null;
};

/** Lists the members who have a role, in order of registration, starting after the one with id `after`. */
export async function listStaffRows(
  db: Database,
  now: Date,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select m.id, m.name, m.avatar, m.mobile, m.totp_enabled_at is not null has_totp, m.column_ids, m.blocked_at,
      (select jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.code)
        from member_roles mr join roles r on r.code = mr.role where mr.member_id = m.id) roles,
      (select max(last_seen_at) from sessions s where s.member_id = m.id and s.refresh_expires_at > ${now}) last_seen_at
    from members m
    where m.id in (select member_id from member_roles) and m.deleted_at is null
      and m.id > ${after ?? '0'}::bigint
    order by m.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** A member on whom staff act. `permissions` are those of the roles, regardless of blocks and second factors. */
export type Target = {
  id: string;
  name: string;
  mobile: string;
  email: string | null;
  blocked_at: Date | null;
  block_reason: string | null;
  has_totp: boolean;
  roles: string[];
  permissions: string[];
  column_ids: string[] | null;
};

/**
 * Takes an advisory lock that serialises all changes of staff and their permissions until the transaction ends: that
 * one administrator remains is an invariant over all rows, which row locks cannot protect.
 */
export async function lockStaff(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' staff', 0))`.execute(trx);
}

/** Returns and locks a member with their permissions; undefined for an unknown or deleted one. */
export async function lockTarget(trx: Trx, id: string): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select m.id, m.name, m.mobile, m.email, m.blocked_at, m.block_reason, m.totp_enabled_at is not null has_totp, m.column_ids,
      array(select mr.role from member_roles mr where mr.member_id = m.id order by mr.role) roles,
      array(select distinct permission from member_roles mr join roles r on r.code = mr.role, unnest(r.permissions) permission
        where mr.member_id = m.id) permissions
    from members m where m.id = ${id} and m.deleted_at is null for no key update of m`.execute(trx);
  return rows[0];
}

export async function updateColumnIds(
  trx: Trx,
  memberId: string,
  columnIds: readonly string[] | null,
): Promise<void> {
  await trx
    .updateTable('members')
    .set({ column_ids: columnIds && [...columnIds] })
    .where('id', '=', memberId)
    .execute();
}

/** Lists the staff with a permission who can log in; of `*`, the administrators. */
export async function listStaffWith(db: Database | Trx, permission: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from members m where m.blocked_at is null and m.deleted_at is null and m.id in (
      select mr.member_id from member_roles mr join roles r on r.code = mr.role
      where array['*', ${permission}] && r.permissions)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether another administrator can log in: neither blocked nor scheduled for deletion. */
export async function hasOtherAdmin(db: Database | Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from member_roles mr join roles r on r.code = mr.role join members m on m.id = mr.member_id
    where '*' = any(r.permissions) and m.id <> ${id}
      and m.blocked_at is null and m.deleted_at is null and m.deletion_due_at is null limit 1`.execute(db);
  return rows.length > 0;
}
