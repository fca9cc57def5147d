import { findAuthors, findFollowings } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { decideReadings, type Readable, type Reading } from '#features/entitlements/index.ts';
import { rememberedEach } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { writeCursor } from '#shared/cursors.ts';
import { signAttachments } from './attachments.ts';
import {
  countPosts,
  findAuthorTotals,
  findTotal,
  type ListFilter,
  listRankedRecords,
  listReadAuthors,
  listRecords,
} from './list-queries.ts';
import { stretchAt } from './places.ts';
import { presentDetail, presentRecord } from './present.ts';
import { findDetail, findNeighbour, findRecords, type Reader, type RecordRow } from './record-queries.ts';
import type { HotAuthor, PostDetail, PostKind, PostRecord } from './schema.ts';

/** Totals that are not kept are counted no further than this (PRODUCT §4). */
const totalCap = 1000;

export type Moment = { first: Date; last: Date };
export type ListInput = Paging & {
  columnId?: string | undefined;
  authorId?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  keyword?: string | undefined;
  startTime?: Moment | undefined;
  endTime?: Moment | undefined;
};

/** Finds pieces by a keyword, newest first: search lends it, since search lies above this feature. */
export type FindByKeyword = (
  ctx: Context,
  query: ListInput & { kind: PostKind; keyword: string },
) => Promise<{ ids: string[]; total: number; totalCapped: boolean }>;

/** What would open a piece to the caller: sales lend it, since they lie above this feature. */
export type FindOffers = (
  ctx: Context,
  piece: { id: string; columnId: string; price: number | null; vipPrice: number | null; vipFree: boolean },
  reading: Reading,
) => Promise<PostDetail['offers']>;

/** Makes a body that is paid for its reader's own copy, or answers null: leak tracing lends it, since it lies above. */
export type MarkCopy = (
  ctx: Context,
  piece: { id: string; html: string },
) => Promise<{ html: string; reader: PostDetail['reader'] } | null>;

/** One page of a kind's published pieces, newest first, narrowed by the caller's filters. */
export async function listPosts(
  ctx: Context,
  kind: PostKind,
  input: ListInput,
  findByKeyword: FindByKeyword,
): Promise<Page<PostRecord>> {
  if (input.columnId !== undefined && !(await holdsKind(ctx, input.columnId, kind))) return emptyPage(input);
  if (input.keyword !== undefined)
    return listByKeyword(ctx, { ...input, kind, keyword: input.keyword }, findByKeyword);
  const filter = toFilter(kind, input);
  const offset = input.cursor ? 0 : offsetOf(input);
  if (offset === null) return emptyPage(input, await totalOf(ctx, filter));
  // One more than asked tells whether there is a next page.
  const stretch = input.cursor ? { after: input.cursor } : await stretchAt(ctx, filter, offset);
  const [total, rows] = await Promise.all([
    totalOf(ctx, filter),
    stretch ? listRecords(ctx.db, filter, { ...stretch, limit: input.size + 1 }, readerOf(ctx)) : [],
  ]);
  const shown = rows.slice(0, input.size);
  const last = rows.length > input.size ? shown.at(-1) : undefined;
  const cursor = last?.published_at ? writeCursor({ at: last.published_at.getTime(), id: last.id }) : null;
  return toPage(await presentRecords(ctx, shown), total, input, cursor);
}

/** The newest pieces of a kind: of one column, of one access, or of all; several accesses are merged. */
export async function listNewest(
  ctx: Context,
  filter: ListFilter & { accesses?: string[] },
  size: number,
): Promise<PostRecord[]> {
  const { accesses, ...rest } = filter;
  if (rest.columnId !== undefined && !(await holdsKind(ctx, rest.columnId, rest.kind ?? ''))) return [];
  if (!accesses) return presentRecords(ctx, await listRecords(ctx.db, rest, { limit: size }, readerOf(ctx)));
  const lists = await Promise.all(
    accesses.map((access) => listRecords(ctx.db, { ...rest, access }, { limit: size }, readerOf(ctx))),
  );
  return presentRecords(ctx, lists.flat().sort(newestFirst).slice(0, size));
}

/** The most viewed pieces of the last 24 hours, 7 or 30 days (PRODUCT §4), best first. */
export async function listCharts(
  ctx: Context,
  kind: PostKind,
  { period, columnId, size }: { period: string; columnId?: string | undefined; size: number },
): Promise<PostRecord[]> {
  if (columnId !== undefined && !(await holdsKind(ctx, columnId, kind))) return [];
  const ranking = { period, kind, columnId, limit: size };
  return presentRecords(ctx, await listRankedRecords(ctx.db, ranking, readerOf(ctx)));
}

/**
 * The authors most read in the last 30 days: whoever wrote the pieces at the head of the ranking, then of the
 * newest pieces, so that a young portal has some too.
 */
