import { LRUCache } from 'lru-cache';
import { columnRows } from '#features/columns/index.ts';
import { listBuyers } from '#features/entitlements/index.ts';
import { stockTable, stockWords } from '#features/stocks/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notify } from '#kernel/db/notify.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { columnTag, postTag } from '#shared/cache-tags.ts';
import { breakHeadline } from '#shared/text/break-headline.ts';
import type { Segmenter } from '#shared/text/segment.ts';
import { isTelling, repeatsTitle } from '#shared/text/summary.ts';
import { linkStocks, type PreparedBody } from './body/index.ts';
import type { PostsChanged } from './events.ts';
import { localiseFiles } from './file-rights.ts';
import { recordNewPostMedia } from './media-uses.ts';
import { refuseOffModules } from './modules.ts';
import {
  type AddedPost,
  hasDuePosts,
  insertPosts,
  lockDuePosts,
  lockPost,
  type NewPostWithBody,
  updateInheritedAccess,
  updateState,
} from './write-queries.ts';

/** A post to add. Prices are in fen; without `access` the column's applies; `importKey` is an idempotency key. */
export type PostInput = {
  columnId: string;
  authorId: string;
  /** The further authors, in the order of the byline. */
  coAuthorIds?: readonly string[] | undefined;
  title: string;
  body: PreparedBody;
  summary?: string | undefined;
  cover?: string | null | undefined;
  access?: 'public' | 'member' | 'vip' | 'paid' | undefined;
  price?: number | undefined;
  vipPrice?: number | undefined;
  vipFree?: boolean | undefined;
  important?: boolean | undefined;
  tags?: string[] | undefined;
  stockCodes?: string[] | undefined;
  state: 'draft' | 'scheduled' | 'published';
  publishedAt: Date | null;
  /** When it was last changed; by default now. */
  modifiedAt?: Date | undefined;
  importKey?: string | undefined;
};

// Loading a dictionary takes 0.1 s and 40 MB, so a tenant loads one only if its own words change. Tenants with the same
// words share one through weak references, so it is freed with the last tenant that uses it.
const segmenters = perTenant(() => ({ words: '', segmenter: undefined as Segmenter | undefined }));
const sharedSegmenters = new LRUCache<string, WeakRef<Segmenter>>({ max: 16 });

/** Returns the segmenter that knows the names of the stock table. */
export async function segmenterOf(ctx: Context): Promise<Segmenter> {
  const words = await stockWords(ctx);
  // Imported before the look-up: an await between look-up and write would let two callers load two dictionaries.
  const { createSegmenter } = await import('#shared/text/segment.ts');
  const key = words.join('\n');
  const cached = segmenters(ctx.tenant);
  if (!cached.segmenter || cached.words !== key) {
    cached.words = key;
    cached.segmenter = sharedSegmenters.get(key)?.deref() ?? createSegmenter(words);
    sharedSegmenters.set(key, new WeakRef(cached.segmenter));
  }
  return cached.segmenter;
}

/** A write in the transaction of a change; if it throws, the change is rolled back. */
export type TransactionHook<T = void> = (trx: Trx, given: T) => Promise<void>;

/**
 * Adds posts in one transaction: rows, labels, totals, the search outbox, cache invalidation and the caller's
 * `onWrite`, which gets the ids.
 * @returns for each input its new id, or null if its import key exists already
 * @throws invalid for an unknown column
 */
