import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { CommentState, Mention } from './queries.ts';

export type LockedComment = {
  id: string;
  post_id: string;
  root_id: string | null;
  reply_to_id: string | null;
  member_id: string | null;
  state: CommentState;
  was_shown: boolean;
  body: string;
  mentions: Mention[];
};

/**
 * Locks comments and the roots of their threads in the order of their ids. Everything that changes states locks in this
 * order, so two transactions cannot deadlock.
 * @returns the requested comments
 */
export async function lockComments(trx: Trx, ids: readonly string[]): Promise<LockedComment[]> {
  if (ids.length === 0) return [];
  await sql`
    select from comments where id in (
      select unnest(array[id, root_id]) from comments where id = any(${ids}::bigint[])
    ) order by id for no key update`.execute(trx);
  const { rows } = await sql<LockedComment>`
    select id, post_id, root_id, reply_to_id, member_id, state, was_shown, body, mentions
    from comments where id = any(${ids}::bigint[]) order by id`.execute(trx);
  return rows;
}

/** Serialises one member's writes with an advisory lock until the transaction ends. */
export async function lockCommenter(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`comment ${memberId}`}, 0))`.execute(trx);
}

/** Whether the member wrote the same text on the post since a moment and has not deleted it. */
export async function hasWrittenSame(
  trx: Trx,
  { memberId, postId, body, since }: { memberId: string; postId: string; body: string; since: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('comments')
    .select('id')
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .where('post_id', '=', postId)
    .where('body', '=', body)
    .where('state', '<>', 'deleted')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type NewComment = {
  post_id: string;
  root_id: string | null;
  reply_to_id: string | null;
  member_id: string;
  body: string;
  mentions: readonly Mention[];
  state: CommentState;
  province: string;
  created_at: Date;
};

export async function insertComment(trx: Trx, { mentions, ...comment }: NewComment): Promise<string> {
  const { id } = await trx
    .insertInto('comments')
    .values({
      ...comment,
      mentions: sql<never>`${JSON.stringify(mentions)}::jsonb`,
      was_shown: comment.state === 'visible',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the state of a locked comment; `was_shown` stays true once it was visible. */
export async function updateState(trx: Trx, id: string, state: CommentState, reason = ''): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ state, reason, ...(state === 'visible' ? { was_shown: true } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Counts the visible comments of a post, including this transaction's changes. */
export async function countVisible(trx: Trx, postId: string): Promise<number> {
  const row = await trx
    .selectFrom('post_counters')
    .select('comments')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.comments ?? 0;
}

/** @returns true if the like is new */
export async function insertLike(trx: Trx, commentId: string, memberId: string): Promise<boolean> {
  const row = await trx
    .insertInto('comment_likes')
    .values({ comment_id: commentId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('comment_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteLike(trx: Trx, commentId: string, memberId: string): Promise<void> {
  await trx
    .deleteFrom('comment_likes')
    .where('comment_id', '=', commentId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Returns the member who wrote a comment; null if the account was deleted. */
export async function findCommenterId(trx: Trx, id: string): Promise<string | null> {
  const row = await trx.selectFrom('comments').select('member_id').where('id', '=', id).executeTakeFirst();
  return row?.member_id ?? null;
}

export const findLikes = (db: Database | Trx, id: string) =>
  db
    .selectFrom('comments')
    .select(['id', 'post_id', 'root_id', 'member_id', 'state', 'body', 'likes'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Stores a member's first report of a comment. */
export async function insertReport(
  trx: Trx,
  report: { comment_id: string; member_id: string; reason: string; note: string },
): Promise<void> {
  await trx
    .insertInto('comment_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Closes the open reports of these comments.
 * @returns true if there were any
 */
export async function settleReports(trx: Trx, ids: readonly string[], at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('comment_reports')
    .set({ settled_at: at })
    .where('comment_id', 'in', ids)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listPending(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('comments')
    .select('id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Anonymises a member: deletes the texts of their comments, which stay as placeholders if they have answers, and their
 * likes and reports; triggers update the counts.
 */
export async function anonymiseMember(
  trx: Trx,
  memberId: string,
): Promise<{ id: string; post_id: string }[]> {
  const ownComments = trx.selectFrom('comments').select('id').where('member_id', '=', memberId);
  const ids = (await ownComments.execute()).map(({ id }) => id);
  await lockComments(trx, ids);
  await trx.deleteFrom('comment_likes').where('member_id', '=', memberId).execute();
  await trx.deleteFrom('comment_reports').where('member_id', '=', memberId).execute();
  await trx.deleteFrom('comment_mutes').where('member_id', '=', memberId).execute();
  // The names of a member in others' texts stay; the references to the member are removed.
  await sql`
    update comments set mentions = coalesce(
      (select jsonb_agg(one) from jsonb_array_elements(mentions) one where one ->> 'id' <> ${memberId}), '[]')
    where mentions <> '[]' and mentions @> ${JSON.stringify([{ id: memberId }])}::jsonb`.execute(trx);
  return trx
    .updateTable('comments')
    .set({
      state: 'deleted',
      body: '',
      mentions: sql<never>`'[]'::jsonb`,
      province: '',
      reason: '',
      member_id: null,
    })
    .where('member_id', '=', memberId)
    .returning(['id', 'post_id'])
    .execute();
}
