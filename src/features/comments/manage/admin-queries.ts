import { sql } from 'kysely';
import type { WordHit } from '#features/moderation/words/schema.ts';
import type { Database, Trx } from '#kernel/context.ts';
import type { CommentState, Mention } from '../queries.ts';

export type AdminCommentRow = {
  id: string;
  state: CommentState;
  post_id: string;
  post_title: string;
  column_id: string;
  root_id: string | null;
  answers_id: string | null;
  answers_name: string | null;
  answers_body: string | null;
  member_id: string | null;
  member_name: string | null;
  guest_name: string | null;
  member_avatar: string | null;
  muted_until: Date | null;
  body: string;
  mentions: Mention[];
  province: string;
  likes: number;
  replies: number;
  reports: number;
  reason: string;
  created_at: Date;
  held_for: string | null;
  hits: WordHit[] | null;
};

export type AdminCommentFilter = {
  shelf: 'pending' | 'reported' | 'hidden' | 'all';
  postId?: string | undefined;
  memberId?: string | undefined;
};

const stateConditions = {
  pending: sql.raw(`and c.state = 'pending'`),
  reported: sql.raw('and c.reports > 0'),
  hidden: sql.raw(`and c.state = 'hidden'`),
  all: sql.raw(''),
};

/**
 * Lists comments of a shelf, newest first, with ids below `before`; served by comments_of_state, comments_reported,
 * comments_of_post, comments_of_member or the primary key.
 */
export async function listAdminRows(
  db: Database,
  { shelf, postId, memberId }: AdminCommentFilter,
  { before, limit, now }: { before?: string | undefined; limit: number; now: Date },
): Promise<AdminCommentRow[]> {
  const { rows } = await sql<AdminCommentRow>`
    with page as (
      select c.id from comments c where true ${stateConditions[shelf]}
        ${postId === undefined ? sql`` : sql`and c.post_id = ${postId}`}
        ${memberId === undefined ? sql`` : sql`and c.member_id = ${memberId}`}
        ${before === undefined ? sql`` : sql`and c.id < ${before}`}
      order by c.id desc limit ${sql.lit(limit)}
    )
    select c.id, c.state, c.post_id, p.title post_title, p.column_id, c.root_id, c.member_id, c.body, c.mentions,
      c.province, c.likes, c.replies, c.reports, c.reason, c.created_at, m.name member_name, c.guest_name, m.avatar member_avatar,
      x.until muted_until, ac.id answers_id, coalesce(am.name, ac.guest_name) answers_name, ac.body answers_body,
      i.reason held_for, i.hits
    from page join comments c on c.id = page.id join posts p on p.id = c.post_id
    left join members m on m.id = c.member_id
    left join comment_mutes x on x.member_id = c.member_id and x.until > ${now}
    left join comments ac on ac.id = coalesce(c.reply_to_id, c.root_id)
    left join members am on am.id = ac.member_id
    left join review_items i on i.target = 'comment:' || c.id and i.state = 'pending'
    order by c.id desc`.execute(db);
  return rows;
}

/** Lists the open reports of these comments, newest first, up to `max` per comment. */
export async function listOpenReports(db: Database, ids: readonly string[], max: number) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    comment_id: string;
    reason: string;
    note: string;
    by: string;
    created_at: Date;
  }>`
    select wanted.id comment_id, r.reason, r.note, r.by, r.created_at
    from unnest(${ids}::bigint[]) wanted(id) cross join lateral (
      select o.reason, o.note, m.name by, o.created_at from comment_reports o join members m on m.id = o.member_id
      where o.comment_id = wanted.id and o.settled_at is null
      order by o.created_at desc, o.member_id limit ${sql.lit(max)}
    ) r`.execute(db);
  return rows;
}

/** Counts pending and reported comments, each up to `cap`. */
export async function countPendingAndReported(
  db: Database,
  cap: number,
): Promise<{ pending: number; reported: number }> {
  const { rows } = await sql<{ pending: number; reported: number }>`
    select
      (select count(*)::integer from (select from comments where state = 'pending' limit ${sql.lit(cap)}) p) pending,
      (select count(*)::integer from (select from comments where reports > 0 limit ${sql.lit(cap)}) r) reported`.execute(
    db,
  );
  return rows[0] ?? { pending: 0, reported: 0 };
}

export const listMutes = (db: Database, now: Date, limit: number) =>
  db
    .selectFrom('comment_mutes as x')
    .innerJoin('members as m', 'm.id', 'x.member_id')
    .leftJoin('members as b', 'b.id', 'x.muted_by')
    .select(['x.member_id', 'm.name', 'x.until', 'x.reason', 'b.name as by', 'x.created_at'])
    .where('x.until', '>', now)
    .orderBy('x.created_at', 'desc')
    .orderBy('x.member_id', 'desc')
    .limit(limit)
    .execute();

export const findMute = (trx: Trx, memberId: string) =>
  trx
    .selectFrom('comment_mutes')
    .select(['until', 'reason'])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();

/** @returns false if the member does not exist */
export async function upsertMute(
  trx: Trx,
  mute: { member_id: string; until: Date; reason: string; muted_by: string; created_at: Date },
): Promise<boolean> {
  const member = await trx
    .selectFrom('members')
    .select('id')
    .where('id', '=', mute.member_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!member) return false;
  const { member_id: _, ...values } = mute;
  await trx
    .insertInto('comment_mutes')
    .values(mute)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute();
  return true;
}

export async function deleteMute(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('comment_mutes').where('member_id', '=', memberId).execute();
}
