import { recordAction } from '#features/audit/index.ts';
import type { WordHit } from '#features/moderation/calls.ts';
import { cancelReview, holdForReview } from '#features/moderation/index.ts';
import { holds } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { prepareBody, summarise } from '../body/index.ts';
import { notePieceMedia } from '../media-uses.ts';
import { updateState } from '../queries.ts';
import { announce, toChanged, withdrawPost } from '../service.ts';
import type { Content, Published } from './calls.ts';
import { findHits, refuseBlocked } from './check-words.ts';
import { findVersion, updateVersions } from './desk-queries.ts';
import { type ReviewDetails, targetOf } from './review-target.ts';
import { keepFirstVersion, type Locked, lockAt, placeVersion } from './versions.ts';

export type PublishInput = {
  id: string;
  base: number;
  at?: Date | undefined;
  /** The caller has looked at the words that call for a review and holds content.review. */
  isReviewed?: boolean | undefined;
};

/**
 * Shows the head version to readers now, or at a time to come. Publishing what is out again shows its changes. Words
 * are looked for now, also for a time to come: what comes out then is this version. Words that call for a review put
 * it in the queue instead, unless the caller is a reviewer and says that they looked; then `isHeld` is true and
 * readers see what they saw before.
 * @throws invalid for a time that has passed, for what cannot be shown and for words that must not be published;
 * conflict; notFound
 */
export async function publishPost(
  ctx: Context,
  { id, base, at, isReviewed }: PublishInput,
): Promise<Published> {
  checkTime(ctx, at);
  return inTransaction(ctx, async (trx) => {
    const { post, number, content } = await readyHead(ctx, trx, id, base);
    if (at && post.state === 'published') throw conflict('这篇已经发布，不能再定时；可以先撤回');
    const hits = await findHits(ctx, content);
    refuseBlocked(hits);
    const toReview = hits.filter(({ level }) => level === 'review');
    if (toReview.length > 0 && !(isReviewed && holds(ctx.actor, 'content.review'))) {
      const reason = `含有需要审核的词：${[...new Set(toReview.map(({ word }) => word))].slice(0, 10).join('、')}`;
      return hold(ctx, trx, { id, number, content, at, hits, reason });
    }
    await cancelReview(trx, targetOf(id));
    return publishVersion(ctx, trx, { post, number, content, at });
  });
}

/**
 * Puts the head version in the review queue. What waits already is replaced by it.
 * @throws as publishPost
 */
export async function submitPost(
  ctx: Context,
  { id, base, at }: Omit<PublishInput, 'isReviewed'>,
): Promise<Published> {
  checkTime(ctx, at);
  return inTransaction(ctx, async (trx) => {
    const { post, number, content } = await readyHead(ctx, trx, id, base);
    if (at && post.state === 'published') throw conflict('这篇已经发布，不能再定时；可以先撤回');
    if (post.state === 'published' && number === post.live_version)
      throw conflict('读者看到的已经是这一版，没有要审核的修改');
    const hits = await findHits(ctx, content);
    refuseBlocked(hits);
    return hold(ctx, trx, { id, number, content, at, hits, reason: '' });
  });
}

type Placing = { post: Locked; number: number; content: Content; at?: Date | undefined };

/** Puts a version before readers, in the caller's transaction. The head stays where it is. */
export async function publishVersion(
  ctx: Context,
  trx: Trx,
  { post, number, content, at }: Placing,
): Promise<Published> {
  const { id } = post;
  const now = ctx.now();
  const piece = await placeVersion(ctx, trx, id, content);
  const state = at ? 'scheduled' : 'published';
  const isNewlyOut = state === 'published' && post.state !== 'published';
  const publishedAt = at ?? (post.state === 'published' ? undefined : now);
  await updateState(trx, [id], state, publishedAt);
  await updateVersions(trx, id, { live_version: number }, now);
  const head = post.head_version > number ? await findVersion(trx, id, post.head_version) : undefined;
  await notePieceMedia(ctx, trx, id, head ? [content, head.content] : [content]);
  const columns = new Set([post.column_id, piece.column_id]);
  const changed = [...columns].map((column_id) => toChanged({ ...post, ...piece, column_id }));
  await announce(ctx, trx, changed, isNewlyOut ? 'out' : 'changed');
  if (isNewlyOut)
    await ctx.events.emit(ctx, trx, 'posts.published', {
      posts: [{ ...toChanged({ ...post, ...piece }), publishedAt: now }],
    });
  await recordAction(ctx, trx, {
    action: at ? 'post.schedule' : 'post.publish',
    target: `post:${id}`,
    before: { state: post.state, version: post.live_version },
    after: { state, version: number, ...(at ? { at: toIso(at) } : {}) },
  });
  return { version: number, savedAt: toIso(now), isHeld: false };
}

/**
 * Takes a piece out of sight at once; what waits for a reviewer waits no longer. A scheduled one is a draft again.
 * @throws conflict for one that was never out; notFound
 */
export async function withdrawFromDesk(ctx: Context, id: string): Promise<boolean> {
  await withdrawPost(ctx, id, async (trx, before) => {
    await cancelReview(trx, targetOf(id));
    await recordAction(ctx, trx, {
      action: before === 'scheduled' ? 'post.unschedule' : 'post.withdraw',
      target: `post:${id}`,
      before: { state: before },
      after: { state: before === 'scheduled' ? 'draft' : 'withdrawn' },
    });
  });
  return true;
}

/** What a reader can be shown has a title and a body. @throws invalid */
export function checkReady(content: Content): void {
  if (content.title.trim() === '' || content.title === '未命名') throw invalid('请先写标题（title）再发布');
  if (
    prepareBody({ body: content.html, format: 'html' }).wordCount === 0 &&
    !/<(img|video|audio)\b/i.test(content.html)
  )
    throw invalid('正文（html）还是空的，不能发布');
}

function checkTime(ctx: Context, at: Date | undefined): void {
  if (at && at <= ctx.now()) throw invalid('定时时间（at）已经过去，请选一个将来的时间');
}

/** The piece, locked, and its head, fit to be shown. */
async function readyHead(ctx: Context, trx: Trx, id: string, base: number) {
  const post = await lockAt(trx, id, base);
  const number = post.head_version || (await keepFirstVersion(ctx, trx, id));
  const version = await findVersion(trx, id, number);
  if (!version) throw notFound('没有可以发布的版本');
  checkReady(version.content);
  return { post: { ...post, head_version: number }, number, content: version.content };
}

type Holding = Omit<Placing, 'post'> & { id: string; hits: readonly WordHit[]; reason: string };

async function hold(
  ctx: Context,
  trx: Trx,
  { id, number, content, at, hits, reason }: Holding,
): Promise<Published> {
  const { openText } = prepareBody({ body: content.html, format: 'html' });
  const details: ReviewDetails = { version: number, ...(at && { at: toIso(at) }) };
  const excerpt = content.summary || summarise(openText, 120);
  const target = targetOf(id);
  await holdForReview(ctx, trx, {
    kind: 'post',
    target,
    title: content.title,
    excerpt,
    reason,
    hits,
    details,
  });
  await recordAction(ctx, trx, {
    action: 'post.submit',
    target,
    after: { ...details, ...(reason && { reason }) },
  });
  return { version: number, savedAt: toIso(ctx.now()), isHeld: true };
}
