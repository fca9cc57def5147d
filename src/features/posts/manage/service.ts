import { recordAction } from '#features/audit/index.ts';
import { ensureAuthors, ensureWriter, findAuthorOfMember, siteAuthor } from '#features/authors/index.ts';
import { requireColumn } from '#features/columns/index.ts';
import type { Saved } from '#features/documents/schema.ts';
import { cancelReview } from '#features/moderation/index.ts';
import { requireMemberId, workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { prepareBody } from '../body/index.ts';
import { refuseForeignFiles } from '../file-rights.ts';
import { recordPostMedia } from '../media-uses.ts';
import { addPosts, announce, toChangedPost } from '../service.ts';
import { updateState } from '../write-queries.ts';
import {
  deletePostLock,
  deletePostRow,
  findAdminPost,
  lockPostForEdit,
  upsertPostLock,
} from './admin-queries.ts';
import type { Guard } from './gate.ts';
import { refuseFutureDate } from './publish.ts';
import { lockPostReview, targetOf } from './review-target.ts';
import type { Content } from './schema.ts';
import { refuseOtherByline, scopeOf } from './scope.ts';
import { checkContent, lockWithHead, postVersions, refuseOtherHead, saveHeadVersion } from './versions.ts';

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

type SaveInput = { id: string; base: number; isAutosave?: boolean | undefined };
type SaveHooks = {
  /** Checks the change of the content; throws to refuse it. */
  check?: (ctx: Context, before: Content, after: Content) => Promise<void>;
  onSaved?: (trx: Trx, saved: Saved) => Promise<void>;
};

/**
 * Saves a version. Fields that `content` lacks stay as they are. An unpublished post takes it at once; a published or
 * scheduled one stays unchanged until it is published or scheduled again. Optimistic concurrency control: of two concurrent
 * saves the second fails with conflict, and its text can still be saved on top of the first.
 * @throws conflict if `base` is not the head version; invalid naming the field, also for an attachment that the caller may
 * not use; notFound; what `check` throws
 */
export async function savePost(
  ctx: Context,
  {
    id,
    base,
    content,
    isAutosave = false,
  }: SaveInput & { content: Partial<Content> & Pick<Content, 'html'> },
  { check, onSaved }: SaveHooks = {},
): Promise<Saved> {
  // Before the transaction, which would hold its lock and its connection while a long body waits for a thread.
  const body = await prepareBody({ body: content.html, format: 'html' }, workOwnerOf(ctx));
  return inTransaction(ctx, async (trx) => {
    const locked = await lockWithHead(ctx, trx, id);
    const { content: before } = locked.head;
    const after = { ...before, ...content };
    const inside = { ...ctx, db: trx };
    await check?.(inside, before, after);
    await checkContent(inside, locked.post, after);
    await refuseForeignFiles(inside, body.attachments, before.html);
    refuseOtherHead(locked, base);
    const saved = await saveHeadVersion(ctx, trx, locked, { content: after, body, isAutosave });
    await onSaved?.(trx, saved);
    return saved;
  });
}

/**
 * Saves a version for a member of staff, who may be a contributor.
 * @throws what savePost throws; forbidden for a contributor who changes the byline, and to move it outside the caller's columns
 */
export const savePostAsAdmin = (ctx: Context, input: SaveInput & { content: Content }): Promise<Saved> =>
  savePost(ctx, input, { check: checkAdminChange });

/**
 * Saves an old version again as the new head.
 * @throws what savePostAsAdmin throws
 */
export async function restoreVersion(
  ctx: Context,
  { id, base, number }: { id: string; base: number; number: number },
): Promise<Saved> {
  const content = await postVersions.read(ctx.db, id, number);
  const record = (trx: Trx, saved: Saved) =>
    recordAction(ctx, trx, {
      action: 'post.restore',
      target: `post:${id}`,
      after: { from: number, ...saved },
    });
  return savePost(ctx, { id, base, content }, { check: checkAdminChange, onSaved: record });
}

async function checkAdminChange(ctx: Context, before: Content, after: Content): Promise<void> {
  await refuseOtherByline(ctx, before, after);
  await requireColumn(ctx, after.columnId);
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

/**
 * Corrects the time of publication of a published post. Lists, feeds, search and the neighbours of the post follow it;
 * nobody is notified. May be repeated.
 * @throws invalid for a future time; conflict for a post that is not published; notFound
 */
export async function setPublishedAt(ctx: Context, { id, at }: { id: string; at: Date }): Promise<boolean> {
  refuseFutureDate(ctx, at, 'at');
  await inTransaction(ctx, async (trx) => {
    const post = await lockPostForEdit(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.state !== 'published' || !post.published_at) throw conflict('只有已发布的稿件可以改发布时间');
    if (post.published_at.getTime() === at.getTime()) return;
    await updateState(trx, [id], 'published', at);
    await announce(ctx, trx, [toChangedPost(post)], 'changed');
    await recordAction(ctx, trx, {
      action: 'post.setPublishedAt',
      target: targetOf(id),
      before: { publishedAt: toIso(post.published_at) },
      after: { publishedAt: toIso(at) },
    });
  });
  return true;
}
