import { recordAction } from '#features/audit/index.ts';
import { ensureAuthors } from '#features/authors/index.ts';
import { checkWords } from '#features/moderation/index.ts';
import {
  addPosts,
  createPictureKeeper,
  keepBodyPictures,
  prepareBody,
  refuseBlocked,
  submitPost,
  toPlainText,
} from '#features/posts/index.ts';
import { holds, memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { approveItem, dismissItems, findItem } from './queries.ts';
import type { Approved } from './schema.ts';
import { checkFedColumn } from './service.ts';

export type FeedParts = { files: FileStore; fetching: FetchLimits };
export type ApproveInput = { id: string; as: 'published' | 'draft'; columnId?: string | undefined };

/**
 * Makes a piece of an item, with a line that says where it came from and its pictures brought here. Of two who approve
 * one item at once one makes the piece, and both are told which it is. Words that call for a review keep it a draft
 * that waits for a reviewer.
 * @throws invalid for words that must not be published and a column that takes nothing from outside; forbidden to publish without content.publish; conflict for
 * what was dismissed; notFound
 */
export async function approveFeedItem(
  ctx: Context,
  { id, as, columnId }: ApproveInput,
  { files, fetching }: FeedParts,
): Promise<Approved> {
  const memberId = memberOf(ctx);
  if (as === 'published' && !holds(ctx.actor, 'content.publish'))
    throw forbidden('没有发布的权限，可以先存为草稿');
  const item = await findItem(ctx.db, id);
  if (!item) throw notFound('没有这条来稿，可能已经过期');
  if (item.state === 'dismissed') throw conflict('这条来稿已经忽略了');
  if (item.post_id) return { postId: item.post_id, state: 'draft' };
  if (columnId !== undefined) await checkFedColumn(ctx, columnId);
  const hits = await checkWords(ctx, [
    { field: 'title', label: '标题', text: item.title },
    { field: 'summary', label: '摘要', text: item.summary },
    { field: 'html', label: '正文', text: await toPlainText(item.html) },
  ]);
  if (as === 'published') refuseBlocked(hits);
  const isHeld = as === 'published' && hits.some(({ level }) => level === 'review');
  const state = as === 'published' && !isHeld ? 'published' : 'draft';
  const author = (item.author || item.source_name).slice(0, 50);
  const authorId = (await ensureAuthors(ctx, [author])).get(author) ?? '';
  const pictures = createPictureKeeper(files, fetching);
  const body = await keepBodyPictures(
    await prepareBody({ body: item.html + creditOf(item), format: 'html' }),
    // Only of the web: an address of ours or a path would be read from our own disk.
    async (src) => (/^https?:\/\//i.test(src) ? pictures.keep(ctx, src, nowhere) : null),
  );
  const piece = {
    columnId: columnId ?? item.column_id,
    authorId,
    title: item.title,
    summary: item.summary,
    body,
    state,
    publishedAt: state === 'published' ? ctx.now() : null,
  } as const;
  try {
    const [postId] = await addPosts(ctx, [piece], async (trx, [added]) => {
      const decision = { post_id: added ?? '', decided_by: memberId, decided_at: ctx.now() };
      if (!added || !(await approveItem(trx, id, decision))) throw new TakenMeanwhile();
      const after = { title: item.title, postId: added, state };
      await recordAction(ctx, trx, { action: 'feed.approve', target: `feedItem:${id}`, after });
    });
    if (!postId) throw notFound('稿件没有建成，请重试');
    if (isHeld) await submitPost(ctx, { id: postId, base: 0 });
    return { postId, state: isHeld ? 'held' : state };
  } catch (error) {
    if (!(error instanceof TakenMeanwhile)) throw error;
    const taken = await findItem(ctx.db, id);
    if (!taken?.post_id) throw conflict('这条来稿刚被别人忽略了');
    return { postId: taken.post_id, state: 'draft' };
  }
}

/** Leaves items out. What is decided already stays as it is; may be repeated. @returns how many */
export async function dismissFeedItems(ctx: Context, ids: readonly string[]): Promise<number> {
  const decision = { decided_by: memberOf(ctx), decided_at: ctx.now() };
  return inTransaction(ctx, async (trx) => {
    const dismissed = await dismissItems(trx, ids, decision);
    for (const { id, title } of dismissed)
      await recordAction(ctx, trx, { action: 'feed.dismiss', target: `feedItem:${id}`, after: { title } });
    return dismissed.length;
  });
}

class TakenMeanwhile extends Error {}

const nowhere = { file: '', root: undefined };

const creditOf = ({ url, source_name }: { url: string; source_name: string }): string =>
  url
    ? `<p>来源：<a href="${escapeHtml(url)}">${escapeHtml(source_name)}</a></p>`
    : `<p>来源：${escapeHtml(source_name)}</p>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
