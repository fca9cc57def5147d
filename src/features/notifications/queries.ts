import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { maxPayloadBytes } from '#kernel/db/notify.ts';
import type { Keyset } from '#shared/cursors.ts';
import type { NoticePerson } from './named-people.ts';
import { noticesChannel } from './notices-channel.ts';

/**
 * The content of a notice. `sourceKey` identifies its cause: a member is notified once per key. `people` are all members
 * whom the title names, so that the name of a deleted one can be removed.
 */
export type NewNotice = {
  kind: string;
  title: string;
  body: string;
  link: string;
  sourceKey: string;
  people?: readonly NoticePerson[] | undefined;
};

export type NoticeRow = {
  id: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  told_at: Date;
  read_at: Date | null;
};

/* An announcement's body is stored once, in announcements: its hundred thousand notices hold only the title. */
const noticeFields = sql.raw(
  `n.id, n.kind, n.title, coalesce(a.body, n.body) body, n.link, n.told_at, n.read_at`,
);
const announcementJoin = sql.raw(
  `left join announcements a on a.id = case n.kind when 'announcement' then split_part(n.source_key, ':', 2)::bigint end`,
);

/** Lists a member's notices, newest first; served by notices_of_member and notices_of_member_kind. */
export async function listNotices(
  db: Database,
  memberId: string,
  kind: string | undefined,
  { limit, after, offset = 0 }: { limit: number; after?: Keyset | undefined; offset?: number | undefined },
): Promise<NoticeRow[]> {
  const afterCursor = after
    ? sql`and (n.told_at, n.id) < (${new Date(after.at)}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<NoticeRow>`
    select ${noticeFields} from notices n ${announcementJoin}
    where n.member_id = ${memberId} ${ofKind(kind)} ${afterCursor}
    order by n.told_at desc, n.id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows;
}

