import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type MemberFilter = {
  /** The permissions of the person who looks; null for all of them. */
  held: readonly string[] | null;
  /** What was typed, as it may be meant. */
  found?: { id?: string; mobile?: string; mobilePrefix?: string; namePrefix: string } | undefined;
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
  /** Holds a permission that the person who looks does not. */
  is_above: boolean;
};

/** Whether member `m` holds a permission that is not among `held`. */
const isAbove = (held: MemberFilter['held']) =>
  held === null
    ? sql`false`
    : sql`exists (select from member_roles mr join roles r on r.code = mr.role
        where mr.member_id = m.id and not r.permissions <@ ${held}::text[])`;

const shown = (now: Date) => sql`m.id, m.name, m.avatar, m.mobile, m.email, m.blocked_at, m.block_reason,
  m.deletion_due_at, m.created_at,
  coalesce((select jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.code)
    from member_roles mr join roles r on r.code = mr.role where mr.member_id = m.id), '[]') roles,
  array(select tag from member_tags t where t.member_id = m.id order by tag) tags,
  (select max(ends_at) from grants g
    where g.member_id = m.id and g.scope = 'vip' and g.starts_at <= ${now} and g.ends_at > ${now}) vip_until,
  (select max(last_seen_at) from sessions s
    where s.member_id = m.id and s.refresh_expires_at > ${now}) last_seen_at`;

/**
 * Present members, newest first. Without a period by id, so that every other filter has an index that ends in it or
 * few rows; with one by the moment of registration, by members_newest.
 */
export async function listMemberRows(
  db: Database,
  filter: MemberFilter,
  now: Date,
  { limit, after, offset = 0 }: { limit: number; after?: string | undefined; offset?: number },
): Promise<MemberListRow[]> {
  const byTime = filter.from !== undefined || filter.to !== undefined;
  // The moment of the last one seen comes from its row: a cursor's milliseconds would pass over its microseconds.
  const rest = byTime
    ? sql`and (m.created_at, m.id) < ((select created_at from members where id = ${after ?? null}), ${after ?? null}::bigint)`
    : sql`and m.id < ${after ?? null}::bigint`;
  const { rows } = await sql<MemberListRow>`
    with page as (
      select m.id, m.created_at from members m ${narrowing(filter, now)}
      ${after === undefined ? sql`` : rest}
      order by ${byTime ? sql`m.created_at desc, m.id desc` : sql`m.id desc`}
      limit ${sql.lit(limit)} offset ${sql.lit(offset)}
    )
    select ${shown(now)}, ${isAbove(filter.held)} is_above from page join members m on m.id = page.id 
    order by ${byTime ? sql`page.created_at desc, page.id desc` : sql`page.id desc`}`.execute(db);
  return rows;
}

/** How many, counted no further than `cap` + 1. */
export async function countMemberRows(
  db: Database,
  filter: MemberFilter,
  now: Date,
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from members m ${narrowing(filter, now)} limit ${sql.lit(cap + 1)}) capped`.execute(db);
  return rows[0]?.count ?? 0;
}

function narrowing(filter: MemberFilter, now: Date): RawBuilder<unknown> {
  const { found, held, tag, role, state, isVip, from, to } = filter;
  const parts = [sql`m.deleted_at is null`];
  if (found) parts.push(finding(found, held));
  if (role === 'staff') parts.push(sql`m.id in (select member_id from member_roles)`);
  else if (role) parts.push(sql`m.id in (select member_id from member_roles where role = ${role})`);
  if (state === 'active') parts.push(sql`m.blocked_at is null and m.deletion_due_at is null`);
  if (state === 'blocked') parts.push(sql`m.blocked_at is not null`);
  if (state === 'leaving') parts.push(sql`m.deletion_due_at is not null`);
  if (isVip)
    parts.push(
      sql`m.id in (select member_id from grants where scope = 'vip' and starts_at <= ${now} and ends_at > ${now})`,
    );
  if (from) parts.push(sql`m.created_at >= ${from}`);
  // The last millisecond of a period holds a thousand microseconds.
  if (to) parts.push(sql`m.created_at < ${new Date(to.getTime() + 1)}`);
  const tagged = tag ? sql`join member_tags t on t.member_id = m.id and t.tag = ${tag}` : sql``;
  return sql`${tagged} where ${sql.join(parts, sql` and `)}`;
}

// Digits may be meant in several ways, each of which has an index and finds few; by `or` the planner would rather read
// the whole table in the order of the list.
function finding(
  { id, mobile, mobilePrefix, namePrefix }: NonNullable<MemberFilter['found']>,
  held: MemberFilter['held'],
) {
  const named = sql`name like ${prefix(namePrefix)}`;
  const ways = [
    ...(id ? [sql`id = ${id}`] : []),
    ...(mobile ? [sql`mobile = ${mobile}`] : []),
    ...(mobilePrefix ? [sql`mobile like ${prefix(mobilePrefix)} and not ${isAbove(held)}`] : []),
  ];
  if (ways.length === 0) return sql`m.${named}`;
  return sql`m.id in (${sql.join(
    [named, ...ways].map((way) => sql`select id from members m where ${way}`),
    sql` union `,
  )})`;
}

const prefix = (text: string) => `${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

export type MemberDetailRow = Omit<MemberListRow, 'is_above'> & {
  has_password: boolean;
  has_totp: boolean;
  wechat: string | null;
  wechat_at: Date | null;
};

/** One present member whole; undefined for an unknown or deleted one. */
export async function findMemberDetail(
  db: Database,
  id: string,
  now: Date,
): Promise<MemberDetailRow | undefined> {
  const { rows } = await sql<MemberDetailRow>`
    select ${shown(now)}, m.password_hash is not null has_password, m.totp_enabled_at is not null has_totp,
      e.nickname wechat, e.created_at wechat_at
    from members m left join external_accounts e on e.member_id = m.id and e.provider = 'wechat'
    where m.id = ${id} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** Tags in use, by a walk from one to the next along member_tags_of_tag; members of each counted to `cap`. */
export async function listTags(
  db: Database,
  most: number,
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
    from used where tag is not null limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Which of these members are there, with the tags they have; locked in the order of their ids. */
export async function lockTagged(
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
