import { recordAction } from '#features/audit/index.ts';
import { ensureAuthors, findAuthors, houseAuthor } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { stockTable } from '#features/stocks/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { prepareBody } from '../body/index.ts';
import { updateState } from '../queries.ts';
import { addPosts, announce, segmenterOf, toChanged, toPiece, withdrawPost } from '../service.ts';
import type { Content, Saved } from './calls.ts';
import {
  deletePostRow,
  deleteVersion,
  findDeskPost,
  findVersion,
  holdPost,
  insertVersion,
  lockForDesk,
  releasePost,
  updatePiece,
  updateVersions,
} from './desk-queries.ts';
import { contentOf } from './present.ts';

// An hour's writing is a handful of versions, not a thousand: autosaves of one sitting replace each other.
const sittingMs = 10 * 60_000;
/** How long a piece counts as open without being touched; the desk touches it every 20 s. */
const openMs = 60_000;

/** Begins a draft in a column, by 编辑部 until an author is chosen. @throws invalid for an unknown column */
export async function createPost(
  ctx: Context,
  { columnId, title }: { columnId: string; title?: string | undefined },
): Promise<{ id: string }> {
  const authors = await ensureAuthors(ctx, [houseAuthor]);
  const [id] = await addPosts(ctx, [
    {
      columnId,
      authorId: authors.get(houseAuthor) ?? '',
      title: title || '未命名',
      body: prepareBody({ body: '', format: 'html' }),
      state: 'draft',
      publishedAt: null,
    },
  ]);
  if (!id) throw conflict('稿件没有建成，请重试');
  await inTransaction(ctx, (trx) => recordAction(ctx, trx, { action: 'post.create', target: `post:${id}` }));
  return { id };
}

export type SaveInput = { id: string; base: number; content: Content; isAutosave?: boolean | undefined };

/**
 * Saves a version. What is not out takes it at once; a published piece goes on as it is until it is published again.
 * Of two who save at once the second is told and nothing is lost: their text is still theirs to save on top.
 * @throws conflict when another version is at the head; invalid naming the field; notFound
 */
export async function savePost(ctx: Context, { id, base, content, isAutosave }: SaveInput): Promise<Saved> {
  await checkContent(ctx, id, content);
  return inTransaction(ctx, async (trx) => {
    const post = await lockAt(trx, id, base);
    return writeVersion(ctx, trx, post, content, isAutosave ?? false);
  });
}

/** Saves an old version anew, at the head. @throws as savePost */
export async function restoreVersion(
  ctx: Context,
  { id, base, number }: { id: string; base: number; number: number },
): Promise<Saved> {
  const version = await findVersion(ctx.db, id, number);
  if (!version) throw notFound('没有这个版本');
  const saved = await savePost(ctx, { id, base, content: version.content });
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'post.restore',
      target: `post:${id}`,
      after: { from: number, ...saved },
    }),
  );
  return saved;
}

/**
 * Shows the head version to readers now, or at a time to come. Publishing what is out again shows its changes.
 * @throws invalid for a time that has passed and for what cannot be shown; conflict; notFound
 */
export async function publishPost(
  ctx: Context,
  { id, base, at }: { id: string; base: number; at?: Date | undefined },
): Promise<Saved> {
  const now = ctx.now();
  if (at && at <= now) throw invalid('定时时间（at）已经过去，请选一个将来的时间');
  return inTransaction(ctx, async (trx) => {
    const post = await lockAt(trx, id, base);
    if (at && post.state === 'published') throw conflict('这篇已经发布，不能再定时；可以先撤回');
    const head = post.head_version || (await keepFirstVersion(ctx, trx, id));
    const version = await findVersion(trx, id, head);
    if (!version) throw notFound('没有可以发布的版本');
    checkReady(version.content);
    const piece = await placeVersion(ctx, trx, id, version.content);
    const state = at ? 'scheduled' : 'published';
    const isNewlyOut = state === 'published' && post.state !== 'published';
    const publishedAt = at ?? (post.state === 'published' ? undefined : now);
    await updateState(trx, [id], state, publishedAt);
    await updateVersions(trx, id, { head_version: head, live_version: head }, now);
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
      after: { state, version: head, ...(at ? { at: toIso(at) } : {}) },
    });
    return { version: head, savedAt: toIso(now) };
  });
}

/** Takes a piece out of sight at once. @throws conflict for one that was never out; notFound */
export async function withdrawFromDesk(ctx: Context, id: string): Promise<boolean> {
  await withdrawPost(ctx, id);
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, { action: 'post.withdraw', target: `post:${id}` }),
  );
  return true;
}

