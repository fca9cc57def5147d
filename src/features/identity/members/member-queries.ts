import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';

export type MemberFilter = {
  /** Permissions of the caller; null for all of them. */
  heldPermissions: readonly string[] | null;
  /** The search text in each of its possible meanings. */
  search?:
    | { id?: string; mobile?: string; email?: string; mobilePrefix?: string; namePrefix: string }
    | undefined;
  tag?: string | undefined;
  role?: string | undefined;
  state: 'all' | 'active' | 'blocked' | 'leaving';
  isVip: boolean;
  from?: Date | undefined;
  to?: Date | undefined;
};
export type MemberListRow = {
  id: string;
  name: string;
  avatar: string | null;
  mobile: string;
  email: string | null;
  roles: { code: string; name: string }[];
  tags: string[];
  vip_until: Date | null;
  blocked_at: Date | null;
  block_reason: string | null;
  deletion_due_at: Date | null;
  created_at: Date;
  last_seen_at: Date | null;
  /** Whether the member holds a permission that the caller does not. */
  is_above: boolean;
};

/** Whether member `m` holds a permission that is not in `heldPermissions`. */
const hasMorePermissions = (heldPermissions: MemberFilter['heldPermissions']) =>
  heldPermissions === null
    ? sql`false`
    : sql`exists (select from member_roles mr join roles r on r.code = mr.role
        where mr.member_id = m.id and not r.permissions <@ ${heldPermissions}::text[])`;

const memberFields = (
  now: Date,
) => sql`m.id, m.name, m.avatar, m.mobile, m.email, m.blocked_at, m.block_reason,
  m.deletion_due_at, m.created_at,
  coalesce((select jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.code)
    from member_roles mr join roles r on r.code = mr.role where mr.member_id = m.id), '[]') roles,
  array(select tag from member_tags t where t.member_id = m.id order by tag) tags,
  (select max(ends_at) from grants g
    where g.member_id = m.id and g.scope = 'vip' and g.starts_at <= ${now} and g.ends_at > ${now}) vip_until,
  (select max(last_seen_at) from sessions s
    where s.member_id = m.id and s.refresh_expires_at > ${now}) last_seen_at`;

/**
 * Lists members who are not deleted, newest first. Without a period it sorts by id, so that every other filter is
 * served by an index that ends in the id or matches few rows; with a period it sorts by registration time, served by
 * members_newest.
 */
export async function listMemberRows(
  db: Database,
  filter: MemberFilter,
  now: Date,
  { limit, after, offset = 0 }: { limit: number; after?: string | undefined; offset?: number },
): Promise<MemberListRow[]> {
  const isByTime = filter.from !== undefined || filter.to !== undefined;
  // Takes the time of the last row from the table: the cursor's milliseconds would skip rows of the same millisecond.
  const afterCursor = isByTime
    ? sql`and (m.created_at, m.id) < ((select created_at from members where id = ${after ?? null}), ${after ?? null}::bigint)`
    : sql`and m.id < ${after ?? null}::bigint`;
  const { rows } = await sql<MemberListRow>`
    with page as (
      select m.id, m.created_at from members m ${filterClause(filter, now)}
      ${after === undefined ? sql`` : afterCursor}
      order by ${isByTime ? sql`m.created_at desc, m.id desc` : sql`m.id desc`}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select ${memberFields(now)}, ${hasMorePermissions(filter.heldPermissions)} is_above from page join members m on m.id = page.id 
    order by ${isByTime ? sql`page.created_at desc, page.id desc` : sql`page.id desc`}`.execute(db);
  return rows;
}

/** Counts the matching members, up to `cap` + 1. */
export async function countMemberRows(
  db: Database,
  filter: MemberFilter,
  now: Date,
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from members m ${filterClause(filter, now)} limit ${sql.lit(cap + 1)}) capped`.execute(db);
  return rows[0]?.count ?? 0;
}

function filterClause(filter: MemberFilter, now: Date): RawBuilder<unknown> {
  const { search, heldPermissions, tag, role, state, isVip, from, to } = filter;
  const conditions = [sql`m.deleted_at is null`];
  if (search) conditions.push(searchClause(search, heldPermissions));
  if (role === 'staff') conditions.push(sql`m.id in (select member_id from member_roles)`);
  else if (role) conditions.push(sql`m.id in (select member_id from member_roles where role = ${role})`);
  if (state === 'active') conditions.push(sql`m.blocked_at is null and m.deletion_due_at is null`);
  if (state === 'blocked') conditions.push(sql`m.blocked_at is not null`);
  if (state === 'leaving') conditions.push(sql`m.deletion_due_at is not null`);
  if (isVip)
    conditions.push(
      sql`m.id in (select member_id from grants where scope = 'vip' and starts_at <= ${now} and ends_at > ${now})`,
    );
  if (from) conditions.push(sql`m.created_at >= ${from}`);
  // A `to` in milliseconds covers the microseconds of its last millisecond.
  if (to) conditions.push(sql`m.created_at < ${new Date(to.getTime() + 1)}`);
  const tagJoin = tag ? sql`join member_tags t on t.member_id = m.id and t.tag = ${tag}` : sql``;
  return sql`${tagJoin} where ${sql.join(conditions, sql` and `)}`;
}

// Digits have several meanings. Each has an index and matches few rows; with `or` the planner would scan the whole
// table in the order of the list.
function searchClause(
  { id, mobile, email, mobilePrefix, namePrefix }: NonNullable<MemberFilter['search']>,
  heldPermissions: MemberFilter['heldPermissions'],
) {
  const nameMatches = sql`name like ${prefix(namePrefix)}`;
  const alternatives = [
    ...(id ? [sql`id = ${id}`] : []),
    ...(mobile ? [sql`mobile = ${mobile}`] : []),
    ...(email ? [sql`email = ${email}`] : []),
    ...(mobilePrefix
      ? [sql`mobile like ${prefix(mobilePrefix)} and not ${hasMorePermissions(heldPermissions)}`]
      : []),
  ];
  if (alternatives.length === 0) return sql`m.${nameMatches}`;
  return sql`m.id in (${sql.join(
    [nameMatches, ...alternatives].map((alternative) => sql`select id from members m where ${alternative}`),
    sql` union `,
  )})`;
}

const prefix = (text: string) => `${escapeLike(text)}%`;

export type MemberDetailRow = Omit<MemberListRow, 'is_above'> & {
  has_password: boolean;
  has_totp: boolean;
  wechat: string | null;
  wechat_at: Date | null;
};

/** Returns one member with all details; undefined for an unknown or deleted one. */
export async function findMemberDetail(
  db: Database,
  id: string,
  now: Date,
): Promise<MemberDetailRow | undefined> {
  const { rows } = await sql<MemberDetailRow>`
    select ${memberFields(now)}, m.password_hash is not null has_password, m.totp_enabled_at is not null has_totp,
      e.nickname wechat, e.created_at wechat_at
    from members m left join lateral (
      select nickname, created_at from external_accounts where member_id = m.id
      order by nickname = '', provider limit 1
    ) e on true
    where m.id = ${id} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** Lists the tags in use with a loose index scan of member_tags_of_tag; members of each tag are counted up to `cap`. */
