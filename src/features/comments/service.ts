import type { z } from 'zod';
import { cancelReview, checkWords, holdForReview, lockReview } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { type CommentTarget, readCommentTarget, refuseBlockedWords } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { provinceOf } from '#kernel/province.ts';
import type {} from './events.ts';
import { limitAction } from './limits.ts';
import { notifyReaders, quote, targetOf, toCommentPayload, toPayloadPost } from './notify-readers.ts';
import { decideStanding } from './policy.ts';
import { presentComment } from './present.ts';
import { findCommenter, findComments, listParticipants, type Mention } from './queries.ts';
import type { addInput, Comment, reportInput } from './schema.ts';
import { hideComment } from './states.ts';
import {
  deleteLike,
  findLikes,
  hasWrittenSame,
  insertComment,
  insertLike,
  insertReport,
  type LockedComment,
  lockCommenter,
  lockComments,
} from './write-queries.ts';

/** The same text again within this time, in ms, is a double click. */
const duplicateWindowMs = 60_000;

type AddInput = z.output<typeof addInput>;

/**
 * Writes a comment on a post that the caller may read whole. It is visible at once, unless the publisher reviews all
 * comments first or it contains a word that requires review; then only the commenter sees it until staff decide.
 * `address` is the caller's IP address; only the province is stored.
 * @throws forbidden with the reason if the caller may not write; invalid for blocked words; conflict for a reply to
 * an invisible comment and for a repeated text; rateLimited; notFound
 */
export async function addComment(
  ctx: Context,
  input: AddInput,
  { settings, address }: { settings: Settings; address: string },
): Promise<{ comment: Comment }> {
  const memberId = requireMemberId(ctx);
  await limitAction(ctx, 'comment');
  const post = await readCommentTarget(ctx, input.postId);
  const commenter = await findCommenter(ctx.db, memberId);
  const { comments } = await settings(ctx);
  const standing = decideStanding(ctx.actor, commenter ?? null, post, comments, ctx.now());
  if (!standing.mayWrite || !commenter) throw forbidden(standing.message);
  const hits = await checkWords(ctx, [{ field: 'body', label: '评论', text: input.body }]);
  refuseBlockedWords(hits);
  const isHeld = standing.isReviewed || hits.some(({ level }) => level === 'review');
  const mentions = await resolveMentions(ctx, post, input);
  const id = await inTransaction(ctx, async (trx) => {
    await lockCommenter(trx, memberId);
    const threadParent = await findThreadParent(trx, memberId, input);
    const now = ctx.now();
    const since = new Date(now.getTime() - duplicateWindowMs);
    if (await hasWrittenSame(trx, { memberId, postId: post.id, body: input.body, since }))
      throw conflict('同样的评论刚刚已经发表过了');
    const comment = {
      post_id: post.id,
      root_id: threadParent.rootId,
      reply_to_id: threadParent.replyToId,
      member_id: memberId,
      body: input.body,
      mentions,
      state: isHeld ? ('pending' as const) : ('visible' as const),
      province: provinceOf(address),
      created_at: now,
    };
    const commentId = await insertComment(trx, comment);
    const { name: memberName } = commenter;
    const payload = toCommentPayload({ ...comment, id: commentId }, post, {
      memberName,
      repliedToMemberId: threadParent.repliedToMemberId,
    });
    await ctx.events.emit(ctx, trx, 'comment.added', { ...payload, state: comment.state });
    if (isHeld) await queueForReview(ctx, trx, { id: commentId, post, body: input.body, hits });
    else {
      await notifyReaders(ctx, trx, { postId: post.id, shown: commentId });
      await ctx.events.emit(ctx, trx, 'comment.shown', { ...payload, isFirst: true });
    }
    return commentId;
  });
  const [row] = await findComments(ctx.db, [id], memberId);
  if (!row) throw notFound('这条评论不存在');
  return { comment: presentComment(row, { reader: memberId, post }) };
}

/**
 * Deletes the caller's own comment; replies to it stay. May be repeated.
 * @throws notFound; forbidden
 */
export async function deleteComment(ctx: Context, id: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    await lockReview(trx, targetOf(id));
    const [comment] = await lockComments(trx, [id]);
    if (!comment) throw notFound('这条评论不存在');
    if (comment.member_id !== memberId) throw forbidden('只能删除自己的评论');
    if (comment.state === 'deleted') return;
    await cancelReview(trx, targetOf(id));
    await hideComment(ctx, trx, comment, { state: 'deleted', by: 'commenter', reason: '' });
  });
  return true;
}

/**
 * Likes a visible comment. May be repeated.
 * @throws notFound; conflict if it is not visible; rateLimited
 */
export async function likeComment(ctx: Context, id: string): Promise<{ likes: number }> {
  const memberId = requireMemberId(ctx);
  await limitAction(ctx, 'like');
  const post = await readPostOfComment(ctx, id);
  const commenter = await findCommenter(ctx.db, memberId);
  return inTransaction(ctx, async (trx) => {
    const [comment] = await lockComments(trx, [id]);
    requireVisible(comment, '不能点赞');
    const isNew = await insertLike(trx, id, memberId);
    const likes = (await findLikes(trx, id))?.likes ?? 0;
    if (isNew && comment.member_id !== null && comment.member_id !== memberId)
      await ctx.events.emit(ctx, trx, 'comment.liked', {
        id,
        rootId: comment.root_id,
        post: toPayloadPost(post),
        excerpt: quote(comment.body),
        memberId: comment.member_id,
        likedByMemberId: memberId,
        likedByName: commenter?.name ?? '',
        likes,
      });
    return { likes };
  });
}

