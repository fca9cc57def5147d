import { recordAction } from '#features/audit/index.ts';
import { ensureAuthors, houseAuthor } from '#features/authors/index.ts';
import { cancelReview } from '#features/moderation/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { prepareBody } from '../body/index.ts';
import { notePieceMedia } from '../media-uses.ts';
import { addPosts } from '../service.ts';
import {
  deletePostRow,
  findDeskPost,
  findVersion,
  holdPost,
  lockForDesk,
  releasePost,
} from './desk-queries.ts';
import type { Guard } from './gate.ts';
import { lockReviewOf, targetOf } from './review-target.ts';
import type { Content, Saved } from './schema.ts';
import { checkContent, lockAt, writeVersion } from './versions.ts';

/** How long a piece counts as open without being touched; the desk touches it every 20 s. */
const openMs = 60_000;

/** Begins a draft in a column, by 编辑部 until an author is chosen. @throws invalid for an unknown column */
export async function createPost(
  ctx: Context,
  { columnId, title }: { columnId: string; title?: string | undefined },
): Promise<{ id: string }> {
  const authors = await ensureAuthors(ctx, [houseAuthor]);
  return beginDraft(ctx, { columnId, title, authorId: authors.get(houseAuthor) ?? '' });
}

/** Begins a draft by an author; `guard` may still refuse it, in its transaction. @throws invalid for an unknown column */
export async function beginDraft(
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
 * Saves a version. What is not out takes it at once; a piece that is published or scheduled goes on as it is until it is
 * published or scheduled again. Of two who save at once the second is told and nothing is lost: their text is still theirs to save on top.
 * @throws conflict when another version is at the head; invalid naming the field; notFound
 */
export async function savePost(ctx: Context, { id, base, content, isAutosave }: SaveInput): Promise<Saved> {
  return saveVersion(ctx, { id, base, content, isAutosave });
}

/** Saves an old version anew, at the head. @throws as savePost */
export async function restoreVersion(
  ctx: Context,
  { id, base, number }: { id: string; base: number; number: number },
): Promise<Saved> {
  const version = await findVersion(ctx.db, id, number);
  if (!version) throw notFound('没有这个版本');
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
  along?: (trx: Trx, saved: Saved) => Promise<void>,
): Promise<Saved> {
  await checkContent(ctx, id, content);
  return inTransaction(ctx, async (trx) => {
    const post = await lockAt(trx, id, base);
    const saved = await writeVersion(ctx, trx, post, content, isAutosave ?? false);
    await along?.(trx, saved);
    return saved;
  });
}

/**
 * Deletes a draft for good. What was ever out is withdrawn instead. `guard` looks at the piece once it is locked.
 * @throws conflict; notFound; what guard throws
 */
export async function deleteDraft(ctx: Context, id: string, guard?: Guard): Promise<boolean> {
  await inTransaction(ctx, (trx) => deleteDraftIn(ctx, trx, id, guard));
  return true;
}

/** The same in the caller's transaction. @throws as deleteDraft */
export async function deleteDraftIn(ctx: Context, trx: Trx, id: string, guard?: Guard): Promise<void> {
  await lockReviewOf(trx, id);
  const post = await lockForDesk(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  await guard?.(trx, post);
  if (post.state !== 'draft') throw conflict('只有草稿可以删除；发布过的内容请撤回');
  const version = await findDeskPost(trx, id);
  await recordAction(ctx, trx, {
    action: 'post.delete',
    target: `post:${id}`,
    before: { title: version?.title },
  });
  await notePieceMedia(ctx, trx, id, []);
  await cancelReview(trx, targetOf(id));
  await deletePostRow(trx, id);
}

/** Says that the caller has a piece open, for the next minute. @returns who else has it open first */
export async function openPost(
  ctx: Context,
  id: string,
): Promise<{ openedBy: { id: string; name: string } | null }> {
  const memberId = memberOf(ctx);
  if (!(await findDeskPost(ctx.db, id))) throw notFound('没有这篇稿件');
  const now = ctx.now();
  const holder = await holdPost(ctx.db, id, memberId, new Date(now.getTime() + openMs), now);
  return { openedBy: holder && holder.id !== memberId ? holder : null };
}

/** The caller has closed it. May be repeated. */
export async function closePost(ctx: Context, id: string): Promise<boolean> {
  await releasePost(ctx.db, id, memberOf(ctx));
  return true;
}