/** Deletes a draft for good. What was ever out is withdrawn instead. @throws conflict; notFound */
export async function deleteDraft(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const post = await lockForDesk(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.state !== 'draft') throw conflict('只有草稿可以删除；发布过的内容请撤回');
    const version = await findDeskPost(trx, id);
    await recordAction(ctx, trx, {
      action: 'post.delete',
      target: `post:${id}`,
      before: { title: version?.title },
    });
    await deletePostRow(trx, id);
  });
  return true;
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

type Locked = NonNullable<Awaited<ReturnType<typeof lockForDesk>>>;

async function lockAt(trx: Trx, id: string, base: number): Promise<Locked> {
  const post = await lockForDesk(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  if (post.head_version === base) return post;
  const head = await findVersion(trx, id, post.head_version);
  const by = head?.saved_by_name ?? '别人';
  throw conflict(
    `这篇稿件刚被${by}保存为第 ${post.head_version} 版，而这里改的是第 ${base} 版。您写的内容还在，可以对照后再保存`,
  );
}

async function writeVersion(
  ctx: Context,
  trx: Trx,
  post: Locked,
  content: Content,
  isAutosave: boolean,
): Promise<Saved> {
  const now = ctx.now();
  const memberId = memberOf(ctx);
  // What was imported has no version yet: the one it came with stays to be compared with.
  const head = post.head_version || (await keepFirstVersion(ctx, trx, post.id));
  const last = isAutosave ? await findVersion(trx, post.id, head) : undefined;
  const isSameSitting =
    last !== undefined &&
    head !== post.live_version &&
    head > 1 &&
    last.saved_by === memberId &&
    now.getTime() - last.saved_at.getTime() < sittingMs;
  if (isSameSitting) await deleteVersion(trx, post.id, head);
  const number = head + 1;
  await insertVersion(trx, { post_id: post.id, number, content, saved_by: memberId, saved_at: now });
  await updateVersions(trx, post.id, { head_version: number }, now);
  if (post.state !== 'published') await placeVersion(ctx, trx, post.id, content);
  return { version: number, savedAt: toIso(now) };
}

async function keepFirstVersion(ctx: Context, trx: Trx, id: string): Promise<number> {
  const row = await findDeskPost(trx, id);
  if (!row) throw notFound('没有这篇稿件');
  const version = {
    post_id: id,
    number: 1,
    content: contentOf(row),
    saved_by: null,
    saved_at: row.updated_at,
  };
  await insertVersion(trx, version);
  await updateVersions(
    trx,
    id,
    row.state === 'published' ? { head_version: 1, live_version: 1 } : { head_version: 1 },
    ctx.now(),
  );
  return 1;
}

/** Writes a version into the rows that readers, search and lists are answered from. */
async function placeVersion(ctx: Context, trx: Trx, id: string, content: Content) {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目（columnId）不存在');
  const stockNames = new Map((await stockTable(ctx)).map(({ code, name }) => [code, name]));
  const {
    kind: _kind,
    state: _state,
    published_at: _at,
    import_key: _key,
    ...rows
  } = toPiece(
    {
      ...content,
      access: content.access ?? undefined,
      price: content.price ?? undefined,
      body: prepareBody({ body: content.html, format: 'html' }),
      state: 'draft',
      publishedAt: null,
    },
    column,
    await segmenterOf(ctx),
    stockNames,
  );
  const piece = {
    ...rows,
    seo_title: content.seoTitle,
    seo_description: content.seoDescription,
    related_ids: content.relatedIds,
  };
  await updatePiece(trx, id, piece);
  return piece;
}

async function checkContent(ctx: Context, id: string, content: Content): Promise<void> {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目（columnId）不存在');
  const post = await findDeskPost(ctx.db, id);
  if (!post) throw notFound('没有这篇稿件');
  if (column.kind !== post.kind) throw invalid('栏目（columnId）放的是另一类内容，不能移过去');
  const [author] = await findAuthors(ctx.db, [content.authorId]);
  if (!author) throw invalid('作者（authorId）不存在');
  if ((content.access ?? column.access) === 'paid' && content.price === null)
    throw invalid('付费内容要有价格（price）');
}

/** What a reader can be shown has a title and a body. */
function checkReady(content: Content): void {
  if (content.title.trim() === '' || content.title === '未命名') throw invalid('请先写标题（title）再发布');
  if (
    prepareBody({ body: content.html, format: 'html' }).wordCount === 0 &&
    !/<(img|video|audio)\b/i.test(content.html)
  )
    throw invalid('正文（html）还是空的，不能发布');
}
