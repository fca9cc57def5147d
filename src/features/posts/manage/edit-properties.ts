import { checkWords } from '#features/moderation/index.ts';
import { hasPermission } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, forbidden } from '#kernel/errors.ts';
import { announce, toChangedPost } from '../service.ts';
import { findVipPriceFault } from '../vip-price.ts';
import { insertLabels } from '../write-queries.ts';
import { updateProperties, updateVersions } from './admin-queries.ts';
import { refuseBlockedWords } from './check-words.ts';
import { findVersionInReview } from './review-target.ts';
import type { Content } from './schema.ts';
import {
  checkContent,
  checkPrices,
  effectiveAccess,
  type LockedPost,
  postVersions,
  saveFirstVersion,
} from './versions.ts';

/** The newest and the live version of a post; the same if no change waits for publication. */
export type Versions = { head: number; live: number };

/** Changes the properties of a version; called for the newest version and, if it differs, for the live one. */
export type EditContent = (content: Content, part: keyof Versions) => Promise<Content> | Content;

const maxTags = 20;

/**
 * Changes properties of a locked post at once, for readers too: column, author, tags, access and price. Changes that
 * wait for publication keep waiting. Checks everything before the first write, so the caller may go on after an error.
 * @returns the versions before and after
 * @throws forbidden for a published post without content.publish; conflict; invalid
 */
export async function editProperties(
  ctx: Context,
  trx: Trx,
  post: LockedPost,
  edit: EditContent,
): Promise<{ before: Versions; after: Versions }> {
  const isOut = post.state === 'published' || post.state === 'scheduled';
  await refuseUneditable(ctx, trx, post, isOut);
  const before = await versionsOf(ctx, trx, post);
  const isPending = isOut && before.live !== before.head;
  const head = await edit(await postVersions.read(trx, post.id, before.head), 'head');
  const live = isPending ? await edit(await postVersions.read(trx, post.id, before.live), 'live') : head;
  for (const content of isPending ? [live, head] : [head]) await checkProperties(ctx, post, content, isOut);
  const after = await insertVersions(ctx, trx, post, isPending ? [live, head] : [head], before);
  await writeRow(ctx, trx, post, live);
  return { before, after: { head: after.head, live: isOut ? after.live : post.live_version } };
}

async function refuseUneditable(ctx: Context, trx: Trx, post: LockedPost, isOut: boolean): Promise<void> {
  if (post.deleted_at) throw conflict('这篇稿件在回收站里，请先恢复');
  if (post.kind === 'reference') throw conflict('内参由作者修改，不能批量改');
  if (isOut && !hasPermission(ctx.actor, 'content.publish'))
    throw forbidden('读者已经能看到这篇，要有发布权限才能改');
  if ((await findVersionInReview(ctx, trx, post.id)) !== undefined)
    throw conflict('这篇正在审核，请先撤回送审');
}

async function versionsOf(ctx: Context, trx: Trx, post: LockedPost): Promise<Versions> {
  const head = post.head_version || (await saveFirstVersion(ctx, trx, post.id)).number;
  return { head, live: post.live_version || head };
}

async function checkProperties(
  ctx: Context,
  post: LockedPost,
  content: Content,
  isOut: boolean,
): Promise<void> {
  await checkContent(ctx, post, content);
  if (content.tags.length > maxTags)
    throw conflict(`标签最多 ${maxTags} 个，加上以后有 ${content.tags.length} 个`);
  if (!isOut) return;
  await checkPrices(ctx, content);
  const hits = await checkWords(ctx, [{ field: 'tags', label: '标签', text: content.tags.join('\n') }]);
  refuseBlockedWords(hits);
  if (hits.some(({ level }) => level === 'review') && !hasPermission(ctx.actor, 'content.review'))
    throw conflict('标签含有需要审核的词，请单篇送审');
}

/** Inserts the contents as the newest versions; the first is the live one. */
async function insertVersions(
  ctx: Context,
  trx: Trx,
  post: LockedPost,
  contents: readonly Content[],
  before: Versions,
): Promise<Versions> {
  const saved_by = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  for (const [index, content] of contents.entries())
    await postVersions.insert(trx, post.id, {
      number: before.head + 1 + index,
      content,
      saved_by,
      saved_at: ctx.now(),
    });
  const after = { head: before.head + contents.length, live: before.head + 1 };
  const isOut = post.state === 'published' || post.state === 'scheduled';
  const versions = { head_version: after.head, ...(isOut && { live_version: after.live }) };
  await updateVersions(trx, post.id, versions, ctx.now());
  return after;
}

async function writeRow(ctx: Context, trx: Trx, post: LockedPost, content: Content): Promise<void> {
  await updateProperties(trx, post.id, {
    column_id: content.columnId,
    author_id: content.authorId,
    co_author_ids: content.coAuthorIds.filter((id) => id !== content.authorId),
    tags: content.tags,
    own_access: content.access,
    access: await effectiveAccess(ctx, content),
    price: content.price,
    // As in `applyVersion`: a draft's row holds no invalid VIP price.
    vip_price: findVipPriceFault(content) ? null : content.vipPrice,
  });
  await insertLabels(trx, [post.id]);
  const changed = { ...post, column_id: content.columnId, author_id: content.authorId };
  await announce(ctx, trx, [post, changed].map(toChangedPost), 'changed');
}
