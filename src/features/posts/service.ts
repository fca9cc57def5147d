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
import { linkStocks, type PreparedBody, summarise } from './body/index.ts';
import type { PostsChanged } from './events.ts';
import { noteNewPieceMedia } from './media-uses.ts';
import {
  hasDuePosts,
  insertPieces,
  lockDuePosts,
  lockPost,
  type NewPiece,
  updateInheritedAccess,
  updateState,
} from './write-queries.ts';

/** A piece to add. Prices are fen; without `access` its column's counts; `importKey` makes adding repeatable. */
export type PostInput = {
  columnId: string;
  authorId: string;
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
  importKey?: string | undefined;
};

// Loading a dictionary takes 0.1 s and 40 MB, so a tenant loads one only when its added words change. Tenants with the
// same words share one through weak references: it is freed with the last tenant that uses it.
const segmenters = perTenant(() => ({ words: '', segmenter: undefined as Segmenter | undefined }));
const shared = new LRUCache<string, WeakRef<Segmenter>>({ max: 16 });

/** The segmenter that knows the names of the stock table. */
export async function segmenterOf(ctx: Context): Promise<Segmenter> {
  const words = await stockWords(ctx);
  // Before the look-up: with an await between that and the write, two callers would load two dictionaries.
  const { createSegmenter } = await import('#shared/text/segment.ts');
  const key = words.join('\n');
  const known = segmenters(ctx.tenant);
  if (!known.segmenter || known.words !== key) {
    known.words = key;
    known.segmenter = shared.get(key)?.deref() ?? createSegmenter(words);
    shared.set(key, new WeakRef(known.segmenter));
  }
  return known.segmenter;
}

/** What is to be written in the transaction of a change; where it throws, nothing was changed. */
export type Along<T = void> = (trx: Trx, given: T) => Promise<void>;

/**
 * Adds pieces in one transaction: rows, labels, totals, search's outbox and the caches' news go together, and what is
 * written `along`, which is given the ids.
 * @returns for each input its new id, or null where its import key exists already
 * @throws invalid for an unknown column
 */
export async function addPosts(
  ctx: Context,
  posts: readonly PostInput[],
  along?: Along<(string | null)[]>,
): Promise<(string | null)[]> {
  const columns = new Map((await columnRows(ctx)).map((column) => [column.id, column]));
  const segmenter = await segmenterOf(ctx);
  const stockNames = new Map((await stockTable(ctx)).map(({ code, name }) => [code, name]));
  const pieces: NewPiece[] = [];
  for (const post of posts) {
    const column = columns.get(post.columnId);
    if (!column) throw invalid(`栏目不存在：${post.columnId}`);
    pieces.push(await toPiece(post, column, segmenter, stockNames));
  }
  return inTransaction(ctx, async (trx) => {
    const added = await insertPieces(trx, pieces);
    const ids: (string | null)[] = posts.map(() => null);
    for (const { place, id } of added) {
      ids[place] = id;
      const piece = pieces[place];
      if (piece) await noteNewPieceMedia(ctx, trx, id, piece);
    }
    const changed = added.flatMap(({ place, id }) => {
      const piece = pieces[place];
      return piece ? [{ id, kind: piece.kind, columnId: piece.column_id, authorId: piece.author_id }] : [];
    });
    await announce(ctx, trx, changed, posts.every(({ state }) => state === 'published') ? 'out' : 'changed');
    await announcePublished(ctx, trx, pieces, added);
    await along?.(trx, ids);
    return ids;
  });
}

/**
 * Takes a piece out of sight: gone from every page, list and search at once, and whoever bought it hears of it. One
 * that is scheduled becomes a draft again, unless somebody bought it when it was out: then it stays theirs to hear of.
 * Withdrawing twice is harmless. `along` is given the state it was in and the one it is in now; `first` locks what has to
 * be locked before the piece.
 * @throws notFound, or conflict for a piece that was never out
 */
