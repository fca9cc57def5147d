import { recordAction } from '#features/audit/index.ts';
import { ensureAuthors, ensureWriter, findAuthorOfMember, siteAuthor } from '#features/authors/index.ts';
import { requireColumn } from '#features/columns/index.ts';
import { cancelReview } from '#features/moderation/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { prepareBody } from '../body/index.ts';
import { refuseForeignFiles } from '../file-rights.ts';
import { recordPostMedia } from '../media-uses.ts';
import { addPosts } from '../service.ts';
import {
  deletePostLock,
  deletePostRow,
  findAdminPost,
  findVersion,
  lockPostForEdit,
  upsertPostLock,
} from './admin-queries.ts';
import type { Guard } from './gate.ts';
import { readAdminPost } from './reads.ts';
import { lockPostReview, targetOf } from './review-target.ts';
import type { Content, Saved } from './schema.ts';
import { refuseOtherByline, scopeOf } from './scope.ts';
import { checkContent, lockPostAtVersion, saveHeadVersion } from './versions.ts';

/** How long a post counts as open after the last sign of life, in ms; the editor renews it every 20 s. */
const softLockMs = 60_000;

/**
 * Creates a draft in a column, by the author that the caller is, else by 编辑部, until another is chosen. A contributor
 * becomes an author.
 * @throws invalid for an unknown column; forbidden outside the caller's columns
 */
export async function createPost(
  ctx: Context,
  { columnId, title }: { columnId: string; title?: string | undefined },
): Promise<{ id: string }> {
  await requireColumn(ctx, columnId);
  const { authorId: onlyAuthor } = await scopeOf(ctx);
  const own =
    onlyAuthor === undefined
      ? await findAuthorOfMember(ctx.db, requireMemberId(ctx))
      : await ensureWriter(ctx, requireMemberId(ctx));
  const authorId = own?.id ?? (await ensureAuthors(ctx, [siteAuthor])).get(siteAuthor) ?? '';
  return createDraft(ctx, { columnId, title, authorId });
}

/**
 * Creates a draft by an author. `guard` may refuse it in its transaction.
 * @throws invalid for an unknown column
 */
export async function createDraft(
  ctx: Context,
  { columnId, authorId, title }: { columnId: string; authorId: string; title?: string | undefined },
  guard?: (trx: Trx) => Promise<void>,
): Promise<{ id: string }> {
  const draft = {
    columnId,
    authorId,
    title: title || '未命名',
    body: await prepareBody({ body: '', format: 'html' }),
    state: 'draft',
    publishedAt: null,
  } as const;
  const [id] = await addPosts(ctx, [draft], async (trx, [added]) => {
    await guard?.(trx);
    await recordAction(ctx, trx, {
      action: 'post.create',
      target: `post:${added}`,
      after: { title: draft.title },
    });
  });
  if (!id) throw conflict('稿件没有建成，请重试');
  return { id };
}

export type SaveInput = { id: string; base: number; content: Content; isAutosave?: boolean | undefined };

/**
 * Saves a version. An unpublished post takes it at once; a published or scheduled one stays unchanged until it is
 * published or scheduled again. Optimistic concurrency control: of two concurrent saves the second fails with conflict,
 * and its text can still be saved on top of the first.
 * @throws conflict if `base` is not the head version; invalid naming the field, also for an attachment that the caller may
 * not use; notFound
 */
export async function savePost(ctx: Context, { id, base, content, isAutosave }: SaveInput): Promise<Saved> {
  return saveVersion(ctx, { id, base, content, isAutosave });
}

/**
 * Saves a version for a member of staff, who may be a contributor.
 * @throws what savePost throws; forbidden for a contributor who changes the byline, and to move it outside the caller's columns
 */
export async function savePostAsAdmin(ctx: Context, input: SaveInput): Promise<Saved> {
  const { content } = await readAdminPost(ctx, input.id);
  await refuseOtherByline(ctx, content, input.content);
  await requireColumn(ctx, input.content.columnId);
  return savePost(ctx, input);
}

/**
 * Saves an old version again as the new head.
 * @throws what savePost throws
 */
export async function restoreVersion(
  ctx: Context,
  { id, base, number }: { id: string; base: number; number: number },
): Promise<Saved> {
  const version = await findVersion(ctx.db, id, number);
  if (!version) throw notFound('没有这个版本');
  await refuseOtherByline(ctx, (await readAdminPost(ctx, id)).content, version.content);
  await requireColumn(ctx, version.content.columnId);
  return saveVersion(ctx, { id, base, content: version.content }, (trx, saved) =>
    recordAction(ctx, trx, {
      action: 'post.restore',
      target: `post:${id}`,
      after: { from: number, ...saved },
    }),
  );
}

async function saveVersion(
  ctx: Context,
  { id, base, content, isAutosave }: SaveInput,
  onSaved?: (trx: Trx, saved: Saved) => Promise<void>,
): Promise<Saved> {
  await checkContent(ctx, id, content);
  await refuseForeignFiles(ctx, content.html, (await readAdminPost(ctx, id)).content.html);
  return inTransaction(ctx, async (trx) => {
    const post = await lockPostAtVersion(trx, id, base);
    const saved = await saveHeadVersion(ctx, trx, post, content, isAutosave ?? false);
    await onSaved?.(trx, saved);
    return saved;
  });
}

/**
 * Deletes a draft permanently, without the bin: writers delete their own references like this. `guard` checks the post once
 * it is locked.
 * @throws conflict; notFound; what `guard` throws
 */
export async function deleteDraft(ctx: Context, id: string, guard?: Guard): Promise<boolean> {
  await inTransaction(ctx, (trx) => deleteDraftInTransaction(ctx, trx, id, guard));
  return true;
}

/**
 * Deletes a draft in the caller's transaction.
 * @throws what deleteDraft throws
 */
export async function deleteDraftInTransaction(
  ctx: Context,
  trx: Trx,
  id: string,
  guard?: Guard,
): Promise<void> {
  await lockPostReview(trx, id);
  const post = await lockPostForEdit(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  await guard?.(trx, post);
  if (post.state !== 'draft') throw conflict('只有草稿可以删除；发布过的内容请撤回');
  const version = await findAdminPost(trx, id);
  await recordAction(ctx, trx, {
    action: 'post.delete',
    target: `post:${id}`,
    before: { title: version?.title },
  });
  await recordPostMedia(ctx, trx, id, []);
  await cancelReview(trx, targetOf(id));
  await deletePostRow(trx, id);
}

/**
 * Marks a post as open by the caller for the next minute.
 * @returns the member who opened it first, if another
 */
export async function openPost(
  ctx: Context,
  id: string,
): Promise<{ openedBy: { id: string; name: string } | null }> {
  const memberId = requireMemberId(ctx);
  if (!(await findAdminPost(ctx.db, id))) throw notFound('没有这篇稿件');
  const now = ctx.now();
  const holder = await upsertPostLock(ctx.db, id, memberId, new Date(now.getTime() + softLockMs), now);
  return { openedBy: holder && holder.id !== memberId ? holder : null };
}

/** Marks a post as closed by the caller. May be repeated. */
export async function closePost(ctx: Context, id: string): Promise<boolean> {
  await deletePostLock(ctx.db, id, requireMemberId(ctx));
  return true;
}
