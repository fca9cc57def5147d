import type { z } from 'zod';
import { readCommentTarget } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { decideStanding } from './policy.ts';
import { presentComment, presentParticipant, presentThread, presentThreads, replyCursor } from './present.ts';
import * as queries from './queries.ts';
import type * as schema from './schema.ts';

/** Answers included with a thread; the rest is loaded on request. */
const firstReplyCount = 3;
/** Limit of the caller's own comments that others do not see. */
const maxOwnUnpublished = 20;
const maxMentionable = 8;

/**
 * Returns threads of a post whose page the caller may see, with the first answers of each. The first page also contains
 * the caller's own comments that others do not see.
 * @throws notFound if the caller may not see the post
 */
export async function readComments(
  ctx: Context,
  { postId, sort, cursor, size }: z.output<typeof schema.listQuery>,
  settings: Settings,
): Promise<schema.CommentPage> {
  const reader = readerOf(ctx);
  const query = { postId, sort, after: cursor, limit: size + 1, replies: firstReplyCount };
  const [post, rows, own, commenter, { comments }] = await Promise.all([
    readCommentTarget(ctx, postId),
    queries.listThreads(ctx.db, query, reader),
    reader && !cursor ? queries.listOwnUnpublished(ctx.db, reader, postId, maxOwnUnpublished) : [],
    reader ? queries.findCommenter(ctx.db, reader) : undefined,
    settings(ctx),
  ]);
  const roots = rows.filter(({ root_id }) => root_id === null);
  const next = roots.length > size ? roots[size - 1] : undefined;
  const threads = presentThreads(rows, { reader, post }).slice(0, size);
  return {
    records: threads,
    cursor: next ? writeCursor({ at: sort === 'hottest' ? (next.heat ?? -1) + 1 : 0, id: next.id }) : null,
    total: post.comments,
    own: own.map((row) => presentComment(row, { reader, post })),
    standing: decideStanding(ctx.actor, commenter ?? null, post, comments, ctx.now()),
  };
}

/**
 * Returns answers of a thread, oldest first.
 * @throws notFound
 */
export async function readReplies(
  ctx: Context,
  { id, cursor, size }: z.output<typeof schema.repliesQuery>,
): Promise<{ records: schema.Comment[]; cursor: string | null }> {
  const reader = readerOf(ctx);
  const [root] = await queries.findComments(ctx.db, [id], null);
  if (!root || root.root_id !== null) throw notFound('这条评论不存在');
  const post = await readCommentTarget(ctx, root.post_id);
  const rows = await queries.listReplies(ctx.db, id, { after: cursor?.id ?? '0', limit: size + 1 }, reader);
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map((row) => presentComment(row, { reader, post })),
    cursor: last ? replyCursor(last.id) : null,
  };
}

/**
 * Returns the thread of a comment, with that comment if it is an answer.
 * @throws notFound if the caller cannot see it
 */
export async function readThread(ctx: Context, id: string): Promise<schema.Thread> {
  const reader = readerOf(ctx);
  const [comment] = await queries.findComments(ctx.db, [id], reader);
  if (!comment || !isVisibleTo(comment, reader)) throw notFound('这条评论已被删除或隐藏');
  const post = await readCommentTarget(ctx, comment.post_id);
  if (comment.root_id === null) {
    const replies = await queries.listReplies(ctx.db, id, { after: '0', limit: firstReplyCount }, reader);
    return presentThread(comment, replies, { reader, post });
  }
  const [root] = await queries.findComments(ctx.db, [comment.root_id], reader);
  if (!root) throw notFound('这条评论已被删除或隐藏');
  // The cursor starts from the beginning, because the included answer may be at any position.
  return { ...presentThread(root, [comment], { reader, post }), repliesCursor: replyCursor('1') };
}

/**
 * Lists whom the caller can mention here: the post's writer and the participants.
 * @throws notFound
 */
export async function readMentionable(
  ctx: Context,
  { postId, prefix }: z.output<typeof schema.mentionQuery>,
): Promise<schema.Mentionable[]> {
  const post = await readCommentTarget(ctx, postId);
  const filter = {
    authorMemberId: post.authorMemberId,
    exceptMemberId: requireMemberId(ctx),
    limit: maxMentionable,
  };
  const rows = await queries.listParticipants(ctx.db, { postId, prefix, ...filter });
  return rows.map((row) => presentParticipant(row, post));
}

const readerOf = ({ actor }: Context): string | null => (actor.kind === 'member' ? actor.memberId : null);

const isVisibleTo = ({ state, member_id }: queries.CommentRow, reader: string | null): boolean =>
  state === 'visible' || (reader !== null && member_id === reader && state !== 'deleted');
