import { recordAction } from '#features/audit/index.ts';
import type { ModerationDecided } from '#features/moderation/events.ts';
import { cancelReview, readLastReview, readReviewItem } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { holds } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { prepareBody } from '../body/index.ts';
import { findHits, refuseBlocked } from './check-words.ts';
import { findVersion, lockForDesk } from './desk-queries.ts';
import { checkReady, publishVersion } from './publish.ts';
import { readDeskPost } from './reads.ts';
import { lockReviewOf, pieceOf, type ReviewDetails, targetOf } from './review-target.ts';
import type { Content, DeskPost, ReviewedPost, ReviewStanding } from './schema.ts';

/** The sensitive words of a piece's newest version; those that block first. @throws notFound */
export async function checkPost(ctx: Context, id: string): Promise<WordHit[]> {
  const { content } = await readDeskPost(ctx, id);
  return findHits(ctx, content);
}

/**
 * Takes a piece back out of the queue. May be repeated. `isWriter`: the caller wrote it, whoever submitted it.
 * @throws forbidden for who neither wrote nor submitted it nor reviews
 */
export async function cancelPostReview(
  ctx: Context,
  id: string,
  { isWriter = false }: { isWriter?: boolean } = {},
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const target = targetOf(id);
    await lockReviewOf(trx, id);
    const item = await readLastReview(ctx, target, trx);
    if (item?.state !== 'pending') return true;
    if (!isWriter && !item.isOwn && !holds(ctx.actor, 'content.review'))
      throw forbidden(`这篇是${item.submittedBy?.name ?? '别人'}送审的，只有送审人和审核员可以撤回`);
    await cancelReview(trx, target);
    await recordAction(ctx, trx, { action: 'post.cancelReview', target, before: item.details });
    return true;
  });
}

/** What a reviewer looks at: the version that was submitted, and beside it what readers see now. @throws notFound */
export async function readReviewedPost(ctx: Context, itemId: string): Promise<ReviewedPost> {
  const { details, ...item } = await readReviewItem(ctx, itemId);
  if (item.kind === 'comment') throw notFound('这一条审核不是稿件');
  const id = pieceOf(item.target);
  const { version, at } = details as ReviewDetails;
  const post = await readDeskPost(ctx, id);
  const [reviewed, live] = await Promise.all([
    findVersion(ctx.db, id, version),
    post.liveVersion > 0 && post.liveVersion !== version
      ? findVersion(ctx.db, id, post.liveVersion)
      : undefined,
  ]);
  if (!reviewed) throw notFound('送审的版本已经不在，请作者重新送审');
  return {
    item,
    postId: id,
    state: post.state,
    version,
    headVersion: post.version,
    at: at ?? null,
    content: reviewed.content,
    html: (await prepareBody({ body: reviewed.content.html, format: 'html' })).html,
    live: post.state === 'published' ? (live?.content ?? null) : null,
  };
}

/** A piece as the editor opens it. @throws notFound */
export async function openDeskPost(ctx: Context, id: string): Promise<DeskPost> {
  const post = await readDeskPost(ctx, id);
  return { ...post, review: await readStandingOf(ctx, post) };
}

/** It waits, or the last reviewer sent it back and nothing came out since. */
export async function readStandingOf(
  ctx: Context,
  { id, liveVersion }: { id: string; liveVersion: number },
): Promise<ReviewStanding | null> {
  const item = await readLastReview(ctx, targetOf(id));
  if (!item || item.state === 'approved' || item.state === 'cancelled') return null;
  const { version } = item.details as ReviewDetails;
  if (item.state !== 'pending' && liveVersion > version) return null;
  const { state, note, submittedBy, submittedAt, decidedBy, decidedAt, isOwn } = item;
  return { state, version, note, submittedBy, submittedAt, decidedBy, decidedAt, isOwn };
}

/**
 * Follows a reviewer's decision, in its transaction: what was approved comes out as it was reviewed, now or at its
 * time; what was saved meanwhile stays at the desk.
 * @throws what publishing throws; then the decision is not made either
 */
export async function followDecision(ctx: Context, trx: Trx, decided: ModerationDecided): Promise<void> {
  if (decided.kind === 'comment' || decided.decision !== 'approved') return;
  const id = pieceOf(decided.target);
  const { version: number, at } = decided.details as ReviewDetails;
  const post = await lockForDesk(trx, id);
  const version = post && (await findVersion(trx, id, number));
  if (!post || !version) throw conflict('送审的版本已经不在，请退回，让作者重新送审');
  const content: Content = version.content;
  await checkReady(content, post.kind);
  refuseBlocked(await findHits(ctx, content));
  const time = at && new Date(at) > ctx.now() && post.state !== 'published' ? new Date(at) : undefined;
  await publishVersion(ctx, trx, { post, number, content, at: time });
}
