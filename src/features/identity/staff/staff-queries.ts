import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** A member as somebody is about to act on them. `permissions` are what their roles give, whatever else holds. */
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
};

/**
 * Makes everybody who changes what staff may do, or who is of it, wait for each other until the transaction ends: that
 * an administrator is left is true of all rows together, and no row's lock guards it.
 */
export async function lockStaff(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' staff', 0))`.execute(trx);
}

/** A present member with what they may do, locked; undefined for an unknown or deleted one. */
export async function lockTarget(trx: Trx, id: string): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select m.id, m.name, m.mobile, m.email, m.blocked_at, m.block_reason, m.totp_enabled_at is not null has_totp,
      array(select mr.role from member_roles mr where mr.member_id = m.id order by mr.role) roles,
      array(select distinct permission from member_roles mr join roles r on r.code = mr.role, unnest(r.permissions) permission
        where mr.member_id = m.id) permissions
    from members m where m.id = ${id} and m.deleted_at is null for no key update of m`.execute(trx);
  return rows[0];
}

/** Whether somebody besides `id` holds every code and can come in: neither blocked nor on the way out. */
export async function hasOtherAdmin(db: Database | Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from member_roles mr join roles r on r.code = mr.role join members m on m.id = mr.member_id
    where '*' = any(r.permissions) and m.id <> ${id}
      and m.blocked_at is null and m.deleted_at is null and m.deletion_due_at is null limit 1`.execute(db);
  return rows.length > 0;
}