export async function addPosts(
  ctx: Context,
  posts: readonly PostInput[],
  onWrite?: TransactionHook<(string | null)[]>,
): Promise<(string | null)[]> {
  const columns = new Map((await columnRows(ctx)).map((column) => [column.id, column]));
  const segmenter = await segmenterOf(ctx);
  const stockNames = new Map((await stockTable(ctx)).map(({ code, name }) => [code, name]));
  const newPosts: AddedPost[] = [];
  for (const post of posts) {
    const column = columns.get(post.columnId);
    if (!column) throw invalid(`栏目不存在：${post.columnId}`);
    const body = await localiseFiles(ctx, post.body);
    const row = await toNewPost({ ...post, body }, column, segmenter, stockNames);
    newPosts.push({ ...row, updated_at: post.modifiedAt?.toISOString() ?? null });
  }
  return inTransaction(ctx, async (trx) => {
    const added = await insertPosts(trx, newPosts);
    const ids: (string | null)[] = posts.map(() => null);
    for (const { place, id } of added) {
      ids[place] = id;
      const newPost = newPosts[place];
      if (newPost) await recordNewPostMedia(ctx, trx, id, newPost);
    }
    const changed = added.flatMap(({ place, id }) => {
      const newPost = newPosts[place];
      return newPost
        ? [{ id, kind: newPost.kind, columnId: newPost.column_id, authorId: newPost.author_id }]
        : [];
    });
    await announce(ctx, trx, changed, posts.every(({ state }) => state === 'published') ? 'out' : 'changed');
    await announcePublished(ctx, trx, newPosts, added);
    await onWrite?.(trx, ids);
    return ids;
  });
}

/**
 * Withdraws a post: it disappears from every page, list and search at once, and its buyers are notified. A scheduled
 * post becomes a draft again, unless a member bought it when it was published; then it is withdrawn, so that the buyer
 * still sees its notice. May be repeated. `onWrite` gets the states before and after; `lockFirst` takes the locks that
 * must precede the lock on the post.
 * @throws notFound; conflict for a post that was never published
 */
export async function withdrawPost(
  ctx: Context,
  id: string,
  onWrite?: TransactionHook<{ before: string; after: string }>,
  lockFirst?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await lockFirst?.(trx);
    const post = await lockPost(trx, id);
    if (!post) throw notFound('内容不存在');
    if (post.state === 'withdrawn') return;
    const isSold = post.state === 'scheduled' && (await listBuyers(ctx, trx, id)).length > 0;
    const after = post.state === 'scheduled' && !isSold ? 'draft' : 'withdrawn';
    if (after === 'draft') await updateState(trx, [id], after, null);
    else if (isSold) await updateState(trx, [id], after, ctx.now());
    else if (post.state === 'published') await updateState(trx, [id], after);
    else throw conflict('只有已发布或已定时的内容可以撤回');
    await announce(ctx, trx, [toChangedPost(post)], 'changed');
    if (post.state === 'published')
      await ctx.events.emit(ctx, trx, 'posts.withdrawn', {
        posts: [{ ...toChangedPost(post), title: post.title }],
      });
    await onWrite?.(trx, { before: post.state, after });
  });
}

/**
 * Publishes every scheduled post whose time has come. Safe in several processes at once.
 * @returns the number of posts published
 */
export async function publishDuePosts(ctx: Context): Promise<number> {
  if (!(await hasDuePosts(ctx.db, ctx.now()))) return 0;
  return inTransaction(ctx, async (trx) => {
    const due = await lockDuePosts(trx, ctx.now(), 500);
    if (due.length === 0) return 0;
    await updateState(
      trx,
      due.map(({ id }) => id),
      'published',
    );
    await announce(ctx, trx, due.map(toChangedPost), 'out');
    const published = due.map((post) => ({
      ...toChangedPost(post),
      publishedAt: post.published_at ?? ctx.now(),
    }));
    await ctx.events.emit(ctx, trx, 'posts.published', { posts: published });
    return due.length;
  });
}

/** Updates posts that inherit their access to their columns' access, in the transaction that changes the columns. */
export async function syncColumnAccess(
  ctx: Context,
  trx: Trx,
  columns: { id: string; access: string }[],
): Promise<void> {
  for (const column of columns) {
    const posts = await updateInheritedAccess(trx, column.id, column.access);
    await announce(ctx, trx, posts.map(toChangedPost), 'changed');
  }
}

/** The LISTEN channel on which processes learn of newly published posts. */
export const liveChannel = 'guanlan_live';

// A bulk change is an import and no live news, and a payload must stay below PostgreSQL's 8,000 bytes.
const maxLivePosts = 50;