export async function withdrawPost(
  ctx: Context,
  id: string,
  along?: Along<{ before: string; after: string }>,
  first?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await first?.(trx);
    const post = await lockPost(trx, id);
    if (!post) throw notFound('内容不存在');
    if (post.state === 'withdrawn') return;
    const isSold = post.state === 'scheduled' && (await listBuyers(ctx, trx, id)).length > 0;
    const after = post.state === 'scheduled' && !isSold ? 'draft' : 'withdrawn';
    if (after === 'draft') await updateState(trx, [id], after, null);
    else if (isSold) await updateState(trx, [id], after, ctx.now());
    else if (post.state === 'published') await updateState(trx, [id], after);
    else throw conflict('只有已发布或已定时的内容可以撤回');
    await announce(ctx, trx, [toChanged(post)], 'changed');
    if (post.state === 'published')
      await ctx.events.emit(ctx, trx, 'posts.withdrawn', {
        posts: [{ ...toChanged(post), title: post.title }],
      });
    await along?.(trx, { before: post.state, after });
  });
}

/** Publishes every scheduled piece whose time has come. Safe in several processes at once. @returns how many */
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
    await announce(ctx, trx, due.map(toChanged), 'out');
    const published = due.map((post) => ({
      ...toChanged(post),
      publishedAt: post.published_at ?? ctx.now(),
    }));
    await ctx.events.emit(ctx, trx, 'posts.published', { posts: published });
    return due.length;
  });
}

/** Brings pieces without an access of their own in line with their columns', in the columns' transaction. */
export async function followColumnAccess(
  ctx: Context,
  trx: Trx,
  columns: { id: string; access: string }[],
): Promise<void> {
  for (const column of columns) {
    const posts = await updateInheritedAccess(trx, column.id, column.access);
    await announce(ctx, trx, posts.map(toChanged), 'changed');
  }
}

/** The channel on which processes hear of pieces as they come out. */
export const liveChannel = 'guanlan_live';

// A flood (an import) is no live news, and a payload has to stay under PostgreSQL's 8,000 bytes.
const mostLive = 50;

/** Tells search, caches and, of pieces that came out, whoever is reading. */
export async function announce(
  ctx: Context,
  trx: Trx,
  posts: PostsChanged['posts'],
  cause: 'out' | 'changed',
): Promise<void> {
  if (posts.length === 0) return;
  const columns = new Set(posts.map(({ columnId }) => columnTag(columnId)));
  await ctx.events.emit(ctx, trx, 'posts.changed', { posts });
  await purge(ctx, trx, ['posts', ...columns, ...posts.map(({ id }) => postTag(id))]);
  if (cause === 'changed' || posts.length > mostLive) return;
  const live = posts.map(({ id, kind, columnId }) => ({ id, kind, columnId }));
  await notify(trx, liveChannel, JSON.stringify({ tenantId: ctx.tenant.id, posts: live }));
}

/** As with live news: a flood is an import, and nobody is to be told of each piece of it. */
async function announcePublished(
  ctx: Context,
  trx: Trx,
  pieces: readonly NewPiece[],
  added: readonly { place: number; id: string }[],
): Promise<void> {
  const posts = added.flatMap(({ place, id }) => {
    const piece = pieces[place];
    if (piece?.state !== 'published' || !piece.published_at) return [];
    const { kind, column_id: columnId, author_id: authorId, published_at: publishedAt } = piece;
    return [{ id, kind, columnId, authorId, publishedAt: new Date(publishedAt) }];
  });
  if (posts.length > 0 && posts.length <= mostLive)
    await ctx.events.emit(ctx, trx, 'posts.published', { posts });
}

export const toChanged = (post: { id: string; kind: string; column_id: string; author_id: string }) => ({
  id: post.id,
  kind: post.kind,
  columnId: post.column_id,
  authorId: post.author_id,
});

/** The rows of a piece: what is derived (headline breaks, teaser summary, stock links) is made here, once. */
export async function toPiece(
  post: PostInput,
  column: { kind: string; access: string },
  segmenter: Segmenter,
  stockNames: ReadonlyMap<string, string>,
): Promise<NewPiece> {
  const { body, title } = post;
  return {
    kind: column.kind,
    column_id: post.columnId,
    author_id: post.authorId,
    title,
    title_breaks: breakHeadline(title, segmenter),
    summary: post.summary || summarise(body.openText, 120),
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
    html: await linkStocks(body.html, stockNames),
    source_html: body.sourceHtml,
    open_html: await linkStocks(body.openHtml, stockNames),
    headings: body.headings,
    attachments: body.attachments,
    locked_word_count: body.lockedWordCount,
  };
}
