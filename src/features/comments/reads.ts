import type { z } from 'zod';
import { readTalkedAbout } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { decideStanding } from './policy.ts';
import { presentComment, presentSpeaker, presentThread, presentThreads, replyCursor } from './present.ts';
import * as queries from './queries.ts';
import type * as schema from './schema.ts';

/** Answers that come with a thread; the rest is asked for. */
const firstReplies = 3;
/** Of one's own that others do not see. */
const mostUnseen = 20;
const mostMentionable = 8;

/**
 * Threads of a piece whose page the caller may see, with the first answers of each. The first page also has what the
 * caller wrote here that others do not see. @throws notFound for a piece that is not there for them
 */
export async function readComments(
  ctx: Context,
  { postId, sort, cursor, size }: z.output<typeof schema.listQuery>,
  settings: Settings,
): Promise<schema.CommentPage> {
  const reader = readerOf(ctx);
  const wanted = { postId, sort, after: cursor, limit: size + 1, replies: firstReplies };
  const [piece, rows, own, speaker, { comments }] = await Promise.all([
    readTalkedAbout(ctx, postId),
    queries.listThreads(ctx.db, wanted, reader),
    reader && !cursor ? queries.listUnseen(ctx.db, reader, postId, mostUnseen) : [],
    reader ? queries.findSpeaker(ctx.db, reader) : undefined,
    settings(ctx),
  ]);
  const roots = rows.filter(({ root_id }) => root_id === null);
  const next = roots.length > size ? roots[size - 1] : undefined;
  const threads = presentThreads(rows, { reader, piece }).slice(0, size);
  return {
    records: threads,
    cursor: next ? writeCursor({ at: sort === 'hottest' ? (next.heat ?? -1) + 1 : 0, id: next.id }) : null,
    total: piece.comments,
    own: own.map((row) => presentComment(row, { reader, piece })),
    standing: decideStanding(ctx.actor, speaker ?? null, piece, comments, ctx.now()),
  };
}

/** Answers of a thread, oldest first. @throws notFound */
export async function readReplies(
  ctx: Context,
  { id, cursor, size }: z.output<typeof schema.repliesQuery>,
): Promise<{ records: schema.Comment[]; cursor: string | null }> {
  const reader = readerOf(ctx);
  const [root] = await queries.findComments(ctx.db, [id], null);
  if (!root || root.root_id !== null) throw notFound('这条评论不存在');
  const piece = await readTalkedAbout(ctx, root.post_id);
  const rows = await queries.listReplies(ctx.db, id, { after: cursor?.id ?? '0', limit: size + 1 }, reader);
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map((row) => presentComment(row, { reader, piece })),
    cursor: last ? replyCursor(last.id) : null,
  };
}

/**
 * The thread a comment stands in, with that comment where it is an answer. @throws notFound where the caller does not
 * see it (any more)
 */
export async function readThread(ctx: Context, id: string): Promise<schema.Thread> {
  const reader = readerOf(ctx);
  const [comment] = await queries.findComments(ctx.db, [id], reader);
  if (!comment || !isSeen(comment, reader)) throw notFound('这条评论已被删除或隐藏');
  const piece = await readTalkedAbout(ctx, comment.post_id);
  if (comment.root_id === null) {
    const replies = await queries.listReplies(ctx.db, id, { after: '0', limit: firstReplies }, reader);
    return presentThread(comment, replies, { reader, piece });
  }
  const [root] = await queries.findComments(ctx.db, [comment.root_id], reader);
  if (!root) throw notFound('这条评论已被删除或隐藏');
  // All answers are asked for from the beginning: the one that is shown now may be any of them.
  return { ...presentThread(root, [comment], { reader, piece }), repliesCursor: replyCursor('1') };
}

/** Whom a comment of the caller can mention here: who wrote the piece and who has spoken about it. @throws notFound */
export async function readMentionable(
  ctx: Context,
  { postId, prefix }: z.output<typeof schema.mentionQuery>,
): Promise<schema.Mentionable[]> {
  const piece = await readTalkedAbout(ctx, postId);
  const wanted = { authorMemberId: piece.authorMemberId, butMemberId: memberOf(ctx), limit: mostMentionable };
  const rows = await queries.listSpeakers(ctx.db, { postId, prefix, ...wanted });
  return rows.map((row) => presentSpeaker(row, piece));
}

const readerOf = ({ actor }: Context): string | null => (actor.kind === 'member' ? actor.memberId : null);

const isSeen = ({ state, member_id }: queries.CommentRow, reader: string | null): boolean =>
  state === 'visible' || (reader !== null && member_id === reader && state !== 'deleted');