/** Counts a member's notices up to `cap` + 1. */
export async function countNotices(
  db: Database,
  memberId: string,
  kind: string | undefined,
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from notices n where n.member_id = ${memberId} ${ofKind(kind)} limit ${sql.lit(cap + 1)}
    ) counted`.execute(db);
  return rows[0]?.count ?? 0;
}

const ofKind = (kind: string | undefined) => (kind === undefined ? sql`` : sql`and n.kind = ${kind}`);

/** Counts each member's unread notices up to `cap`; served by notices_unread. */
export async function countUnread(
  db: Database,
  memberIds: readonly string[],
  cap: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; unread: number }>`
    select m.id::text id, (select count(*)::int from (
      select from notices n where n.member_id = m.id and n.read_at is null limit ${sql.lit(cap)}
    ) counted) unread from unnest(${memberIds}::bigint[]) m(id)`.execute(db);
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

export type PersonRow = { name: string; mobile: string; avatar: string | null };

export function findPerson(db: Database, memberId: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('members')
    .select(['name', 'mobile', 'avatar'])
    .where('id', '=', memberId)
    .executeTakeFirst();
}

/** Marks a member's own notice as read. @returns false if the member has no such notice */
export async function markRead(trx: Trx, memberId: string, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('notices')
    .set((notice) => ({ read_at: notice.fn.coalesce('read_at', notice.val(now)) }))
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markAllRead(trx: Trx, memberId: string, now: Date): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .execute();
}

export async function deleteNotice(trx: Trx, memberId: string, id: string): Promise<void> {
  await trx.deleteFrom('notices').where('id', '=', id).where('member_id', '=', memberId).execute();
}

/** Returns the kinds a member has turned off. */
export async function listRefusedKinds(db: Database | Trx, memberId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notice_refusals')
    .select('kind')
    .where('member_id', '=', memberId)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

export async function insertRefusal(trx: Trx, memberId: string, kind: string): Promise<void> {
  await sql`
    insert into notice_refusals (member_id, kind)
    select id, ${kind} from members where id = ${memberId} and deleted_at is null for key share
    on conflict do nothing`.execute(trx);
}

export async function deleteRefusal(trx: Trx, memberId: string, kind: string): Promise<void> {
  await trx
    .deleteFrom('notice_refusals')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .execute();
}

/** Selects the same content for many members, as rows for `insertNotices`. */
export const sameNoticeRows = (
  memberIds: readonly string[],
  { title, body, link, sourceKey, people }: Omit<NewNotice, 'kind'>,
): RawBuilder<unknown> => sql`
  select member_id, ${title} title, ${body} body, ${link} link, ${sourceKey} source_key,
    ${people ? JSON.stringify(people) : null}::jsonb people
  from unnest(${memberIds}::bigint[]) m(member_id)`;

/** Selects different content for each member, as rows for `insertNotices`. */
export const ownNoticeRows = (
  notices: readonly (Omit<NewNotice, 'kind'> & { memberId: string })[],
): RawBuilder<unknown> => sql`
  select "memberId" member_id, title, body, link, "sourceKey" source_key, people
  from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
    as t("memberId" bigint, title text, body text, link text, "sourceKey" text, people jsonb)`;

/**
 * Inserts the notices that `given` selects (member_id, title, body, link, source_key, people) for each member who wants the
 * kind and has no notice of the source yet, queues their deliveries by the chosen channels and announces the changed
 * unread counts, in one statement.
 */
export async function insertNotices(
  trx: Trx,
  tenantId: string,
  kind: string,
  noticeRows: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await sql`
    with changed as (
      insert into notices (member_id, kind, title, body, link, source_key, people, told_at)
      select m.id, ${kind}, g.title, g.body, g.link, g.source_key, g.people, ${now}
      from (${noticeRows}) g join members m on m.id = g.member_id
      where m.deleted_at is null
        and not exists (select from notice_refusals r where r.member_id = m.id and r.kind = ${kind})
      order by m.id for key share of m
      on conflict (member_id, source_key) do nothing
      returning id, member_id
    ), queued as (
      insert into notice_deliveries (notice_id, member_id, kind, channel, due_at)
      select n.id, n.member_id, ${kind}, c.channel, ${now}
      from changed n join notice_channels c on c.member_id = n.member_id and c.kind = ${kind}
    ) ${unreadChangedSql(tenantId)}`.execute(trx);
}

/**
 * Locks the member's notice of this source, creating an empty one if missing; undefined if the member turned the kind
 * off or is deleted.
 */
export async function lockGroupedNotice(
  trx: Trx,
  memberId: string,
  kind: string,
  sourceKey: string,
): Promise<{ id: string; people: NoticePerson[] } | undefined> {
  const { rows } = await sql<{ id: string; people: NoticePerson[] }>`
    insert into notices (member_id, kind, title, source_key, people)
    select m.id, ${kind}, '', ${sourceKey}, '[]'::jsonb
    from members m
    where m.id = ${memberId} and m.deleted_at is null
      and not exists (select from notice_refusals r where r.member_id = m.id and r.kind = ${kind})
    for key share of m
    on conflict (member_id, source_key) do update set people = coalesce(notices.people, '[]'::jsonb)
    returning id, people`.execute(trx);
  return rows[0];
}

/**
 * Updates a grouped notice. `at` makes it unread and moves it to the top; null leaves that unchanged, when no one new
 * joined.
 */
export async function updateGroupedNotice(
  trx: Trx,
  id: string,
  { title, body, link, people }: Pick<NewNotice, 'title' | 'body' | 'link'> & { people: NoticePerson[] },
  at: Date | null,
): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ title, body, link, people: JSON.stringify(people), ...(at && { told_at: at, read_at: null }) })
    .where('id', '=', id)
    .execute();
}

/** Redacts all notices that quote a comment; served by notices_of_comment. @returns the notified members */
export async function redactComment(trx: Trx, commentId: string, replacement: string): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    update notices set body = ${replacement}
    where source_key in (${`comment:${commentId}`}, ${`like:${commentId}`})
      and kind in ('reply', 'mention', 'like') and body <> ${replacement}
    returning member_id`.execute(trx);
  return rows.map(({ member_id }) => member_id);
}

export type NamingNotice = {
  id: string;
  member_id: string;
  title: string;
  people: readonly NoticePerson[];
};

