import type { z } from 'zod';
import { cancelReview, checkWords, holdForReview, lockReview } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { readTalkedAbout, refuseBlocked, type TalkedAbout } from '#features/posts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { provinceOf } from '#kernel/province.ts';
import type {} from './events.ts';
import { limitDeed } from './limits.ts';
import { decideStanding } from './policy.ts';
import { presentComment } from './present.ts';
import { findComments, findSpeaker, listSpeakers, type Mention } from './queries.ts';
import type { addInput, Comment, reportInput } from './schema.ts';
import { hideComment } from './states.ts';
import { newsOf, pieceOf, quote, targetOf, tellReaders } from './tell.ts';
import {
  deleteLike,
  findLikes,
  hasWritten,
  insertComment,
  insertLike,
  insertReport,
  type LockedComment,
  lockComments,
  lockWriter,
} from './write-queries.ts';

/** The same words again within this time are a second click, not a second thought. */
const sameWordsMs = 60_000;

type AddInput = z.output<typeof addInput>;

/**
 * Writes a comment on a piece that the caller may read whole. It is seen at once, or by its writer alone until staff
 * have read it: where the publisher wants all of them read first, and where it holds a word that calls for it.
 * `address` is where the caller is; of it the province alone is kept.
 * @throws forbidden with the reason where the caller may not write; invalid for words that must not be published;
 * conflict for an answer to what is not seen, and for the same words twice; rateLimited; notFound
 */
export async function addComment(
  ctx: Context,
  input: AddInput,
  { settings, address }: { settings: Settings; address: string },
): Promise<{ comment: Comment }> {
  const memberId = memberOf(ctx);
  await limitDeed(ctx, 'comment');
  const piece = await readTalkedAbout(ctx, input.postId);
  const speaker = await findSpeaker(ctx.db, memberId);
  const { comments } = await settings(ctx);
  const standing = decideStanding(ctx.actor, speaker ?? null, piece, comments, ctx.now());
  if (!standing.mayWrite || !speaker) throw forbidden(standing.message);
  const hits = await checkWords(ctx, [{ field: 'body', label: '评论', text: input.body }]);
  refuseBlocked(hits);
  const isHeld = standing.isReviewed || hits.some(({ level }) => level === 'review');
  const mentions = await resolveMentions(ctx, piece, input);
  const id = await inTransaction(ctx, async (trx) => {
    await lockWriter(trx, memberId);
    const place = await findPlace(trx, memberId, input);
    const now = ctx.now();
    const since = new Date(now.getTime() - sameWordsMs);
    if (await hasWritten(trx, { memberId, postId: piece.id, body: input.body, since }))
      throw conflict('同样的评论刚刚已经发表过了');
    const comment = {
      post_id: piece.id,
      root_id: place.rootId,
      reply_to_id: place.replyToId,
      member_id: memberId,
      body: input.body,
      mentions,
      state: isHeld ? ('pending' as const) : ('visible' as const),
      province: provinceOf(address),
      created_at: now,
    };
    const added = await insertComment(trx, comment);
    const { name: memberName } = speaker;
    const news = newsOf({ ...comment, id: added }, piece, { memberName, answeredId: place.answeredId });
    await ctx.events.emit(ctx, trx, 'comment.added', { ...news, state: comment.state });
    if (isHeld) await hold(ctx, trx, { id: added, piece, body: input.body, hits });
    else {
      await tellReaders(ctx, trx, { postId: piece.id, shown: added });
      await ctx.events.emit(ctx, trx, 'comment.shown', { ...news, isFirst: true });
    }
    return added;
  });
  const [row] = await findComments(ctx.db, [id], memberId);
  if (!row) throw notFound('这条评论不存在');
  return { comment: presentComment(row, { reader: memberId, piece }) };
}

/** Deletes the caller's own comment; answers to it stay. May be repeated. @throws notFound; forbidden */
export async function deleteComment(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    await lockReview(trx, targetOf(id));
    const [comment] = await lockComments(trx, [id]);
    if (!comment) throw notFound('这条评论不存在');
    if (comment.member_id !== memberId) throw forbidden('只能删除自己的评论');
    if (comment.state === 'deleted') return;
    await cancelReview(trx, targetOf(id));
    await hideComment(ctx, trx, comment, { state: 'deleted', by: 'writer', reason: '' });
  });
  return true;
}

/** Likes a comment that is seen. May be repeated. @throws notFound; conflict for one that is not seen; rateLimited */
export async function likeComment(ctx: Context, id: string): Promise<{ likes: number }> {
  const memberId = memberOf(ctx);
  await limitDeed(ctx, 'like');
  const piece = await readPieceOf(ctx, id);
  const speaker = await findSpeaker(ctx.db, memberId);
  return inTransaction(ctx, async (trx) => {
    const [comment] = await lockComments(trx, [id]);
    requireSeen(comment, '不能点赞');
    const isNew = await insertLike(trx, id, memberId);
    const likes = (await findLikes(trx, id))?.likes ?? 0;
    if (isNew && comment.member_id !== null && comment.member_id !== memberId)
      await ctx.events.emit(ctx, trx, 'comment.liked', {
        id,
        rootId: comment.root_id,
        post: pieceOf(piece),
        excerpt: quote(comment.body),
        memberId: comment.member_id,
        likedByMemberId: memberId,
        likedByName: speaker?.name ?? '',
        likes,
      });
    return { likes };
  });
}

