import { recordAction } from '#features/audit/index.ts';
import { cancelReview, holdForReview } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import { holds } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { isBlank } from '#shared/clean-text.ts';
import { toIso } from '#shared/dates.ts';
import { type PreparedBody, prepareBody, summarise } from '../body/index.ts';
import { notePieceMedia } from '../media-uses.ts';
import { announce, toChanged, withdrawPost } from '../service.ts';
import { updateState } from '../write-queries.ts';
import { findHits, refuseBlocked } from './check-words.ts';
import { findVersion, updateVersions } from './desk-queries.ts';
import type { Gate, Guard } from './gate.ts';
import { lockReviewOf, type ReviewDetails, reviewKindOf, targetOf } from './review-target.ts';
import type { Content, Published } from './schema.ts';
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
 * it in the queue instead, unless the caller is a reviewer and says that they looked; a reference goes there always. Then
 * `isHeld` is true and readers see what they saw before.
 * @throws invalid for a time that has passed, for what cannot be shown and for words that must not be published;
 * conflict; notFound
 */
export async function publishPost(
  ctx: Context,
  { id, base, at, isReviewed }: PublishInput,
  gate?: Gate,
): Promise<Published> {
  checkTime(ctx, at);
  return inTransaction(ctx, async (trx) => {
    await lockReviewOf(trx, id);
    const { post, number, content } = await readyHead(ctx, trx, id, base);
    refuseTime(post, at);
    const hits = await findHits(ctx, content);
    refuseBlocked(hits);
    if (post.kind === 'reference')
      return hold(ctx, trx, { post, number, content, at, hits, reason: '内参须经审核', gate });
    const toReview = hits.filter(({ level }) => level === 'review');
    if (toReview.length > 0 && !(isReviewed && holds(ctx.actor, 'content.review'))) {
      const reason = `含有需要审核的词：${[...new Set(toReview.map(({ word }) => word))].slice(0, 10).join('、')}`;
      return hold(ctx, trx, { post, number, content, at, hits, reason });
    }
    await cancelReview(trx, targetOf(id));
    return publishVersion(ctx, trx, { post, number, content, at });
  });
}

/**
 * Puts the head version in the review queue. What waits already is replaced by it. `guard` looks at the piece once it is
 * locked; a reference has to pass `gate`.
 * @throws as publishPost, and what guard and gate throw
 */
export async function submitPost(
  ctx: Context,
  { id, base, at }: Omit<PublishInput, 'isReviewed'>,
  { gate, guard }: { gate?: Gate; guard?: Guard } = {},
): Promise<Published> {
  checkTime(ctx, at);
  return inTransaction(ctx, async (trx) => {
    await lockReviewOf(trx, id);
    const { post, number, content } = await readyHead(ctx, trx, id, base);
    await guard?.(trx, post);
    refuseTime(post, at);
    if (post.state === 'published' && number === post.live_version)
      throw conflict('读者看到的已经是这一版，没有要审核的修改');
    const hits = await findHits(ctx, content);
    refuseBlocked(hits);
    return hold(ctx, trx, { post, number, content, at, hits, reason: '', gate });
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
    (trx) => lockReviewOf(trx, id),
  );
  return true;
}

type Bounds = { characters: number; elements: number; links: number; images: number };

/** What a phone shows without waiting; a longer work is several pieces. */
const staffBounds: Bounds = { characters: 300_000, elements: 30_000, links: 3000, images: 500 };
const memberBounds: Bounds = { characters: 100_000, elements: 10_000, links: 500, images: 100 };

function checkBounds(body: PreparedBody, bounds: Bounds): void {
  const counts = [
    ['文字', body.text.length, bounds.characters],
    ['链接', body.linkCount, bounds.links],
    ['图片', body.images.length, bounds.images],
    ['元素（段落、表格单元格、加粗等）', body.elementCount, bounds.elements],
  ] as const;
  for (const [what, count, max] of counts)
    if (count > max) throw invalid(`正文（html）的${what}有 ${count} 个，最多 ${max} 个，请删减或分成几篇`);
}

/** What a reader can be shown has a title and a body within bounds: a draft may be anything. @throws invalid */
export async function checkReady(content: Content, kind: string): Promise<void> {
  if (isBlank(content.title) || content.title === '未命名') throw invalid('请先写标题（title）再发布');
  const body = await prepareBody({ body: content.html, format: 'html' });
  checkBounds(body, kind === 'reference' ? memberBounds : staffBounds);
  const { html, wordCount, text } = body;
  const hasWords = wordCount > 0 && !isBlank(text);
  // Of what is left after cleaning: a picture without an address is none.
  if (!hasWords && !/<(?:img|video|audio|math)\b/.test(html)) throw invalid('正文（html）还是空的，不能发布');
}

function refuseTime({ kind, state }: Locked, at: Date | undefined): void {
  if (!at) return;
  if (kind === 'reference') throw conflict('内参通过审核后随即发布，不能定时');
  if (state === 'published') throw conflict('这篇已经发布，不能再定时；可以先撤回');
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
  await checkReady(version.content, post.kind);
  return { post: { ...post, head_version: number }, number, content: version.content };
}

type Holding = Placing & { hits: readonly WordHit[]; reason: string; gate?: Gate | undefined };

async function hold(
  ctx: Context,
  trx: Trx,
  { post, number, content, at, hits, reason, gate }: Holding,
): Promise<Published> {
  const { openText } = await prepareBody({ body: content.html, format: 'html' });
  const details: ReviewDetails = { version: number, ...(at && { at: toIso(at) }) };
  const excerpt = content.summary || summarise(openText, 120);
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
