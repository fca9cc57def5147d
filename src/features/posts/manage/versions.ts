import { findAuthors } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { type Version, versionsOf } from '#features/documents/index.ts';
import type { Saved } from '#features/documents/schema.ts';
import { stockTable } from '#features/stocks/index.ts';
import { workOwnerOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { dayMs } from '#shared/dates.ts';
import type { PreparedBody } from '../body/index.ts';
import { localiseFiles } from '../file-rights.ts';
import { recordPostMedia } from '../media-uses.ts';
import { segmenterOf, toNewPost } from '../service.ts';
import { findVipPriceFault } from '../vip-price.ts';
import {
  deleteReplacedVersions,
  findAdminPost,
  lockPostForEdit,
  updatePostContent,
  updateVersions,
  type VersionPosition,
} from './admin-queries.ts';
import { contentOf } from './present.ts';
import { findVersionInReview } from './review-target.ts';
import type { Content } from './schema.ts';

export const postVersions = versionsOf<Content>({
  table: 'post_versions',
  document: 'post_id',
  subject: '这篇稿件',
  describeSave: (head, base) => `保存为第 ${head} 版，而这里改的是第 ${base} 版`,
  nobody: '初稿',
  defaults: { vipPrice: null, coAuthorIds: [] },
});

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPostForEdit>>>;

/** A locked post with its newest version. */
export type PostWithHead = { post: LockedPost; head: Version<Content> };

/**
 * Locks a post and loads its newest version. An imported post has none yet; its imported content is saved as the first,
 * for comparison.
 * @throws notFound
 */
export async function lockWithHead(ctx: Context, trx: Trx, id: string): Promise<PostWithHead> {
  const post = await lockPostForEdit(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  const { head_version: number } = post;
  const head = await (number ? postVersions.find(trx, id, number) : saveFirstVersion(ctx, trx, id));
  if (!head) throw notFound('没有可以发布的版本');
  return { post, head };
}

/** @throws conflict for a post in the bin, or whose head is not the version that the caller edited */
export function refuseOtherHead({ post, head }: PostWithHead, base: number): void {
  if (post.deleted_at) throw conflict('这篇稿件在回收站里，请先恢复');
  postVersions.refuseOtherBase({ ...head, number: post.head_version }, base);
}

/**
 * Saves a version as the head. An unpublished post takes it at once; readers of a published or scheduled post keep its
 * live version. A version under review is never replaced, because exactly that version will be published.
 */
export async function saveHeadVersion(
  ctx: Context,
  trx: Trx,
  { post, head }: PostWithHead,
  { content, body, isAutosave }: { content: Content; body: PreparedBody; isAutosave: boolean },
): Promise<Saved> {
  const { id, state, live_version } = post;
  const mayReplace =
    isAutosave &&
    head.number > 1 &&
    head.number !== live_version &&
    head.number !== (await findVersionInReview(ctx, trx, id));
  const saved = await postVersions.save(ctx, trx, id, { head, content, mayReplace });
  await updateVersions(trx, id, { head_version: saved.version }, ctx.now());
  const live = live_version > 0 ? await postVersions.find(trx, id, live_version) : undefined;
  await recordPostMedia(ctx, trx, id, live ? [content, live.content] : [content]);
  if (state === 'draft' || state === 'withdrawn') await applyVersion(ctx, trx, id, content, body);
  return saved;
}

/** Saves the content of an imported post as its first version. */
export async function saveFirstVersion(ctx: Context, trx: Trx, id: string): Promise<Version<Content>> {
  const row = await findAdminPost(trx, id);
  if (!row) throw notFound('没有这篇稿件');
  const version = { number: 1, content: contentOf(row), saved_by: null, saved_at: row.updated_at };
  await postVersions.insert(trx, id, version);
  const isOut = row.state === 'published' || row.state === 'scheduled';
  await updateVersions(trx, id, { head_version: 1, ...(isOut && { live_version: 1 }) }, ctx.now());
  return { ...version, saved_by_name: null };
}

/** Writes a version to the rows that serve readers, search and lists. */
export async function applyVersion(ctx: Context, trx: Trx, id: string, content: Content, body: PreparedBody) {
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
      body: await localiseFiles({ db: trx }, body, owner),
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
export async function checkContent(ctx: Context, post: { kind: string }, content: Content): Promise<void> {
  const column = (await columnRows(ctx)).find((row) => row.id === content.columnId);
  if (!column) throw invalid('栏目不存在', 'columnId');
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

/** How long a version stays after another replaced it. */
const versionDays = 60;
const batchSize = 1000;
/** Bounds a night's work; what is left follows the next night from the start. */
const maxBatches = 2000;

/**
 * Deletes versions that were replaced 60 days ago (docs/product.md §16), in batches of one transaction each. May be
 * repeated.
 * @returns the number of versions
 */
export async function deleteOldVersions(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - versionDays * dayMs);
  let total = 0;
  let after: VersionPosition | undefined;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { deleted, last } = await inTransaction(ctx, (trx) =>
      deleteReplacedVersions(trx, before, after, batchSize),
    );
    total += deleted;
    if (!last) break;
    after = last;
  }
  return total;
}
