import { findAuthors, findFollowings } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import {
  type AccessDecision,
  type AccessTarget,
  decideAccessToPosts,
  markAccess,
} from '#features/entitlements/index.ts';
import { offModules } from '#features/settings/index.ts';
import { findStocksByCode } from '#features/stocks/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { cachedByTag, cachedByTagAndKey } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import { emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { writeCursor } from '#shared/cursors.ts';
import { signAttachments } from './attachments.ts';
import {
  countPosts,
  countVipPosts,
  findAuthorTotals,
  findTotal,
  type ListFilter,
  listMostReadAuthors,
  listRankedRecords,
  listRecords,
} from './list-queries.ts';
import { anchorFor } from './page-anchors.ts';
import { presentDetail, presentRecord, type RecordNames } from './present.ts';
import {
  findAccessTargets,
  findDetail,
  findNeighbour,
  findRecords,
  type ReaderId,
  type RecordRow,
} from './record-queries.ts';
import type { AccessMarked, HotAuthor, PostDetail, PostKind, PostRecord, VipContents } from './schema.ts';

/** Totals that are not stored are counted up to this limit (docs/product.md §14). */
const totalCap = 1000;

export type DateSpan = { first: Date; last: Date };
export type ListInput = Paging & {
  columnId?: string | undefined;
  authorId?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  /** Only important posts; not together with `keyword`. */
  important?: boolean | undefined;
  /** Only posts that name a security which the caller watches. */
  watched?: boolean | undefined;
  keyword?: string | undefined;
  startTime?: DateSpan | undefined;
  endTime?: DateSpan | undefined;
};

/**
 * Finds posts of some kinds by a keyword, newest first: `limit` after the first `offset`, at most 10,000 deep. Injected by
 * the search feature, which ranks above this one.
 */
export type FindByKeyword = (
  ctx: Context,
  query: Omit<ListInput, keyof Paging> & {
    kinds: readonly PostKind[];
    keyword: string;
    offset: number;
    limit: number;
  },
) => Promise<{ ids: string[]; total: number; totalCapped: boolean }>;

/** Finds what would unlock a post for the caller. Injected by the sales features, which rank above this one. */
export type FindOffers = (
  ctx: Context,
  post: { id: string; columnId: string; price: number | null; vipPrice: number | null; vipFree: boolean },
  reading: AccessDecision,
) => Promise<PostDetail['offers']>;

/** Watermarks a paid body for its reader, or returns null. Injected by leak tracing, which ranks above this feature. */
export type WatermarkCopy = (
  ctx: Context,
  post: { id: string; html: string },
) => Promise<{ html: string; reader: PostDetail['reader'] } | null>;

declare module '#kernel/feature.ts' {
  interface Extensions {
    watermarkCopy: WatermarkCopy;
    /** Called when a member downloads an attachment, by its address. */
    onDownload: (
      ctx: Context,
      download: { memberId: string; postId: string; address: string },
    ) => Promise<void>;
  }
}

/**
 * Lists one page of a kind's published posts, newest first, with the caller's filters.
 * @throws unauthenticated for a visitor's `watched`; invalid for `watched` with a keyword, a tag or a stock code, and for
 * `important` with a keyword
 */
export async function listPosts(
  ctx: Context,
  kind: PostKind,
  input: ListInput,
  findByKeyword: FindByKeyword,
): Promise<Page<PostRecord>> {
  const watchedBy = input.watched ? watcherOf(ctx, input) : undefined;
  if (input.columnId !== undefined && !(await isColumnOfKind(ctx, input.columnId, kind)))
    return emptyPage(input);
  if (input.keyword !== undefined && input.important)
    throw invalid('按关键词查找时，不能只看重要', 'keyword');
  if (input.keyword !== undefined)
    return listByKeyword(ctx, { ...input, kind, keyword: input.keyword }, findByKeyword);
  return listPage(ctx, toFilter(kind, input, watchedBy), input);
}

/** Lists the posts of all kinds that name a security which the caller watches, newest first. */
export const listWatchedPosts = (ctx: Context, paging: Paging): Promise<Page<PostRecord>> =>
  listPage(ctx, { watchedBy: requireMemberId(ctx) }, paging);