/**
 * Notifies search and caches and, if posts were published, the readers who are online. @throws conflict if readers could
 * open a post of a module that is switched off
 */
export async function announce(
  ctx: Context,
  trx: Trx,
  posts: PostsChanged['posts'],
  cause: 'out' | 'changed' | 'recut',
): Promise<void> {
  if (posts.length === 0) return;
  await refuseOffModules(
    trx,
    posts.map(({ id }) => id),
  );
  const columns = new Set(posts.map(({ columnId }) => columnTag(columnId)));
  await ctx.events.emit(ctx, trx, 'posts.changed', { posts, isRecut: cause === 'recut' });
  await purge(ctx, trx, ['posts', ...columns, ...posts.map(({ id }) => postTag(id))]);
  if (cause !== 'out' || posts.length > maxLivePosts) return;
  const live = posts.map(({ id, kind, columnId }) => ({ id, kind, columnId }));
  await notify(trx, liveChannel, JSON.stringify({ tenantId: ctx.tenant.id, posts: live }));
}

/** Emits `posts.published`, except for an import-sized batch, so that an import does not trigger a notice per post. */
async function announcePublished(
  ctx: Context,
  trx: Trx,
  newPosts: readonly NewPostWithBody[],
  added: readonly { place: number; id: string }[],
): Promise<void> {
  const posts = added.flatMap(({ place, id }) => {
    const newPost = newPosts[place];
    if (newPost?.state !== 'published' || !newPost.published_at) return [];
    const { kind, column_id: columnId, author_id: authorId, published_at: publishedAt } = newPost;
    return [{ id, kind, columnId, authorId, publishedAt: new Date(publishedAt) }];
  });
  if (posts.length > 0 && posts.length <= maxLivePosts)
    await ctx.events.emit(ctx, trx, 'posts.published', { posts });
}

export const toChangedPost = (post: { id: string; kind: string; column_id: string; author_id: string }) => ({
  id: post.id,
  kind: post.kind,
  columnId: post.column_id,
  authorId: post.author_id,
});

/**
 * Returns the summaries of a post: the one written by hand unless it repeats the title, else those made from the body, as
 * far as they say more than the title.
 */
export function summariesOf({
  title,
  summary = '',
  body,
}: Pick<PostInput, 'title' | 'summary'> & { body: Pick<PreparedBody, 'openSummary' | 'fullSummary'> }) {
  if (!repeatsTitle(summary, title)) return { summary, open_summary: null, full_summary: null };
  const [open = '', full = ''] = [body.openSummary, body.fullSummary].map((made) =>
    isTelling(made, title) ? made : '',
  );
  return { summary: open, open_summary: open, full_summary: full };
}

/** Builds the rows of a post and computes derived values (headline breaks, teaser summary, stock links) once. */
export async function toNewPost(
  post: PostInput,
  column: { kind: string; access: string },
  segmenter: Segmenter,
  stockNames: ReadonlyMap<string, string>,
  owner?: string,
): Promise<NewPostWithBody> {
  const { body, title } = post;
  return {
    kind: column.kind,
    column_id: post.columnId,
    author_id: post.authorId,
    co_author_ids: [...new Set(post.coAuthorIds)].filter((id) => id !== post.authorId),
    title,
    title_breaks: breakHeadline(title, segmenter),
    ...summariesOf(post),
    cover: post.cover ?? null,
    own_access: post.access ?? null,
    access: post.access ?? column.access,
    price: post.price ?? null,
    vip_price: post.vipPrice ?? null,
    vip_free: post.vipFree ?? false,
    important: post.important ?? false,
    tags: post.tags ?? [],
    stock_codes: post.stockCodes ?? [],
    word_count: body.wordCount,
    state: post.state,
    published_at: post.publishedAt?.toISOString() ?? null,
    import_key: post.importKey ?? null,
    html: await linkStocks(body.html, stockNames, owner),
    source_html: body.sourceHtml,
    open_html: await linkStocks(body.openHtml, stockNames, owner),
    headings: body.headings,
    attachments: body.attachments,
    locked_word_count: body.lockedWordCount,
  };
}
