import { findAuthors } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { stockTable } from '#features/stocks/index.ts';
import { requireMemberId, workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { canReplaceAutosave } from '#shared/autosave.ts';
import { toIso } from '#shared/dates.ts';
import { prepareBody } from '../body/index.ts';
import { localiseFiles } from '../file-rights.ts';
import { recordPostMedia } from '../media-uses.ts';
import { segmenterOf, toNewPost } from '../service.ts';
import { findVipPriceFault } from '../vip-price.ts';
import {
  deleteVersion,
  findAdminPost,
  findVersion,
  insertVersion,
  lockPostForEdit,
  updatePostContent,
  updateVersions,
} from './admin-queries.ts';
import { contentOf } from './present.ts';
import { findVersionInReview } from './review-target.ts';
import type { Content, Saved } from './schema.ts';

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPostForEdit>>>;

/**
 * Locks a post whose head is the version that the caller edited.
 * @throws conflict if the head is another version; notFound
 */
export async function lockPostAtVersion(trx: Trx, id: string, base: number): Promise<LockedPost> {
  const post = await lockPostForEdit(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  if (post.deleted_at) throw conflict('这篇稿件在回收站里，请先恢复');
  if (post.head_version === base) return post;
  const head = await findVersion(trx, id, post.head_version);
  const by = head?.saved_by_name ?? '别人';
  throw conflict(
    `这篇稿件刚被${by}保存为第 ${post.head_version} 版，而这里改的是第 ${base} 版。你写的内容还在，可以对照后再保存`,
  );
}

/**
 * Saves a version as the head. An unpublished post takes it at once; readers of a published or scheduled post keep its
 * live version. A version under review is never replaced, because exactly that version will be published.
 */
export async function saveHeadVersion(
  ctx: Context,
  trx: Trx,
  post: LockedPost,
  content: Content,
  isAutosave: boolean,
): Promise<Saved> {
  const now = ctx.now();
  const memberId = requireMemberId(ctx);
  // An imported post has no version yet; its imported content is saved as the first, for comparison.
  const head = post.head_version || (await saveFirstVersion(ctx, trx, post.id));
  const last = isAutosave ? await findVersion(trx, post.id, head) : undefined;
  const canReplaceLast =
    last !== undefined &&
    head !== post.live_version &&
    head !== (await findVersionInReview(ctx, trx, post.id)) &&
    head > 1 &&
    canReplaceAutosave(last, memberId, now);
  if (canReplaceLast) await deleteVersion(trx, post.id, head);
  const number = head + 1;
  await insertVersion(trx, { post_id: post.id, number, content, saved_by: memberId, saved_at: now });
  await updateVersions(trx, post.id, { head_version: number }, now);
  const live = post.live_version > 0 ? await findVersion(trx, post.id, post.live_version) : undefined;
  await recordPostMedia(ctx, trx, post.id, live ? [content, live.content] : [content]);
  if (post.state === 'draft' || post.state === 'withdrawn') await applyVersion(ctx, trx, post.id, content);
  return { version: number, savedAt: toIso(now) };
}

/**
 * Saves the content of an imported post as its first version.
 * @returns its number
 */
export async function saveFirstVersion(ctx: Context, trx: Trx, id: string): Promise<number> {
  const row = await findAdminPost(trx, id);
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
    row.state === 'published' || row.state === 'scheduled'
      ? { head_version: 1, live_version: 1 }
      : { head_version: 1 },
    ctx.now(),
  );
  return 1;
}

/** Writes a version to the rows that serve readers, search and lists. */
export async function applyVersion(ctx: Context, trx: Trx, id: string, content: Content) {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目不存在', 'columnId');
  const stockNames = new Map((await stockTable(ctx)).map(({ code, name }) => [code, name]));
  const owner = workOwnerOf(ctx);
  const {
    kind: _kind,
    state: _state,
    published_at: _at,
    import_key: _key,
    ...rows
  } = await toNewPost(
    {
      ...content,
      access: content.access ?? undefined,
      price: content.price ?? undefined,
      // A draft's row holds no invalid VIP price; its version keeps what the editor typed.
      vipPrice: findVipPriceFault(content) ? undefined : (content.vipPrice ?? undefined),
      body: await localiseFiles(
        { db: trx },
        await prepareBody({ body: content.html, format: 'html' }, owner),
        owner,
      ),
      state: 'draft',
      publishedAt: null,
    },
    column,
    await segmenterOf(ctx),
    stockNames,
    owner,
  );
  const update = {
    ...rows,
    seo_title: content.seoTitle,
    seo_description: content.seoDescription,
    related_ids: content.relatedIds,
  };
  await updatePostContent(trx, id, update);
  return update;
}

/** @throws invalid for a column or author that cannot be used; a draft may lack everything else */
export async function checkContent(ctx: Context, id: string, content: Content): Promise<void> {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目不存在', 'columnId');
  const post = await findAdminPost(ctx.db, id);
  if (!post) throw notFound('没有这篇稿件');
  if (column.kind !== post.kind) throw invalid('栏目放的是另一类内容，不能移过去', 'columnId');
  const authors = new Set(
    (await findAuthors(ctx.db, [content.authorId, ...content.coAuthorIds])).map((author) => author.id),
  );
  if (!authors.has(content.authorId)) throw invalid('作者不存在', 'authorId');
  if (!content.coAuthorIds.every((coAuthor) => authors.has(coAuthor)))
    throw invalid('合著者不存在', 'coAuthorIds');
  if (post.kind === 'reference' && content.coAuthorIds.length > 0)
    throw invalid('内参只有一位作者', 'coAuthorIds');
}

/** Returns the access level of a version: its own, or that of its column. */
export async function effectiveAccess(ctx: Context, content: Content): Promise<string> {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  return content.access ?? column?.access ?? 'public';
}

/** @throws invalid for prices that prevent the publication of the post */
export async function checkPrices(ctx: Context, content: Content): Promise<void> {
  if (content.price === null && (await effectiveAccess(ctx, content)) === 'paid')
    throw invalid('付费内容要有价格', 'price');
  const fault = findVipPriceFault(content);
  if (fault) throw invalid(`VIP 价${fault}`, 'vipPrice');
}