/** Lists the posts that name a security, of one kind or of all, newest first. */
export const listStockPosts = (
  ctx: Context,
  stockCode: string,
  kind: PostKind | undefined,
  paging: Paging,
): Promise<Page<PostRecord>> => listPage(ctx, { stockCode, kind }, paging);

/** Lists the posts of all kinds with a tag, newest first. */
export const listTaggedPosts = (ctx: Context, tag: string, paging: Paging): Promise<Page<PostRecord>> =>
  listPage(ctx, { tag }, paging);

function watcherOf(ctx: Context, { keyword, tag, stockCode }: ListInput): string {
  if (ctx.actor.kind !== 'member') throw unauthenticated('登录后才能只看自选股');
  if (keyword !== undefined || tag !== undefined || stockCode !== undefined)
    throw invalid('只看自选股时，不能再按关键词、标签或股票代码筛选', 'watched');
  return ctx.actor.memberId;
}

async function listPage(ctx: Context, filter: ListFilter, input: Paging): Promise<Page<PostRecord>> {
  const offset = input.cursor ? 0 : offsetOf(input);
  if (offset === null) return emptyPage(input, await totalOf(ctx, filter));
  // One row more than requested tells whether there is a next page.
  const range = input.cursor ? { after: input.cursor } : await anchorFor(ctx, filter, offset);
  const [total, rows] = await Promise.all([
    totalOf(ctx, filter),
    range ? listRecords(ctx.db, filter, { ...range, limit: input.size + 1 }, readerOf(ctx)) : [],
  ]);
  const shown = rows.slice(0, input.size);
  const last = rows.length > input.size ? shown.at(-1) : undefined;
  const cursor = last?.published_at ? writeCursor({ at: last.published_at.getTime(), id: last.id }) : null;
  return toPage(await presentRecords(ctx, shown), total, input, cursor);
}

/** Lists the newest posts of a kind, of one column or access or of all; merges several accesses. */
export async function listNewest(
  ctx: Context,
  filter: ListFilter & { accesses?: string[] },
  size: number,
): Promise<PostRecord[]> {
  const { accesses, ...rest } = filter;
  if (rest.columnId !== undefined && !(await isColumnOfKind(ctx, rest.columnId, rest.kind ?? ''))) return [];
  if (!accesses) return presentRecords(ctx, await listRecords(ctx.db, rest, { limit: size }, readerOf(ctx)));
  const lists = await Promise.all(
    accesses.map((access) => listRecords(ctx.db, { ...rest, access }, { limit: size }, readerOf(ctx))),
  );
  return presentRecords(ctx, lists.flat().sort(newestFirst).slice(0, size));
}

/** Lists the most viewed posts of the last 24 hours, 7 or 30 days (docs/product.md §14), best first. */
export async function listCharts(
  ctx: Context,
  kind: PostKind,
  { period, columnId, size }: { period: string; columnId?: string | undefined; size: number },
): Promise<PostRecord[]> {
  if (columnId !== undefined && !(await isColumnOfKind(ctx, columnId, kind))) return [];
  const ranking = { period, kind, columnId, limit: size };
  return presentRecords(ctx, await listRankedRecords(ctx.db, ranking, readerOf(ctx)));
}

/**
 * Lists the most-read authors of the last 30 days: the writers of the posts at the head of the ranking, then of the
 * newest posts, so that a young portal also has some.
 */
export async function listHotAuthors(ctx: Context, size: number): Promise<HotAuthor[]> {
  const ids = await listMostReadAuthors(ctx.db, 'article', size);
  const [authors, followings, totals] = await Promise.all([
    findAuthors(ctx.db, ids),
    findFollowings(ctx.db, ids, readerOf(ctx)),
    findAuthorTotals(ctx.db, ids, 'article'),
  ]);
  const found = new Map(authors.map((author) => [author.id, author]));
  const followed = new Map(followings.map((following) => [following.id, following]));
  return ids.flatMap((id) => {
    const author = found.get(id);
    return author
      ? [
          {
            id,
            name: author.name,
            title: author.title,
            bio: author.bio,
            avatar: author.avatar,
            posts: totals.get(id) ?? 0,
            followers: followed.get(id)?.followers ?? 0,
            followed: followed.get(id)?.followed ?? false,
          },
        ]
      : [];
  });
}

