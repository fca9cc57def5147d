import { recordAction } from '#features/audit/index.ts';
import { columnRefusal, requireColumn } from '#features/columns/index.ts';
import type { ModerationDecided } from '#features/moderation/events.ts';
import { cancelReview, readLastReview, readReviewItem } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { hasPermission } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import type { Unseen } from '#shared/unseen.ts';
import { prepareBody } from '../body/index.ts';
import { lockPostForEdit } from './admin-queries.ts';
import { findUnseen } from './check-unseen.ts';
import { findWordHits, refuseBlockedWords } from './check-words.ts';
import { checkReady, publishVersion } from './publish.ts';
import { readAdminPost } from './reads.ts';
import { lockPostReview, postIdOf, type ReviewDetails, targetOf } from './review-target.ts';
import type { AdminPost, Content, ReviewedPost, ReviewStatus } from './schema.ts';
import { findRefusal } from './scope.ts';
import { postVersions } from './versions.ts';

/**
 * Returns the sensitive words of a post's newest version, blocked words first.
 * @throws notFound
 */
export async function checkPost(ctx: Context, id: string): Promise<WordHit[]> {
  const { content } = await readAdminPost(ctx, id);
  return findWordHits(ctx, content);
}

/**
 * Returns what readers will not see of a post's newest version.
 * @throws notFound
 */
export async function readUnseen(ctx: Context, id: string): Promise<Unseen[]> {
  const { content } = await readAdminPost(ctx, id);
  return findUnseen(ctx, content);
}

/**
 * Cancels the pending review of a post. May be repeated. `isWriter`: the caller wrote the post, so it does not matter
 * who submitted it.
 * @throws forbidden unless the caller wrote or submitted the post or is a reviewer
 */
export async function cancelPostReview(
  ctx: Context,
  id: string,
  { isWriter = false }: { isWriter?: boolean } = {},
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const target = targetOf(id);
    await lockPostReview(trx, id);
    const item = await readLastReview(ctx, target, trx);
    if (item?.state !== 'pending') return true;
    if (!isWriter && !item.isOwn && !hasPermission(ctx.actor, 'content.review'))
      throw forbidden(`这篇是${item.submittedBy?.name ?? '别人'}送审的，只有送审人和审核员可以撤回`);
    await cancelReview(trx, target);
    await recordAction(ctx, trx, { action: 'post.cancelReview', target, before: item.details });
    return true;
  });
}

/**
 * Returns the submitted version beside the published one, for a reviewer.
 * @throws notFound
 */
export async function readReviewedPost(ctx: Context, itemId: string): Promise<ReviewedPost> {
  const { details, ...item } = await readReviewItem(ctx, itemId);
  if (item.kind === 'comment') throw notFound('这一条审核不是稿件');
  const id = postIdOf(item.target);
  const { version, at } = details as ReviewDetails;
  const post = await readAdminPost(ctx, id);
  const [reviewed, live] = await Promise.all([
    postVersions.find(ctx.db, id, version),
    post.liveVersion > 0 && post.liveVersion !== version
      ? postVersions.find(ctx.db, id, post.liveVersion)
      : undefined,
  ]);
  if (!reviewed) throw notFound('送审的版本已经不在，请作者重新送审');
  const body = await prepareBody({ body: reviewed.content.html, format: 'html' });
  return {
    item,
    postId: id,
    state: post.state,
    version,
    headVersion: post.version,
    at: at ?? null,
    content: reviewed.content,
    html: body.html,
    unseen: await findUnseen(ctx, reviewed.content, body),
    live: post.state === 'published' ? (live?.content ?? null) : null,
    refusal: (await findRefusal(ctx, id)) ?? (await columnRefusal(ctx, [reviewed.content.columnId])),
  };
}

/**
 * Returns a post as the editor opens it, with its review status.
 * @throws notFound
 */
export async function readAdminPostWithReview(ctx: Context, id: string): Promise<AdminPost> {
  const post = await readAdminPost(ctx, id);
  return { ...post, review: await readReviewStatus(ctx, post), refusal: await findRefusal(ctx, id) };
}

/**
 * Returns the review status if the post is waiting, or if the last reviewer sent it back and nothing was published
 * since.
 */
export async function readReviewStatus(
  ctx: Context,
  { id, liveVersion }: { id: string; liveVersion: number },
): Promise<ReviewStatus | null> {
  const item = await readLastReview(ctx, targetOf(id));
  if (!item || item.state === 'approved' || item.state === 'cancelled') return null;
  const { version } = item.details as ReviewDetails;
  if (item.state !== 'pending' && liveVersion > version) return null;
  const { state, note, submittedBy, submittedAt, decidedBy, decidedAt, isOwn } = item;
  return { state, version, note, submittedBy, submittedAt, decidedBy, decidedAt, isOwn };
}

/**
 * Applies a reviewer's decision in its transaction, if the post is in the reviewer's columns: an approved version is published as it was reviewed, now or at its
 * time. Changes saved meanwhile stay unpublished.
 * @throws what publishing throws, which rolls back the decision too
 */
export async function onModerationDecided(ctx: Context, trx: Trx, decided: ModerationDecided): Promise<void> {
  if (decided.kind === 'comment') return;
  const id = postIdOf(decided.target);
  const { version: number, at, publishedAt } = decided.details as ReviewDetails;
  const post = await lockPostForEdit(trx, id);
  const version = post && (await postVersions.find(trx, id, number));
  await requireColumn(
    ctx,
    ...[post?.column_id, version?.content.columnId].filter((one) => one !== undefined),
  );
  if (decided.decision !== 'approved') return;
  if (!post || !version) throw conflict('送审的版本已经不在，请退回，让作者重新送审');
  const content: Content = version.content;
  const body = await checkReady(ctx, content, post.kind);
  refuseBlockedWords(await findWordHits(ctx, content, body));
  // A scheduled time that has passed by now does not count: the post comes out with the approval.
  const planned = at && new Date(at) > ctx.now() ? at : publishedAt;
  const time = planned && post.state !== 'published' ? new Date(planned) : undefined;
  await publishVersion(ctx, trx, { post, number, content, body, at: time });
}