/**
 * Removes the caller's like. May be repeated.
 * @throws notFound; rateLimited
 */
export async function unlikeComment(ctx: Context, id: string): Promise<{ likes: number }> {
  const memberId = requireMemberId(ctx);
  await limitAction(ctx, 'like');
  await readPostOfComment(ctx, id);
  return inTransaction(ctx, async (trx) => {
    await lockComments(trx, [id]);
    await deleteLike(trx, id, memberId);
    return { likes: (await findLikes(trx, id))?.likes ?? 0 };
  });
}

/**
 * Reports a comment to staff; only the caller's first report of it counts.
 * @throws invalid for the caller's own comment; conflict if it is not visible; notFound; rateLimited
 */
export async function reportComment(
  ctx: Context,
  { id, reason, note }: z.output<typeof reportInput>,
): Promise<true> {
  const memberId = requireMemberId(ctx);
  await limitAction(ctx, 'report');
  await readPostOfComment(ctx, id);
  await inTransaction(ctx, async (trx) => {
    const [comment] = await lockComments(trx, [id]);
    requireVisible(comment, '不必再举报');
    if (comment.member_id === memberId) throw invalid('不能举报自己的评论，可以直接删除', 'id');
    await insertReport(trx, { comment_id: id, member_id: memberId, reason, note });
  });
  return true;
}

// A caller who may not see the post's page may not learn of its comments either.
async function readPostOfComment(ctx: Context, id: string): Promise<CommentTarget> {
  const comment = await findLikes(ctx.db, id);
  if (!comment) throw notFound('这条评论不存在');
  return readCommentTarget(ctx, comment.post_id);
}

function requireVisible(
  comment: LockedComment | undefined,
  consequence: string,
): asserts comment is LockedComment {
  if (!comment || comment.state === 'pending') throw notFound('这条评论不存在');
  if (comment.state !== 'visible') throw conflict(`${goneMessages[comment.state]}，${consequence}`);
}

const goneMessages = { hidden: '这条评论已被隐藏', deleted: '这条评论已被删除' };

type ThreadParent = { rootId: string | null; replyToId: string | null; repliedToMemberId: string | null };

/** Returns the thread that a reply belongs to. The comment replied to and the root must be visible. */
async function findThreadParent(trx: Trx, memberId: string, input: AddInput): Promise<ThreadParent> {
  const repliedToId = input.replyToId ?? input.parentId;
  if (!repliedToId) return { rootId: null, replyToId: null, repliedToMemberId: null };
  const ids = input.parentId ? [repliedToId, input.parentId] : [repliedToId];
  const locked = await lockComments(trx, ids);
  const repliedTo = locked.find(({ id }) => id === repliedToId);
  const isOwnPending = repliedTo?.state === 'pending' && repliedTo.member_id === memberId;
  if (isOwnPending) throw conflict('这条评论还在审核，通过后才能回复');
  if (!repliedTo || repliedTo.post_id !== input.postId) throw notFound('要回复的评论不存在');
  requireVisible(repliedTo, '不能回复');
  const rootId = repliedTo.root_id ?? repliedTo.id;
  if (locked.some((other) => (other.root_id ?? other.id) !== rootId))
    throw invalid('所回复的评论和上级评论不在同一个讨论里', 'replyToId');
  const [root] = rootId === repliedTo.id ? [repliedTo] : await lockComments(trx, [rootId]);
  if (root?.state !== 'visible')
    throw conflict(`这个讨论的第一条评论${root?.state === 'hidden' ? '已被隐藏' : '已被删除'}，不能再回复`);
  const replyToId = repliedTo.id === rootId ? null : repliedTo.id;
  return { rootId, replyToId, repliedToMemberId: repliedTo.member_id };
}

/**
 * Returns the mentioned members: those named by the caller who may be mentioned here and whose name follows an @ in the
 * text. A name removed from the text mentions nobody.
 * @throws invalid for a member who cannot be mentioned here
 */
async function resolveMentions(ctx: Context, post: CommentTarget, input: AddInput): Promise<Mention[]> {
  if (input.mentions.length === 0) return [];
  const participants = await listParticipants(ctx.db, {
    postId: post.id,
    authorMemberId: post.authorMemberId,
    exceptMemberId: requireMemberId(ctx),
    ids: input.mentions,
    limit: input.mentions.length,
  });
  if (participants.length < input.mentions.length)
    throw invalid('只能提到这篇内容的作者和参与讨论的人', 'mentions');
  return participants
    .filter(({ name }) => input.body.includes(`@${name}`))
    .map(({ id, name }) => ({ id, name }));
}

type HeldComment = { id: string; post: CommentTarget; body: string; hits: WordHit[] };

async function queueForReview(ctx: Context, trx: Trx, { id, post, body, hits }: HeldComment): Promise<void> {
  const words = [...new Set(hits.filter(({ level }) => level === 'review').map(({ word }) => word))];
  await holdForReview(ctx, trx, {
    kind: 'comment',
    target: targetOf(id),
    title: post.title,
    excerpt: body,
    reason: words.length > 0 ? `含有需要审核的词：${words.slice(0, 10).join('、')}` : '先审后发',
    hits,
    details: { postId: post.id },
  });
}