/**
 * Returns the posts of these ids that the caller bought or can read although not every member can; unknown ids are
 * left out. Lists are the same for everyone, so the browser asks for these marks apart.
 */
export async function listAccessMarks(ctx: Context, ids: readonly string[]): Promise<AccessMarked[]> {
  const rows = await findAccessTargets(ctx.db, ids);
  const marks = await markAccess(ctx, rows.map(toReadable));
  return rows.flatMap(({ id }, index) => {
    const mark = marks[index];
    return mark ? [{ id, mark }] : [];
  });
}

/**
 * Counts what VIP opens (docs/product.md §13) in the columns that have a page, most posts first. The VIP page shows it
 * to everyone, so it is cached.
 */
export const readVipContents = cachedByTag(['posts', 'columns'], async (ctx): Promise<VipContents> => {
  const shown = (await columnRows(ctx)).filter(
    ({ code_path, is_nav, is_auth }) => code_path !== null || (is_nav && is_auth),
  );
  const ids = shown.map(({ id }) => id);
  const counts = await countVipPosts(ctx.db, ids, totalCap);
  const columns = shown
    .map(({ id, name }) => {
      const count = counts.get(id) ?? 0;
      return { id, name, posts: Math.min(count, totalCap), isCapped: count > totalCap };
    })
    .filter(({ posts }) => posts > 0)
    .sort((one, other) => other.posts - one.posts);
  return {
    posts: columns.reduce((sum, { posts }) => sum + posts, 0),
    isCapped: columns.some(({ isCapped }) => isCapped),
    columns,
  };
});

/** Presents published posts in the order of the ids; omits unpublished ones. */
export async function presentByIds(ctx: Context, ids: readonly string[]): Promise<PostRecord[]> {
  const rows = new Map((await findRecords(ctx.db, ids, readerOf(ctx))).map((row) => [row.id, row]));
  const shown = ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === 'published');
  return presentRecords(ctx, shown);
}

/**
 * Returns one post, cut to what the caller may read (docs/product.md §13).
 * @throws notFound for an unknown id, one of another kind, or a post whose existence the caller must not learn
 */
export async function readPost(
  ctx: Context,
  kind: PostKind,
  id: string,
  findOffers: FindOffers,
  watermarkCopy: WatermarkCopy,
): Promise<PostDetail> {
  const row = await findDetail(ctx.db, kind, id, readerOf(ctx));
  const [reading] = row ? await decideAccessToPosts(ctx, [toReadable(row)]) : [];
  if (!row || !reading || reading.part === 'nothing') throw notFound('内容不存在或已下架');
  const offeredPost = {
    id,
    columnId: row.column_id,
    price: row.price,
    vipPrice: row.vip_price,
    vipFree: row.vip_free,
  };
  const offers = reading.part === 'all' ? [] : await findOffers(ctx, offeredPost, reading);
  const detail = presentDetail(row, reading, await recordNames(ctx, [row]), offers);
  // Watermarked here, in letters and in private feeds, where paid text reaches its reader; search, public feeds and the
  // back office use the stored body.
  const isPaid = reading.part === 'all' && (row.access === 'vip' || row.access === 'paid');
  const copy = isPaid ? await watermarkCopy(ctx, row) : null;
  const served = copy ? { ...detail, body: copy.html, reader: copy.reader } : detail;
  return signAttachments(ctx, row, served);
}

/** Returns the neighbour in time within the column; null at either end and for an id of another kind. */
export async function readNeighbour(
  ctx: Context,
  kind: PostKind,
  id: string,
  side: 'older' | 'newer',
): Promise<PostRecord | null> {
  const row = await findNeighbour(ctx.db, kind, id, side, readerOf(ctx));
  return row ? ((await presentRecords(ctx, [row]))[0] ?? null) : null;
}

