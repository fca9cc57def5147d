import { recordAction } from '#features/audit/index.ts';
import { ensureAuthors } from '#features/authors/index.ts';
import { requireColumn } from '#features/columns/index.ts';
import { checkWords } from '#features/moderation/index.ts';
import {
  addPosts,
  createPictureImporter,
  importBodyFiles,
  prepareBody,
  refuseBlockedWords,
  refuseLockedFiles,
  submitPost,
  toPlainText,
} from '#features/posts/index.ts';
import { hasPermission, requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { lettersAndDigits } from '#shared/text/letters-and-digits.ts';
import { approveItem, dismissItems, findItem, listColumnsOfItems } from './queries.ts';
import type { Approved } from './schema.ts';
import { requireFeedColumn } from './service.ts';

export type FeedDependencies = { files: FileStore; fetching: FetchLimits };
export type ApproveInput = { id: string; as: 'published' | 'draft'; columnId?: string | undefined };

/**
 * Creates a post from an item, with a line that credits the source and with its pictures imported. Of two concurrent
 * approvals one creates the post, and both return it. Words that require a review keep it a draft in the review queue.
 * @throws invalid for blocked words and for an unsuitable column; forbidden to publish without content.publish;
 * conflict for a dismissed item; notFound
 */
export async function approveFeedItem(
  ctx: Context,
  { id, as, columnId }: ApproveInput,
  { files, fetching }: FeedDependencies,
): Promise<Approved> {
  const memberId = requireMemberId(ctx);
  if (as === 'published' && !hasPermission(ctx.actor, 'content.publish'))
    throw forbidden('没有发布的权限，可以先存为草稿');
  const item = await findItem(ctx.db, id);
  if (!item) throw notFound('没有这条来稿，可能已经过期');
  if (item.state === 'dismissed') throw conflict('这条来稿已经忽略了');
  if (item.post_id) return { postId: item.post_id, state: 'draft' };
  if (columnId === undefined) await requireColumn(ctx, item.column_id);
  else await requireFeedColumn(ctx, columnId);
  const hits = await checkWords(ctx, [
    { field: 'title', label: '标题', text: item.title },
    { field: 'summary', label: '摘要', text: item.summary },
    { field: 'html', label: '正文', text: await toPlainText(item.html) },
  ]);
  if (as === 'published') refuseBlockedWords(hits);
  const isHeld = as === 'published' && hits.some(({ level }) => level === 'review');
  const state = as === 'published' && !isHeld ? 'published' : 'draft';
  const author = (item.author || item.source_name).slice(0, 50);
  const authorId = (await ensureAuthors(ctx, [author])).get(author) ?? '';
  const pictures = createPictureImporter(files, fetching);
  const prepared = await prepareBody({ body: item.html + creditOf(item), format: 'html' });
  // A text of another site cannot vouch for a file of this one, whoever approves it.
  await refuseLockedFiles(
    ctx,
    prepared.attachments,
    '来稿不能链接本站没有公开的文件；请忽略这条来稿，或另写一篇',
  );
  const body = await importBodyFiles(
    prepared,
    // Web addresses only: one of our own or a path would be read from the local disk.
    async (src) => (/^https?:\/\//i.test(src) ? pictures.store(ctx, src, noSource) : null),
    async () => null,
  );
  const newPost = {
    columnId: columnId ?? item.column_id,
    authorId,
    title: item.title,
    summary: await ownSummary(item),
    body,
    state,
    publishedAt: state === 'published' ? ctx.now() : null,
  } as const;
  try {
    const [postId] = await addPosts(ctx, [newPost], async (trx, [added]) => {
      const decision = { post_id: added ?? '', decided_by: memberId, decided_at: ctx.now() };
      if (!added || !(await approveItem(trx, id, decision))) throw new DecidedMeanwhile();
      const after = { title: item.title, postId: added, state };
      await recordAction(ctx, trx, { action: 'feed.approve', target: `feedItem:${id}`, after });
    });
    if (!postId) throw notFound('稿件没有建成，请重试');
    // What could not be fetched is a link to the source by now; the reviewer sees which.
    if (isHeld) await submitPost(ctx, { id: postId, base: 0, acceptsUnseen: true });
    return { postId, state: isHeld ? 'held' : state };
  } catch (error) {
    if (!(error instanceof DecidedMeanwhile)) throw error;
    const decided = await findItem(ctx.db, id);
    if (!decided?.post_id) throw conflict('这条来稿刚被别人忽略了');
    return { postId: decided.post_id, state: 'draft' };
  }
}

/** Dismisses items. Decided items are left unchanged; idempotent. @returns how many were dismissed @throws forbidden if one is for another's column */
export async function dismissFeedItems(ctx: Context, ids: readonly string[]): Promise<number> {
  const decision = { decided_by: requireMemberId(ctx), decided_at: ctx.now() };
  return inTransaction(ctx, async (trx) => {
    await requireColumn(ctx, ...(await listColumnsOfItems(trx, ids)));
    const dismissed = await dismissItems(trx, ids, decision);
    for (const { id, title } of dismissed)
      await recordAction(ctx, trx, { action: 'feed.dismiss', target: `feedItem:${id}`, after: { title } });
    return dismissed.length;
  });
}

class DecidedMeanwhile extends Error {}

const noSource = { file: '', root: undefined };

/**
 * The feed's own summary of an item; undefined if it is the beginning of the body, locked text included: then it was made
 * from it, by `toItem` or by the source.
 */
async function ownSummary({ summary, html }: { summary: string; html: string }): Promise<string | undefined> {
  const beginning = lettersAndDigits(summary);
  return lettersAndDigits(await toPlainText(html)).startsWith(beginning) ? undefined : summary;
}

const creditOf = ({ url, source_name }: { url: string; source_name: string }): string =>
  url
    ? `<p>来源：<a href="${escapeHtml(url)}">${escapeHtml(source_name)}</a></p>`
    : `<p>来源：${escapeHtml(source_name)}</p>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
