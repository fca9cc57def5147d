import { deleteImportedComments, findDiscussedPosts } from '#features/comments/index.ts';
import { findGrantedPosts, takeBackVips } from '#features/entitlements/index.ts';
import { deleteImportedMembers, deleteTags, maskEmail } from '#features/identity/index.ts';
import { deleteUnusedItems } from '#features/media/index.ts';
import { findOrderedPosts } from '#features/orders/index.ts';
import { deleteImportedPage } from '#features/pages/index.ts';
import { deleteImportedPosts } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { maskMobile } from '#shared/mobiles.ts';
import type { ItemKind } from '../import-content.ts';
import { vipSource } from '../members/import-members.ts';
import type { TransferDependencies } from './dependencies.ts';
import {
  deleteGrantItemsOf,
  deleteItems,
  deleteMemberTags,
  findMemberUses,
  listItems,
} from './item-queries.ts';
import type { TransferCounts } from './transfer-queries.ts';

const batchSize = 100;

type UndoOptions = {
  /** The import to undo. */
  sourceId: string;
  report: (line: string) => void;
  progress: (done: number, counts: TransferCounts) => Promise<void>;
};

/** Deletes a batch of one kind. @returns the ids that are gone, and a line for each post or page that is kept */
type DeleteBatch = (
  trx: Trx,
  ids: readonly string[],
) => Promise<{ gone: readonly string[]; lines?: string[] }>;

/**
 * Removes what an import added and was not used since. Keeps, and reports by name, members who logged in, bought or
 * wrote, VIP that was extended, posts that were bought, edited or commented on, and pages that were edited or that footer or menu link to. A killed run continues where it was, and what was
 * kept can be tried again.
 * @returns `added` counts what was removed, `skipped` what was kept
 */
export async function undoImport(
  ctx: Context,
  { media, extensions }: Pick<TransferDependencies, 'media' | 'extensions'>,
  options: UndoOptions,
): Promise<TransferCounts> {
  const counts = { added: 0, unchanged: 0, skipped: 0, failed: 0 };
  const { sourceId } = options;
  await undoTags(ctx, sourceId);
  const steps: [ItemKind, DeleteBatch][] = [
    ['member', (trx, ids) => deleteMembers(trx, ids, sourceId)],
    ['grant', takeBackGrants],
    ['comment', async (trx, ids) => ({ gone: await deleteImportedComments(trx, ids) })],
    ['post', (trx, ids) => deletePosts(ctx, trx, ids)],
    ['page', (trx, ids) => deletePages(ctx, trx, ids)],
    [
      'redirect',
      async (trx, ids) => {
        await extensions.deleteImportedRedirects?.(ctx, trx, ids);
        return { gone: ids };
      },
    ],
    // Last, because pictures of kept posts are in use.
    ['media', async (trx, ids) => ({ gone: await deleteUnusedItems(ctx, trx, media, ids) })],
  ];
  for (const [kind, deleteBatch] of steps) await undoKind(ctx, kind, deleteBatch, options, counts);
  return counts;
}

async function undoKind(
  ctx: Context,
  kind: ItemKind,
  deleteBatch: DeleteBatch,
  { sourceId, report, progress }: UndoOptions,
  counts: TransferCounts,
): Promise<void> {
  let after = '0';
  for (;;) {
    const ids = await listItems(ctx.db, sourceId, kind, { after, limit: batchSize });
    if (ids.length === 0) return;
    const { gone, lines } = await inTransaction(ctx, async (trx) => {
      const outcome = { lines: [], ...(await deleteBatch(trx, ids)) };
      await deleteItems(trx, sourceId, kind, outcome.gone);
      return outcome;
    });
    for (const line of lines) report(line);
    counts.added += gone.length;
    counts.skipped += lines.length;
    after = ids.at(-1) ?? after;
    await progress(counts.added + counts.skipped, counts);
  }
}

/** Takes back the tags that a run gave to members who were here before. */
async function undoTags(ctx: Context, sourceId: string): Promise<void> {
  for (;;) {
    const count = await inTransaction(ctx, async (trx) => {
      const rows = await deleteMemberTags(trx, sourceId, batchSize);
      for (const { member_id, tag } of rows) await deleteTags(trx, [member_id], [tag]);
      return rows.length;
    });
    if (count === 0) return;
  }
}

async function deleteMembers(trx: Trx, ids: readonly string[], sourceId: string) {
  const kept = await findMemberUses(trx, ids, vipSource(sourceId));
  const gone = ids.filter((id) => !kept.some((member) => member.id === id));
  await deleteGrantItemsOf(trx, sourceId, gone);
  await deleteImportedMembers(trx, gone);
  const contactOf = (mobile: string, email: string | null) => maskMobile(mobile) || maskEmail(email ?? '');
  return {
    gone,
    lines: kept.map(
      ({ id, name, mobile, email, reason }) =>
        `会员“${name}”（${contactOf(mobile, email)}，编号 ${id}）${reason}，保留`,
    ),
  };
}

async function takeBackGrants(trx: Trx, ids: readonly string[]) {
  const kept = await takeBackVips(trx, ids);
  return {
    gone: ids.filter((id) => !kept.some((grant) => grant.id === id)),
    lines: kept.map(({ name }) => `会员“${name}”的 VIP 后来又延长过，保留`),
  };
}

async function deletePosts(ctx: Context, trx: Trx, ids: readonly string[]) {
  const kept = await deleteImportedPosts(ctx, trx, ids, findUses);
  return {
    gone: ids.filter((id) => !kept.some((post) => post.id === id)),
    lines: kept.map(({ title, reason }) => `《${title}》${reason}，保留`),
  };
}

/** Returns why posts must stay: members bought them, or wrote comments that would be lost. */
async function findUses(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map([
    ...(await findDiscussedPosts(trx, ids)).map((id) => [id, '有会员的评论'] as const),
    ...(await findGrantedPosts(trx, ids)).map((id) => [id, '已经有人购买'] as const),
    ...(await findOrderedPosts(trx, ids)).map((id) => [id, '已经有人下单'] as const),
  ]);
}

async function deletePages(ctx: Context, trx: Trx, ids: readonly string[]) {
  const gone: string[] = [];
  const lines: string[] = [];
  for (const id of ids) {
    const kept = await deleteImportedPage(ctx, trx, id);
    if (kept) lines.push(`单页《${kept.title}》${kept.reason}，保留`);
    else gone.push(id);
  }
  return { gone, lines };
}