/** Locks the next notices, by id, whose titles name this member; served by notices_of_person. */
export async function lockNoticesNaming(
  trx: Trx,
  memberId: string,
  { after, limit }: { after: string; limit: number },
): Promise<NamingNotice[]> {
  const { rows } = await sql<NamingNotice>`
    select id, member_id, title, people from notices
    where people is not null and people @> ${JSON.stringify([{ id: memberId }])}::jsonb and id > ${after}
    order by id limit ${sql.lit(limit)} for update`.execute(trx);
  return rows;
}

/** Writes titles and people of notices, in one statement. */
export async function updateNames(
  trx: Trx,
  notices: readonly Pick<NamingNotice, 'id' | 'title' | 'people'>[],
): Promise<void> {
  await sql`
    update notices n set title = t.title, people = t.people
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as t(id bigint, title text, people jsonb)
    where n.id = t.id`.execute(trx);
}

/** Redacts all notices that quote a comment of this member; served by notices_of_comment. @returns the notified members */
export async function redactCommentsOf(trx: Trx, memberId: string, replacement: string): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    update notices n set body = ${replacement}
    from comments c
    where c.member_id = ${memberId} and n.source_key = 'comment:' || c.id
      and n.kind in ('reply', 'mention', 'like') and n.body <> ${replacement}
    returning n.member_id`.execute(trx);
  return rows.map(({ member_id }) => member_id);
}

/** Announces, on commit of `trx`, that these members' unread counts may have changed. */
export async function publishUnreadChanged(
  trx: Trx,
  tenantId: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    with changed as (select member_id from unnest(${memberIds}::bigint[]) given (member_id))
    ${unreadChangedSql(tenantId)}`.execute(trx);
}

// An id has at most 19 digits; with quotes and comma, this many always fit into a payload.
const maxIdsPerPayload = Math.floor((maxPayloadBytes - 200) / 24);

/** One `NoticesChanged` for each group of rows of `changed` that fits into a payload. */
const unreadChangedSql = (tenantId: string) => sql`
  select pg_notify(${noticesChannel},
    json_build_object('tenantId', ${tenantId}::text, 'memberIds', json_agg(member_id::text))::text)
  from (select member_id, (row_number() over () - 1) / ${sql.lit(maxIdsPerPayload)} part from changed) parts
  group by part`;

export async function insertAnnouncement(
  trx: Trx,
  { title, body, link, createdBy }: { title: string; body: string; link: string; createdBy: string | null },
): Promise<string> {
  const { id } = await trx
    .insertInto('announcements')
    .values({ title, body, link, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes all notices, settings and deliveries of a member permanently. */
export async function deleteMemberNotices(trx: Trx, memberId: string): Promise<void> {
  for (const table of ['notice_channels', 'notice_wechat', 'notice_wechat_tickets'] as const)
    await trx.deleteFrom(table).where('member_id', '=', memberId).execute();
  await trx.deleteFrom('notices').where('member_id', '=', memberId).execute();
  await trx.deleteFrom('notice_refusals').where('member_id', '=', memberId).execute();
}

/** Lists a member's notices for their personal data export. */
export async function exportNotices(
  db: Database,
  memberId: string,
  after: string,
  limit: number,
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select ${noticeFields} from notices n ${announcementJoin}
    where n.member_id = ${memberId} and n.id > ${after} order by n.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns which of these sessions are live: neither revoked nor expired, and their member not blocked. */
export async function listLiveSessions(
  db: Database,
  sessionIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join members m on m.id = s.member_id
    where s.id = any(${sessionIds}::bigint[]) and s.expires_at > ${now} and m.blocked_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Finds the sale of a post with the member behind its author; undefined if no member has a share in it. */
export async function findSale(
  trx: Trx,
  orderId: string,
): Promise<{ member_id: string; amount: number; author_share: number } | undefined> {
  const { rows } = await sql<{ member_id: string; amount: number; author_share: number }>`
    select a.member_id, o.amount, o.author_share
    from orders o join authors a on a.id = o.author_id
    where o.id = ${orderId} and o.kind = 'post' and a.member_id is not null and o.amount > 0`.execute(trx);
  return rows[0];
}