export async function listTags(
  db: Database,
  limit: number,
  cap: number,
): Promise<{ tag: string; members: number }[]> {
  const { rows } = await sql<{ tag: string; members: number }>`
    with recursive used as (
      (select tag from member_tags order by tag limit 1)
      union all
      select (select t.tag from member_tags t where t.tag > used.tag order by t.tag limit 1) from used
      where used.tag is not null
    )
    select tag, (select count(*)::int from (select from member_tags t where t.tag = used.tag limit ${sql.lit(cap)}) capped) members
    from used where tag is not null limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns the existing members among these with their tags; locks the rows in id order to prevent deadlocks. */
export async function lockMembersWithTags(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; name: string; tags: string[] }[]> {
  const { rows } = await sql<{ id: string; name: string; tags: string[] }>`
    select m.id, m.name, array(select tag from member_tags t where t.member_id = m.id order by tag) tags
    from members m where m.id = any(${ids}::bigint[]) and m.deleted_at is null
    order by m.id for no key update of m`.execute(trx);
  return rows;
}

export async function insertTags(
  trx: Trx,
  rows: readonly { member_id: string; tag: string }[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('member_tags')
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function deleteTags(
  trx: Trx,
  memberIds: readonly string[],
  tags: readonly string[],
): Promise<void> {
  await trx.deleteFrom('member_tags').where('member_id', 'in', memberIds).where('tag', 'in', tags).execute();
}

export async function updateBlocked(
  trx: Trx,
  id: string,
  change: { blocked_at: Date | null; block_reason: string | null },
): Promise<void> {
  await trx.updateTable('members').set(change).where('id', '=', id).execute();
}

type ContactRow = { id: string; mobile: string; email: string | null; tags: string[]; isStaff: boolean };

/** Returns the members with one of these numbers or addresses, locked in id order to prevent deadlocks. */
export async function lockMembersByContact(
  trx: Trx,
  mobiles: readonly string[],
  emails: readonly string[],
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select m.id, m.mobile, m.email,
      array(select tag from member_tags t where t.member_id = m.id order by tag) tags,
      exists (select from member_roles r where r.member_id = m.id) "isStaff"
    from members m where m.id in (
      select id from members where mobile = any(${mobiles}::text[])
      union select id from members where email = any(${emails}::text[]))
    order by m.id for no key update of m`.execute(trx);
  return rows;
}

/** Inserts members; one without a mobile number gets a placeholder. Leaves out those whose contact is taken. */
export async function insertImportedMembers(
  trx: Trx,
  members: readonly { mobile: string | null; email: string | null; name: string; createdAt: Date }[],
): Promise<Omit<ContactRow, 'tags' | 'isStaff'>[]> {
  const { rows } = await sql<Omit<ContactRow, 'tags' | 'isStaff'>>`
    insert into members (id, mobile, email, name, created_at) overriding system value
    select given.id, coalesce(given.mobile, 'none:' || given.id), given.email, given.name, given.created_at
    from (
      select nextval(pg_get_serial_sequence('members', 'id')) id, given.* from unnest(
        ${members.map(({ mobile }) => mobile)}::text[], ${members.map(({ email }) => email)}::text[],
        ${members.map(({ name }) => name)}::text[], ${members.map(({ createdAt }) => createdAt)}::timestamptz[]
      ) given (mobile, email, name, created_at)
    ) given
    on conflict do nothing returning id, mobile, email`.execute(trx);
  return rows;
}

/** Deletes members that an import added and that nothing refers to. */
export async function deleteImportedMembers(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from members where id = any(${ids}::bigint[])`.execute(trx);
}
