import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import {
  readLiveVersion,
  readOpenPost,
  requireInScope,
  requireOwnColumn,
  type SyndicatedPost,
} from '#features/posts/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { checkLength, linkOf, suggestTexts, writeArticle } from './article.ts';
import type { DraftParts } from './parts.ts';
import { type DraftRow, insertDraft, isVersionSent, listDrafts } from './queries.ts';
import type { createDraftInput, DraftOverview, WechatDraft, wechatCopy } from './schema.ts';

const maxListed = 20;

/**
 * Returns what is known about sending a post to WeChat, and its drafts, newest first.
 * @throws notFound outside of the caller's scope; conflict for a post that is not published
 */
export async function readDrafts(ctx: Context, parts: DraftParts, id: string): Promise<DraftOverview> {
  const post = await findPublished(ctx, id);
  const { wechatService, site } = await parts.settings(ctx);
  const version = await readLiveVersion(ctx, id);
  return {
    account: wechatService ? wechatService.account || wechatService.appId : null,
    obstacle: obstacleOf({ wechatService, site }),
    version,
    isSent: await isVersionSent(ctx.db, id, version),
    isCut: post.locked,
    hasCover: post.cover !== null,
    title: post.title,
    suggested: suggestTexts(post),
    drafts: (await listDrafts(ctx.db, id, maxListed)).map(presentDraft),
  };
}

/**
 * Queues the published version of a post to become a draft in WeChat.
 * @throws forbidden for a column that is not the caller's; invalid for a text that is too long for WeChat; conflict while a draft of the post is under way, and for a
 * version that was sent before unless `isRepeat`; otherwise as readDrafts
 */
export async function createDraft(
  ctx: Context,
  parts: DraftParts,
  { postId, title, author, digest, isRepeat }: z.output<typeof createDraftInput>,
): Promise<string> {
  const post = await findPublished(ctx, postId);
  await requireOwnColumn(ctx, postId);
  const settings = await parts.settings(ctx);
  const obstacle = obstacleOf(settings);
  if (obstacle) throw conflict(obstacle);
  const version = await readLiveVersion(ctx, postId);
  const base = settings.site.url ?? '';
  await checkLength({ post, settings, base, link: await linkOf(ctx, parts, post, base) });
  return inTransaction(ctx, async (trx) => {
    const texts = { title, author, digest };
    const row = { post_id: postId, version, ...texts, requested_by: requireMemberId(ctx) };
    // Before the check, so that of two requests at once the second waits for the first.
    const id = await insertDraft(trx, row, ctx.now());
    if (id === undefined) throw conflict('这篇稿件正在发到公众号，请等它结束');
    if (!isRepeat && (await isVersionSent(trx, postId, version)))
      throw conflict('这一版已经发过，公众号里可能已有它的草稿；确认要再发一份时请勾选“再发一份”');
    await recordAction(ctx, trx, {
      action: 'post.sendToWechat',
      target: `post:${postId}`,
      after: { version, ...texts },
    });
    return id;
  });
}

/**
 * Returns a post in the format of WeChat's editor, to be pasted there. Needs no account.
 * @throws as readDrafts
 */
export async function readCopy(
  ctx: Context,
  parts: DraftParts,
  id: string,
  origin: Pick<Origin, 'site'>,
): Promise<z.infer<typeof wechatCopy>> {
  const post = await findPublished(ctx, id);
  const settings = await parts.settings(ctx);
  const base = settings.site.url ?? origin.site;
  const link = await linkOf(ctx, parts, post, base);
  const { html, text, pictures } = await writeArticle({ post, settings, base, link });
  return { html, text, pictures: pictures.length, isCut: post.locked };
}

async function findPublished(ctx: Context, id: string): Promise<SyndicatedPost> {
  await requireInScope(ctx, id);
  const post = await readOpenPost(ctx, id);
  if (!post) throw conflict('稿件发布以后才能发到公众号，不然文末的链接和二维码打不开');
  return post;
}

function obstacleOf({
  wechatService,
  site,
}: Pick<Awaited<ReturnType<DraftParts['settings']>>, 'wechatService' | 'site'>): string {
  if (!wechatService) return '还没有配置微信服务号，请到设置里填写；也可以用“复制为公众号格式”';
  return site.url ? '' : '还没有填网站地址，文末的链接和二维码会打不开；请到设置里填写';
}

const presentDraft = (row: DraftRow): WechatDraft => ({
  id: row.id,
  version: row.version,
  title: row.title,
  author: row.author,
  digest: row.digest,
  state: row.state as WechatDraft['state'],
  pictures: row.pictures,
  uploaded: row.uploaded,
  missing: row.missing,
  mediaId: row.media_id,
  fault: row.fault,
  isWithoutRight: row.is_without_right,
  requestedBy: row.requested_by_name ?? '已注销的成员',
  requestedAt: toIso(row.requested_at),
  endedAt: row.ended_at && toIso(row.ended_at),
  retryAt: row.state === 'waiting' && row.fault !== '' ? toIso(row.due_at) : null,
});