/** Takes the caller's like back. May be repeated. @throws notFound; rateLimited */
export async function unlikeComment(ctx: Context, id: string): Promise<{ likes: number }> {
  const memberId = memberOf(ctx);
  await limitDeed(ctx, 'like');
  await readPieceOf(ctx, id);
  return inTransaction(ctx, async (trx) => {
    await lockComments(trx, [id]);
    await deleteLike(trx, id, memberId);
    return { likes: (await findLikes(trx, id))?.likes ?? 0 };
  });
}

/**
 * Brings a comment before staff; the caller's first report of it counts.
 * @throws invalid for one's own; conflict for one that is not seen; notFound; rateLimited
 */
export async function reportComment(
  ctx: Context,
  { id, reason, note }: z.output<typeof reportInput>,
): Promise<true> {
  const memberId = memberOf(ctx);
  await limitDeed(ctx, 'report');
  await readPieceOf(ctx, id);
  await inTransaction(ctx, async (trx) => {
    const [comment] = await lockComments(trx, [id]);
    requireSeen(comment, '不必再举报');
    if (comment.member_id === memberId) throw invalid('不能举报自己的评论（id），可以直接删除');
    await insertReport(trx, { comment_id: id, member_id: memberId, reason, note });
  });
  return true;
}

// Whoever does not see the piece's page knows nothing of its comments.
async function readPieceOf(ctx: Context, id: string): Promise<TalkedAbout> {
  const comment = await findLikes(ctx.db, id);
  if (!comment) throw notFound('这条评论不存在');
  return readTalkedAbout(ctx, comment.post_id);
}

function requireSeen(comment: LockedComment | undefined, so: string): asserts comment is LockedComment {
  if (!comment || comment.state === 'pending') throw notFound('这条评论不存在');
  if (comment.state !== 'visible') throw conflict(`${gone[comment.state]}，${so}`);
}

const gone = { hidden: '这条评论已被隐藏', deleted: '这条评论已被删除' };

type Place = { rootId: string | null; replyToId: string | null; answeredId: string | null };

/** Where an answer stands: in the thread of what it answers, which must be seen, as must the thread's beginning. */
async function findPlace(trx: Trx, memberId: string, input: AddInput): Promise<Place> {
  const answeredId = input.replyToId ?? input.parentId;
  if (!answeredId) return { rootId: null, replyToId: null, answeredId: null };
  const asked = input.parentId ? [answeredId, input.parentId] : [answeredId];
  const locked = await lockComments(trx, asked);
  const answered = locked.find(({ id }) => id === answeredId);
  const isOwnPending = answered?.state === 'pending' && answered.member_id === memberId;
  if (isOwnPending) throw conflict('这条评论还在审核，通过后才能回复');
  if (!answered || answered.post_id !== input.postId) throw notFound('要回复的评论不存在');
  requireSeen(answered, '不能回复');
  const rootId = answered.root_id ?? answered.id;
  if (locked.some((other) => (other.root_id ?? other.id) !== rootId))
    throw invalid('所回复的评论（replyToId）和上级评论（parentId）不在同一个讨论里');
  const [root] = rootId === answered.id ? [answered] : await lockComments(trx, [rootId]);
  if (root?.state !== 'visible')
    throw conflict(`这个讨论的第一条评论${root?.state === 'hidden' ? '已被隐藏' : '已被删除'}，不能再回复`);
  const replyToId = answered.id === rootId ? null : answered.id;
  return { rootId, replyToId, answeredId: answered.member_id };
}

/**
 * Whom the text means: of those the caller named, who may be mentioned here and whose name follows an @ in it. A name
 * that was taken out of the text again mentions nobody.
 * @throws invalid for somebody who cannot be mentioned here
 */
async function resolveMentions(ctx: Context, piece: TalkedAbout, input: AddInput): Promise<Mention[]> {
  if (input.mentions.length === 0) return [];
  const found = await listSpeakers(ctx.db, {
    postId: piece.id,
    authorMemberId: piece.authorMemberId,
    butMemberId: memberOf(ctx),
    ids: input.mentions,
    limit: input.mentions.length,
  });
  if (found.length < input.mentions.length) throw invalid('只能提到这篇内容的作者和参与讨论的人（mentions）');
  return found.filter(({ name }) => input.body.includes(`@${name}`)).map(({ id, name }) => ({ id, name }));
}

type Held = { id: string; piece: TalkedAbout; body: string; hits: WordHit[] };

async function hold(ctx: Context, trx: Trx, { id, piece, body, hits }: Held): Promise<void> {
  const words = [...new Set(hits.filter(({ level }) => level === 'review').map(({ word }) => word))];
  await holdForReview(ctx, trx, {
    kind: 'comment',
    target: targetOf(id),
    title: piece.title,
    excerpt: body,
    reason: words.length > 0 ? `含有需要审核的词：${words.slice(0, 10).join('、')}` : '先审后发',
    hits,
    details: { postId: piece.id },
  });
}
