import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Keyset } from '#shared/cursors.ts';

export type CommentState = 'pending' | 'visible' | 'hidden' | 'deleted';

export type Mention = { id: string; name: string };

/** A comment with its writer, and whether the reader likes it. */
export type CommentRow = {
  id: string;
  post_id: string;
  root_id: string | null;
  state: CommentState;
  member_id: string | null;
  member_name: string | null;
  member_avatar: string | null;
  /** The writer of an imported comment, who has no account here. */
  guest_name: string | null;
  is_staff: boolean;
  answers_id: string | null;
  answers_name: string | null;
  body: string;
  mentions: Mention[];
  province: string;
  reason: string;
  likes: number;
  replies: number;
  created_at: Date;
  liked: boolean;
};

/** The order of threads: newest by id, hottest by heat and id. */
export type Sort = 'newest' | 'hottest';

// A thread whose root is not visible has heat -1 and comes last; the cursor cannot express values below zero.
const heatOf = sql.raw(`(case when state = 'visible' then likes + replies else -1 end)`);
const isListed = sql.raw(`root_id is null and (state = 'visible' or replies > 0)`);

const fields = (reader: string | null) => sql`
  c.id, c.post_id, c.root_id, c.state, c.member_id, c.body, c.mentions, c.province, c.reason, c.likes, c.replies,
  c.created_at, m.name member_name, m.avatar member_avatar, c.guest_name,
  exists (select from member_roles r where r.member_id = c.member_id) is_staff,
  c.reply_to_id answers_id, coalesce(am.name, ac.guest_name) answers_name,
  ${reader ? sql`exists (select from comment_likes l where l.comment_id = c.id and l.member_id = ${reader})` : sql`false`} liked`;
const joins = sql.raw(`left join members m on m.id = c.member_id
  left join comments ac on ac.id = c.reply_to_id left join members am on am.id = ac.member_id`);

/**
 * Lists threads of a post with the first answers of each, in one statement; served by comments_newest or
 * comments_hottest, and comments_of_thread.
 * @returns roots and answers mixed; roots in order, each with its `heat`
 */
export async function listThreads(
  db: Database,
  { postId, sort, after, limit, replies }: ThreadQuery,
  reader: string | null,
): Promise<(CommentRow & { heat: number | null })[]> {
  const isNewest = sort === 'newest';
  const order = isNewest ? sql`id desc` : sql`${heatOf} desc, id desc`;
  const isAfterAnchor = !after
    ? sql``
    : isNewest
      ? sql`and id < ${after.id}`
      : sql`and (${heatOf}, id) < (${after.at - 1}, ${after.id}::bigint)`;
  const { rows } = await sql<CommentRow & { heat: number | null }>`
    with page as (
      select id, ${heatOf} heat, row_number() over (order by ${order}) place from comments
      where post_id = ${postId} and ${isListed} ${isAfterAnchor}
      order by ${order} limit ${sql.lit(limit)}
    ), shown as (
      select id, heat, place from page
      union all
      select reply.id, null, page.place from page cross join lateral (
        select id from comments where root_id = page.id and state = 'visible' order by id limit ${sql.lit(replies)}
      ) reply
    )
    select ${fields(reader)}, s.heat from shown s join comments c on c.id = s.id ${joins}
    order by s.place, c.id`.execute(db);
  return rows;
}

export type ThreadQuery = {
  postId: string;
  sort: Sort;
  after?: Keyset | undefined;
  limit: number;
  /** Maximum number of first answers per thread. */
  replies: number;
};

/** Lists visible answers of a thread, oldest first, after the one with id `after`. */
export async function listReplies(
  db: Database,
  rootId: string,
  { after, limit }: { after: string; limit: number },
  reader: string | null,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${fields(reader)} from comments c ${joins}
    where c.root_id = ${rootId} and c.state = 'visible' and c.id > ${after}
    order by c.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns comments by id, in any state, oldest first. */
export async function findComments(
  db: Database | Trx,
  ids: readonly string[],
  reader: string | null,
): Promise<CommentRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CommentRow>`
    select ${fields(reader)} from comments c ${joins}
    where c.id = any(${ids}::bigint[]) order by c.id`.execute(db);
  return rows;
}

/** Lists a member's comments on a post that others do not see, newest first; served by comments_unseen. */
export async function listOwnUnpublished(
  db: Database,
  memberId: string,
  postId: string,
  limit: number,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${fields(null)} from comments c ${joins}
    where c.member_id = ${memberId} and c.post_id = ${postId} and c.state in ('pending', 'hidden')
    order by c.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type ParticipantRow = { id: string; name: string; avatar: string | null; is_staff: boolean };

/**
 * Lists participants of a post, and its author, whose name matches, the last to comment first; served by
 * comments_speakers.
 */
export async function listParticipants(
  db: Database | Trx,
  {
    postId,
    authorMemberId,
    exceptMemberId,
    prefix,
    ids,
    limit,
  }: {
    postId: string;
    authorMemberId: string | null;
    exceptMemberId: string;
    prefix?: string;
    ids?: readonly string[];
    limit: number;
  },
): Promise<ParticipantRow[]> {
  const { rows } = await sql<ParticipantRow>`
    select m.id, m.name, m.avatar, exists (select from member_roles r where r.member_id = m.id) is_staff
    from (
      select member_id, max(spoken) spoken from (
        select member_id, max(id) spoken from comments
        where post_id = ${postId} and state = 'visible' and member_id is not null
          ${ids ? sql`and member_id = any(${ids}::bigint[])` : sql``}
        group by member_id
        union all
        select ${authorMemberId}::bigint, null where ${authorMemberId}::bigint is not null
      ) both_kinds group by member_id
    ) speakers cross join lateral (
      -- One look-up per participant by primary key, however many members have a matching name.
      select id, name, avatar, deleted_at, blocked_at from members where id = speakers.member_id offset 0
    ) m
    where m.id <> ${exceptMemberId} and m.deleted_at is null and m.blocked_at is null
      ${ids ? sql`and m.id = any(${ids}::bigint[])` : sql``}
      ${prefix === undefined ? sql`` : sql`and starts_with(lower(m.name), lower(${prefix}))`}
    order by speakers.spoken desc nulls first, m.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns what decides whether a member may comment. */
export async function findCommenter(
  db: Database | Trx,
  memberId: string,
): Promise<{ name: string; mobile: string; until: Date | null; reason: string | null } | undefined> {
  return db
    .selectFrom('members as m')
    .leftJoin('comment_mutes as x', 'x.member_id', 'm.id')
    .select(['m.name', 'm.mobile', 'x.until', 'x.reason'])
    .where('m.id', '=', memberId)
    .executeTakeFirst();
}

/** Lists a member's comments for the copy of personal data. */
export const exportComments = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.id', 'c.post_id', 'p.title', 'c.root_id', 'c.body', 'c.state', 'c.province', 'c.created_at'])
    .where('c.member_id', '=', memberId)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();

export const exportLikes = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('comment_likes')
    .select(['comment_id', 'created_at'])
    .where('member_id', '=', memberId)
    .where('comment_id', '>', after)
    .orderBy('comment_id')
    .limit(limit)
    .execute();

export const exportReports = (db: Database, memberId: string, after: string, limit: number) =>
  db
    .selectFrom('comment_reports')
    .select(['comment_id', 'reason', 'note', 'created_at'])
    .where('member_id', '=', memberId)
    .where('comment_id', '>', after)
    .orderBy('comment_id')
    .limit(limit)
    .execute();
