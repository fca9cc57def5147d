import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { CommentState } from '../queries.ts';

/** What a member may read beyond public and member posts: `target_id` is null for VIP. */
export type DemoGrant = { member_id: string; target_id: string | null; starts_at: Date };

/** Lists the current grants of VIP and of single posts. */
export async function listDemoGrants(db: Database, now: Date): Promise<DemoGrant[]> {
  const { rows } = await sql<DemoGrant>`
    select member_id, target_id, starts_at from grants
    where scope in ('vip', 'post') and (ends_at is null or ends_at > ${now}) order by id`.execute(db);
  return rows;
}

export type DemoComment = {
  postId: string;
  memberId: string;
  body: string;
  state: Extract<CommentState, 'visible' | 'pending' | 'hidden'>;
  reason: string;
  province: string;
  at: Date;
  /** The comment that it replies to, and the first of the thread; null for a first comment. */
  repliesTo: DemoComment | null;
  root: DemoComment | null;
};

/** Adds comments, oldest first, unless there are any. @returns their ids in the given order; none if it added nothing */
export async function insertDemoComments(trx: Trx, comments: readonly DemoComment[]): Promise<string[]> {
  const places = new Map(comments.map((comment, index) => [comment, index + 1]));
  const placeOf = (comment: DemoComment | null) => (comment && places.get(comment)) ?? null;
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select c.*, nextval(pg_get_serial_sequence('comments', 'id')) id
      from unnest(${comments.map(({ postId }) => postId)}::bigint[],
        ${comments.map(({ memberId }) => memberId)}::bigint[], ${comments.map(({ body }) => body)}::text[],
        ${comments.map(({ state }) => state)}::text[], ${comments.map(({ reason }) => reason)}::text[],
        ${comments.map(({ province }) => province)}::text[], ${comments.map(({ at }) => at)}::timestamptz[],
        ${comments.map(({ root }) => placeOf(root))}::int[],
        ${comments.map(({ repliesTo }) => placeOf(repliesTo))}::int[])
        with ordinality c(post_id, member_id, body, state, reason, province, at, root, replies_to, place)
      where not exists (select from comments)
    )
    insert into comments (id, post_id, root_id, reply_to_id, member_id, body, state, was_shown, reason, province, created_at)
    overriding system value
    select g.id, g.post_id, r.id, nullif(a.id, r.id), g.member_id, g.body, g.state, g.state <> 'pending', g.reason,
      g.province, g.at
    from given g left join given r on r.place = g.root left join given a on a.place = g.replies_to
    order by g.id returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

export type DemoLike = { commentId: string; memberId: string; at: Date };

export async function insertDemoLikes(trx: Trx, likes: readonly DemoLike[]): Promise<void> {
  await sql`
    insert into comment_likes (comment_id, member_id, created_at)
    select * from unnest(${likes.map(({ commentId }) => commentId)}::bigint[],
      ${likes.map(({ memberId }) => memberId)}::bigint[], ${likes.map(({ at }) => at)}::timestamptz[])`.execute(
    trx,
  );
}