export async function listHotAuthors(ctx: Context, size: number): Promise<HotAuthor[]> {
  const ids = await listReadAuthors(ctx.db, 'article', size);
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

/** Published pieces by id, in the order of the ids; what is not out is left out. */
export async function presentByIds(ctx: Context, ids: readonly string[]): Promise<PostRecord[]> {
  const rows = new Map((await findRecords(ctx.db, ids, readerOf(ctx))).map((row) => [row.id, row]));
  const shown = ids.flatMap((id) => rows.get(id) ?? []).filter(({ state }) => state === 'published');
  return presentRecords(ctx, shown);
}

/**
 * One piece, cut to what this person may read (PRODUCT §3).
 * @throws notFound for an unknown id, another kind's, or what this person may not know of
 */
export async function readPost(
  ctx: Context,
  kind: PostKind,
  id: string,
  findOffers: FindOffers,
  markCopy: MarkCopy,
): Promise<PostDetail> {
  const row = await findDetail(ctx.db, kind, id, readerOf(ctx));
  const [reading] = row ? await decideReadings(ctx, [toReadable(row)]) : [];
  if (!row || !reading || reading.part === 'nothing') throw notFound('内容不存在或已下架');
  const piece = {
    id,
    columnId: row.column_id,
    price: row.price,
    vipPrice: row.vip_price,
    vipFree: row.vip_free,
  };
  const offers = reading.part === 'all' ? [] : await findOffers(ctx, piece, reading);
  const detail = presentDetail(row, reading, await columnNames(ctx), offers);
  // The one place where what is paid for leaves for its reader; search, feeds and the desk know the body as it is kept.
  const isPaid = reading.part === 'all' && (row.access === 'vip' || row.access === 'paid');
  const copy = isPaid ? await markCopy(ctx, row) : null;
  const given = copy ? { ...detail, body: copy.html, reader: copy.reader } : detail;
  return signAttachments(ctx, row, given);
}

/** The neighbour in time within the column; null at either end, and for an id of another kind. */
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
  find: FindByKeyword,
) {
  if (offsetOf(query) === null) return emptyPage<PostRecord>(query);
  const { ids, total, totalCapped } = await find(ctx, query);
  return toPage(await presentByIds(ctx, ids), { total, totalCapped }, query, null);
}

function toFilter(
  kind: PostKind,
  { columnId, authorId, tag, stockCode, startTime, endTime }: ListInput,
): ListFilter {
  return { kind, columnId, authorId, tag, stockCode, from: startTime?.first, to: endTime?.last };
}

/** Exact for a kind, a column or an author, otherwise capped (PRODUCT §4). */
async function totalOf(ctx: Context, filter: ListFilter): Promise<{ total: number; totalCapped?: boolean }> {
  const { kind = '', columnId, authorId, ...narrower } = filter;
  const isKept =
    Object.values(narrower).every((value) => value === undefined) &&
    (columnId === undefined || authorId === undefined);
  if (isKept && columnId !== undefined) return { total: await keptTotal(ctx, `column ${columnId}`) };
  if (isKept && authorId !== undefined)
    return { total: await findTotal(ctx.db, 'author', `${authorId}/${kind}`) };
  if (isKept) return { total: await keptTotal(ctx, `kind ${kind}`) };
  const count = await countPosts(ctx.db, filter, totalCap);
  return count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
}

// There are few columns, and every page of their lists says how long they are.
const keptTotal = rememberedEach(
  1000,
  (key) => [key.startsWith('column ') ? columnTag(key.slice('column '.length)) : 'posts'],
  (ctx, key) => {
    const [scope, of = ''] = key.split(' ') as ['column' | 'kind', string];
    return findTotal(ctx.db, scope, of);
  },
);

async function presentRecords(ctx: Context, rows: readonly RecordRow[]): Promise<PostRecord[]> {
  const [readings, names] = await Promise.all([decideReadings(ctx, rows.map(toReadable)), columnNames(ctx)]);
  const nothing: Reading = { part: 'nothing' };
  return rows.map((row, place) => presentRecord(row, readings[place] ?? nothing, names));
}

const toReadable = (row: RecordRow): Readable => ({
  id: row.id,
  columnId: row.column_id,
  access: row.access as Readable['access'],
  vipFree: row.vip_free,
  state: row.state as Readable['state'],
  authorMemberId: row.author_member_id,
});

const readerOf = ({ actor }: Context): Reader => (actor.kind === 'member' ? actor.memberId : null);

/** Each column's name by its id. */
export const columnNames = async (ctx: Context): Promise<ReadonlyMap<string, string>> =>
  new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));

const holdsKind = async (ctx: Context, columnId: string, kind: string): Promise<boolean> =>
  (await columnRows(ctx)).some((column) => column.id === columnId && column.kind === kind);

const newestFirst = (one: RecordRow, other: RecordRow): number =>
  Number(other.published_at) - Number(one.published_at) || (BigInt(other.id) > BigInt(one.id) ? 1 : -1);
