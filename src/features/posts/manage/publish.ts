import { recordAction } from '#features/audit/index.ts';
import { cancelReview, holdForReview } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { hasPermission, workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { isBlank } from '#shared/clean-text.ts';
import { toIso } from '#shared/dates.ts';
import { maxEmbeds } from '#shared/embeds.ts';
import { type PreparedBody, prepareBody } from '../body/index.ts';
import { recordPostMedia } from '../media-uses.ts';
import { announce, toChangedPost, withdrawPost } from '../service.ts';
import { updateState } from '../write-queries.ts';
import { updateVersions } from './admin-queries.ts';
import { refuseUnseen } from './check-unseen.ts';
import { findWordHits, refuseBlockedWords } from './check-words.ts';
import type { Gate, Guard } from './gate.ts';
import { lockPostReview, type ReviewDetails, reviewKindOf, targetOf } from './review-target.ts';
import type { Content, Published } from './schema.ts';
import {
  applyVersion,
  checkPrices,
  effectiveAccess,
  type LockedPost,
  lockWithHead,
  postVersions,
  refuseOtherHead,
  saveFirstVersion,
} from './versions.ts';

export type PublishInput = {
  id: string;
  base: number;
  at?: Date | undefined;
  /** A time in the past that a first publication gets; not together with `at`. */
  publishedAt?: Date | undefined;
  /** True if a caller with content.review has checked the words that require a review. */
  isReviewed?: boolean | undefined;
  /** True if the caller knows what readers will not see. */
  acceptsUnseen?: boolean | undefined;
};

/**
 * Publishes the head version, now or at a future time. Publishing a published post again shows its saved changes.
 * Sensitive words are checked now even for a future time, because exactly this version will be published. A version
 * with words that require a review goes to the review queue instead, unless the caller is a reviewer and sets
 * `isReviewed`; a reference always goes there. `isHeld` is then true and readers keep seeing the previous version.
 * @throws invalid for a time in the past, for content that is not ready, for blocked words, and, unless `acceptsUnseen`, for
 * content that readers will not see; conflict; notFound
 */
export async function publishPost(
  ctx: Context,
  { id, base, at: scheduledAt, publishedAt, isReviewed, acceptsUnseen }: PublishInput,
  gate?: Gate,
): Promise<Published> {
  requireFutureTime(ctx, scheduledAt);
  if (publishedAt) refuseFutureDate(ctx, publishedAt, 'publishedAt');
  const at = scheduledAt ?? publishedAt;
  return inTransaction(ctx, async (trx) => {
    await lockPostReview(trx, id);
    const head = await loadPublishableHead(ctx, trx, id, base);
    const { post, content, body } = head;
    refuseScheduling(post, scheduledAt);
    if (publishedAt && post.state === 'published') throw conflict('这篇已经发布，请改它的发布时间');
    const hits = await findWordHits(ctx, content, body);
    refuseBlockedWords(hits);
    if (!acceptsUnseen) await refuseUnseen(ctx, content, body);
    if (post.kind === 'reference')
      return queueForReview(ctx, trx, { ...head, at, hits, reason: '内参须经审核', gate });
    const toReview = hits.filter(({ level }) => level === 'review');
    if (toReview.length > 0 && !(isReviewed && hasPermission(ctx.actor, 'content.review'))) {
      const reason = `含有需要审核的词：${[...new Set(toReview.map(({ word }) => word))].slice(0, 10).join('、')}`;
      return queueForReview(ctx, trx, { ...head, at, hits, reason });
    }
    await cancelReview(trx, targetOf(id));
    return publishVersion(ctx, trx, { ...head, at });
  });
}

/**
 * Submits the head version for review and replaces a version of the post that is already queued. `guard` checks the
 * post once it is locked; a reference must pass `gate`.
 * @throws what publishPost, `guard` and `gate` throw
 */
export async function submitPost(
  ctx: Context,
  { id, base, at, acceptsUnseen }: Omit<PublishInput, 'isReviewed' | 'publishedAt'>,
  { gate, guard }: { gate?: Gate; guard?: Guard } = {},
): Promise<Published> {
  requireFutureTime(ctx, at);
  return inTransaction(ctx, async (trx) => {
    await lockPostReview(trx, id);
    const head = await loadPublishableHead(ctx, trx, id, base);
    const { post, number, content, body } = head;
    await guard?.(trx, post);
    refuseScheduling(post, at);
    if (post.state === 'published' && number === post.live_version)
      throw conflict('读者看到的已经是这一版，没有要审核的修改');
    const hits = await findWordHits(ctx, content, body);
    refuseBlockedWords(hits);
    if (!acceptsUnseen) await refuseUnseen(ctx, content, body);
    return queueForReview(ctx, trx, { ...head, at, hits, reason: '', gate });
  });
}

type VersionToPublish = {
  post: LockedPost;
  number: number;
  content: Content;
  body: PreparedBody;
  /** The time of publication; a future one schedules. By default now, or what it was. */
  at?: Date | undefined;
};

/**
 * Publishes a version that readers saw before, in the caller's transaction, after the checks of a publication.
 * @throws what publishPost throws; conflict for what only a review can publish
 */
export async function publishCheckedVersion(
  ctx: Context,
  trx: Trx,
  post: LockedPost,
  version: number,
  at?: Date,
): Promise<void> {
  if (post.kind === 'reference') throw conflict('内参须经审核，请重新送审');
  const wanted = version || post.head_version;
  const found = await (wanted
    ? postVersions.find(trx, post.id, wanted)
    : saveFirstVersion(ctx, trx, post.id));
  if (!found) throw notFound('没有可以发布的版本');
  const { number, content } = found;
  const body = await checkReady(ctx, content, post.kind);
  const hits = await findWordHits(ctx, content, body);
  refuseBlockedWords(hits);
  if (hits.some(({ level }) => level === 'review') && !hasPermission(ctx.actor, 'content.review'))
    throw conflict('含有需要审核的词，请重新送审');
  const head_version = Math.max(post.head_version, number);
  await publishVersion(ctx, trx, { post: { ...post, head_version }, number, content, body, at });
}

/** Publishes or schedules a version in the caller's transaction. The head version stays the same. */
export async function publishVersion(
  ctx: Context,
  trx: Trx,
  { post, number, content, body, at }: VersionToPublish,
): Promise<Published> {
  const { id } = post;
  const now = ctx.now();
  const applied = await applyVersion(ctx, trx, id, content, body);
  const state = at && at > now ? 'scheduled' : 'published';
  const isNewlyPublished = state === 'published' && post.state !== 'published';
  const publishedAt = at ?? (post.state === 'published' ? undefined : now);
  await updateState(trx, [id], state, publishedAt);
  await updateVersions(trx, id, { live_version: number }, now);
  const head = post.head_version > number ? await postVersions.find(trx, id, post.head_version) : undefined;
  await recordPostMedia(ctx, trx, id, head ? [content, head.content] : [content]);
  const columns = new Set([post.column_id, applied.column_id]);
  const changed = [...columns].map((column_id) => toChangedPost({ ...post, ...applied, column_id }));
  await announce(ctx, trx, changed, isNewlyPublished ? 'out' : 'changed');
  if (isNewlyPublished)
    await ctx.events.emit(ctx, trx, 'posts.published', {
      posts: [{ ...toChangedPost({ ...post, ...applied }), publishedAt: publishedAt ?? now }],
    });
  await recordAction(ctx, trx, {
    action: state === 'scheduled' ? 'post.schedule' : 'post.publish',
    target: `post:${id}`,
    before: { state: post.state, version: post.live_version },
    after: { state, version: number, ...(at ? { at: toIso(at) } : {}) },
  });
  return { version: number, savedAt: toIso(now), isHeld: false };
}

/**
 * Withdraws a post at once and cancels its pending review. A scheduled post becomes a draft again unless a member
 * bought it. `check` may refuse once the review is locked.
 * @throws conflict if the post was never published; notFound
 */
export async function withdrawPostAsAdmin(
  ctx: Context,
  id: string,
  check?: (trx: Trx) => Promise<unknown>,
): Promise<boolean> {
  await withdrawPost(
    ctx,
    id,
    async (trx, { before, after }) => {
      await cancelReview(trx, targetOf(id));
      await recordAction(ctx, trx, {
        action: before === 'scheduled' ? 'post.unschedule' : 'post.withdraw',
        target: `post:${id}`,
        before: { state: before },
        after: { state: after },
      });
    },
    async (trx) => {
      await lockPostReview(trx, id);
      await check?.(trx);
    },
  );
  return true;
}

type BodyLimits = { characters: number; elements: number; links: number; images: number };

/** Sized so that a phone can show the post at once; a longer work is split into several posts. */
const staffLimits: BodyLimits = { characters: 300_000, elements: 30_000, links: 3000, images: 500 };
const memberLimits: BodyLimits = { characters: 100_000, elements: 10_000, links: 500, images: 100 };

function checkLimits(body: PreparedBody, limits: BodyLimits): void {
  const counts = [
    ['文字', body.text.length, limits.characters],
    ['链接', body.linkCount, limits.links],
    ['图片', body.images.length, limits.images],
    ['嵌入的视频', body.embedCount, maxEmbeds],
    ['元素（段落、表格单元格、加粗等）', body.elementCount, limits.elements],
  ] as const;
  for (const [label, count, max] of counts)
    if (count > max) throw invalid(`正文的${label}有 ${count} 个，最多 ${max} 个，请删减或分成几篇`, 'html');
}

/**
 * Checks that a version has a title, a body within bounds and, if readers pay for it, a price and something below its
 * paywall mark, so that it can be published; drafts may be incomplete.
 * @throws invalid
 */
export async function checkReady(ctx: Context, content: Content, kind: string): Promise<PreparedBody> {
  if (isBlank(content.title) || content.title === '未命名') throw invalid('请先写标题再发布', 'title');
  const body = await prepareReadyBody(content.html, {
    limits: kind === 'reference' ? memberLimits : staffLimits,
    owner: workOwnerOf(ctx),
  });
  const hasNothingPaid = body.sourceHtml !== null && body.openHtml === body.html;
  if (hasNothingPaid && ['vip', 'paid'].includes(await effectiveAccess(ctx, content)))
    throw invalid('付费线以下还没有内容：请把付费的部分写在线下，或去掉付费线');
  await checkPrices(ctx, content);
  return body;
}

/**
 * Sanitises a body that is to be published.
 * @throws invalid for one that is empty or too large
 */
export async function prepareReadyBody(
  source: string,
  { limits = staffLimits, owner }: { limits?: BodyLimits; owner?: string | undefined } = {},
): Promise<PreparedBody> {
  const body = await prepareBody({ body: source, format: 'html' }, owner);
  checkLimits(body, limits);
  const { html, wordCount, text } = body;
  const hasWords = wordCount > 0 && !isBlank(text);
  // Tested after sanitising, which removes pictures without an address.
  if (!hasWords && !/<(?:img|video|audio|math)\b/.test(html)) throw invalid('正文还是空的，不能发布', 'html');
  return body;
}

function refuseScheduling({ kind, state }: LockedPost, at: Date | undefined): void {
  if (!at) return;
  if (kind === 'reference') throw conflict('内参通过审核后随即发布，不能定时');
  if (state === 'published') throw conflict('这篇已经发布，不能再定时；可以先撤回');
}

/** @throws invalid for a time of publication in the future */
export function refuseFutureDate(ctx: Context, at: Date, field: string): void {
  if (at > ctx.now()) throw invalid('发布时间不能晚于现在；以后才发布的请定时', field);
}

function requireFutureTime(ctx: Context, at: Date | undefined): void {
  if (at && at <= ctx.now()) throw invalid('定时时间已经过去，请选一个将来的时间', 'at');
}

/** Returns the locked post with its head version and its body, after checking that the version can be published. */
async function loadPublishableHead(ctx: Context, trx: Trx, id: string, base: number) {
  const locked = await lockWithHead(ctx, trx, id);
  refuseOtherHead(locked, base);
  const { number, content } = locked.head;
  const body = await checkReady(ctx, content, locked.post.kind);
  return { post: { ...locked.post, head_version: number }, number, content, body };
}

type ReviewRequest = VersionToPublish & { hits: readonly WordHit[]; reason: string; gate?: Gate | undefined };

async function queueForReview(
  ctx: Context,
  trx: Trx,
  { post, number, content, body, at, hits, reason, gate }: ReviewRequest,
): Promise<Published> {
  const details: ReviewDetails = {
    version: number,
    ...(at && { [at > ctx.now() ? 'at' : 'publishedAt']: toIso(at) }),
  };
  const excerpt = content.summary || body.openSummary;
  const target = targetOf(post.id);
  const kind = reviewKindOf(post);
  if (kind === 'reference') {
    if (!gate) throw conflict('内参要由作者送审');
    const { id, author_id: authorId, live_version: liveVersion } = post;
    await gate(ctx, trx, { id, authorId, liveVersion, version: number, content });
  }
  await holdForReview(ctx, trx, {
    kind,
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