async function listByKeyword(
  ctx: Context,
  query: ListInput & { kind: PostKind; keyword: string },
  findByKeyword: FindByKeyword,
) {
  const offset = offsetOf(query);
  if (offset === null) return emptyPage<PostRecord>(query);
  const { kind, size, ...filter } = query;
  const found = await findByKeyword(ctx, { ...filter, kinds: [kind], offset, limit: size });
  const { ids, total, totalCapped } = found;
  return toPage(await presentByIds(ctx, ids), { total, totalCapped }, query, null);
}

function toFilter(
  kind: PostKind,
  { columnId, authorId, tag, stockCode, important, startTime, endTime }: ListInput,
  watchedBy: string | undefined,
): ListFilter {
  const period = { from: startTime?.first, to: endTime?.last };
  const isImportant = important || undefined;
  return { kind, columnId, authorId, tag, stockCode, watchedBy, important: isImportant, ...period };
}

/** Returns the total: exact for a kind, a column or an author, otherwise capped (docs/product.md §14). */
async function totalOf(ctx: Context, filter: ListFilter): Promise<{ total: number; totalCapped?: boolean }> {
  const { kind = '', columnId, authorId, ...otherFilters } = filter;
  const isExact =
    Object.values(otherFilters).every((value) => value === undefined) &&
    (columnId === undefined || authorId === undefined);
  if (isExact && columnId !== undefined) return { total: await cachedTotal(ctx, `column ${columnId}`) };
  if (isExact && authorId !== undefined)
    return { total: await findTotal(ctx.db, 'author', `${authorId}/${kind}`) };
  if (isExact) return { total: await cachedTotal(ctx, `kind ${kind}`) };
  const count = await countPosts(ctx.db, filter, totalCap);
  return count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
}

// Cached, because there are few columns and every page of their lists shows the total.
const cachedTotal = cachedByTagAndKey(
  1000,
  (key) => [key.startsWith('column ') ? columnTag(key.slice('column '.length)) : 'posts'],
  (ctx, key) => {
    const [scope, of = ''] = key.split(' ') as ['column' | 'kind', string];
    return findTotal(ctx.db, scope, of);
  },
);

async function presentRecords(ctx: Context, rows: readonly RecordRow[]): Promise<PostRecord[]> {
  const [readings, names] = await Promise.all([
    decideAccessToPosts(ctx, rows.map(toReadable)),
    recordNames(ctx, rows),
  ]);
  const noReading: AccessDecision = { part: 'nothing' };
  return rows.map((row, index) => presentRecord(row, readings[index] ?? noReading, names));
}

type AccessRow = Pick<
  RecordRow,
  'id' | 'column_id' | 'access' | 'vip_free' | 'state' | 'author_member_id' | 'co_authors'
>;

export const toReadable = (row: AccessRow): AccessTarget => ({
  id: row.id,
  columnId: row.column_id,
  access: row.access as AccessTarget['access'],
  vipFree: row.vip_free,
  state: row.state as AccessTarget['state'],
  authorMemberIds: [row.author_member_id, ...(row.co_authors ?? []).map(({ member_id }) => member_id)].filter(
    (id) => id !== null,
  ),
});

const readerOf = ({ actor }: Context): ReaderId => (actor.kind === 'member' ? actor.memberId : null);

/** Returns what these rows show of other tables. */
export async function recordNames(ctx: Context, rows: readonly RecordRow[]): Promise<RecordNames> {
  const [off, columns, stocks] = await Promise.all([
    offModules(ctx),
    columnNames(ctx),
    findStocksByCode(
      ctx,
      rows.flatMap(({ stock_codes }) => stock_codes),
    ),
  ]);
  return { columns, stocks, off };
}

/** Returns the names of all columns by id. */
export const columnNames = async (ctx: Context): Promise<ReadonlyMap<string, string>> =>
  new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));

const isColumnOfKind = async (ctx: Context, columnId: string, kind: string): Promise<boolean> =>
  (await columnRows(ctx)).some((column) => column.id === columnId && column.kind === kind);

const newestFirst = (one: RecordRow, other: RecordRow): number =>
  Number(other.published_at) - Number(one.published_at) || (BigInt(other.id) > BigInt(one.id) ? 1 : -1);
