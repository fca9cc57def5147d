import type { z } from 'zod';
import { listAuthorsByPrefix } from '#features/authors/index.ts';
import { columnRefusal, columnRows } from '#features/columns/index.ts';
import type { VersionRecord } from '#features/documents/schema.ts';
import { decideAccess, noGrants } from '#features/entitlements/index.ts';
import { findSecurities } from '#features/stocks/index.ts';
import { type Actor, requireMemberId, visitor, workOwnerOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { emptyPage, maxRowDepth, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { type Keyset, writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { signUnpublished } from '../attachments.ts';
import { prepareBody } from '../body/index.ts';
import { presentDetail } from '../present.ts';
import { columnNames, type FindByKeyword, type FindOffers, recordNames } from '../reads.ts';
import { findDetail } from '../record-queries.ts';
import type { PostDetail } from '../schema.ts';
import { summariesOf } from '../service.ts';
import {
  type AdminFilter,
  type AdminRow,
  type AdminSort,
  countAdminRows,
  countUnpublishedByTitle,
  findAdminPost,
  findAdminRows,
  findLockHolder,
  listAdminRows,
  listUnpublishedByTitle,
} from './admin-queries.ts';
import { binStart } from './bin.ts';
import { contentOf, presentAdminRecord } from './present.ts';
import type { AdminPost, AdminRecord, adminQuery, Content } from './schema.ts';
import { scopeOf } from './scope.ts';
import { postVersions } from './versions.ts';

const totalCap = 1000;
const maxAuthors = 20;

/**
 * Lists posts of the back office, last changed first. A keyword is looked up in the search index for published posts
 * and in the titles of unpublished ones; the unpublished come first, because staff are working on them.
 */
export async function listAdminPosts(
  ctx: Context,
  query: z.output<typeof adminQuery>,
  findByKeyword: FindByKeyword,
): Promise<Page<AdminRecord>> {
  const filter = { ...filterOf(ctx, query), ...(await scopeOf(ctx)) };
  const names = await columnNames(ctx);
  const present = (rows: readonly AdminRow[]) =>
    Promise.all(
      rows.map(async (row) => ({
        ...presentAdminRecord(row, names),
        refusal: await columnRefusal(ctx, [row.column_id]),
      })),
    );
  if (query.keyword !== undefined) {
    const keywordQuery = { ...query, filter, keyword: query.keyword };
    const { rows, next, ...found } = await searchAdminPosts(ctx, keywordQuery, findByKeyword);
    return toPage(await present(rows), cappedTotal(found), query, next && writeCursor(next));
  }
  const sort = sortOf(query);
  const count = await countAdminRows(ctx.db, filter, sort, totalCap);
  const total = cappedTotal({ count, isCapped: false });
  const offset = query.cursor ? 0 : offsetOf(query);
  if (offset === null) return emptyPage(query, total);
  const after = query.cursor && { at: new Date(query.cursor.at), id: query.cursor.id };
  const rows = await listAdminRows(ctx.db, filter, { sort, limit: query.size + 1, after, offset });
  const shown = rows.slice(0, query.size);
  const last = rows.length > query.size ? shown.at(-1) : undefined;
  return toPage(
    await present(shown),
    total,
    query,
    last ? writeCursor({ at: sortTimeOf(last, sort.by), id: last.id }) : null,
  );
}

function filterOf(
  ctx: Context,
  { state, columnId }: Pick<z.output<typeof adminQuery>, 'state' | 'columnId'>,
): AdminFilter {
  if (state === 'deleted') return { columnId, binnedSince: binStart(ctx) };
  return { columnId, state: state === 'all' ? undefined : state };
}

function sortOf({ state, sort }: Pick<z.output<typeof adminQuery>, 'state' | 'sort'>): AdminSort {
  if (state === 'deleted') return { by: 'deletedAt', isDescending: true };
  return {
    by: sort.endsWith('publishedAt') ? 'publishedAt' : 'updatedAt',
    isDescending: sort.startsWith('-'),
  };
}

function sortTimeOf(row: AdminRow, by: AdminSort['by']): number {
  const times = { publishedAt: row.published_at, deletedAt: row.deleted_at, updatedAt: row.updated_at };
  return (times[by] ?? row.updated_at).getTime();
}

const cappedTotal = ({ count, isCapped }: { count: number; isCapped: boolean }) =>
  isCapped || count > totalCap ? { total: Math.min(count, totalCap), totalCapped: true } : { total: count };

type KeywordQuery = Paging & { keyword: string; filter: AdminFilter };

/** Posts of every kind can be published, and are found. */
const kinds = ['article', 'news', 'reference'] as const;

/**
 * Returns a page of the unpublished posts with a keyword in their title, by keyset, and after them of the published ones
 * that the index finds. Its cursor is `0-<id>` after an unpublished post, and `<ms>-<n>` before the n-th of what had been
 * published by then, so that what is published meanwhile moves nothing.
 */
async function searchAdminPosts(
  ctx: Context,
  { keyword, filter, size, cursor, ...paging }: KeywordQuery,
  findByKeyword: FindByKeyword,
): Promise<{ rows: AdminRow[]; next: Keyset | null; count: number; isCapped: boolean }> {
  const { state, columnId, authorId, binnedSince } = filter;
  const waiting = state === 'published' ? 0 : await countUnpublishedByTitle(ctx.db, keyword, filter);
  const depth = cursor ? 0 : offsetOf({ ...paging, size });
  if (depth === null) return { rows: [], next: null, count: waiting, isCapped: false };
  const isAmongUnpublished = cursor === undefined || cursor.at === 0;
  const page = { limit: size + 1, after: cursor?.id, offset: depth };
  const unpublished =
    isAmongUnpublished && depth < waiting ? await listUnpublishedByTitle(ctx.db, keyword, filter, page) : [];
  const shown = unpublished.slice(0, size);
  const lastShown = unpublished.length > size ? shown.at(-1) : undefined;
  const afterShown = lastShown === undefined ? null : { at: 0, id: lastShown };
  if (binnedSince || (state !== undefined && state !== 'published'))
    return { rows: await findRows(ctx, shown), next: afterShown, count: waiting, isCapped: false };
  const until = cursor?.at || ctx.now().getTime();
  const offset = isAmongUnpublished ? Math.max(0, depth - waiting) : Number(cursor.id) - 1;
  const room = size - shown.length;
  const found = await findByKeyword(ctx, {
    ...{ kinds, keyword, columnId, authorId, offset, limit: room + 1 },
    endTime: { first: new Date(until), last: new Date(until) },
  });
  const published = await findRows(ctx, found.ids.slice(0, room));
  return {
    // The index may not know yet that a post was withdrawn, which is then among the unpublished.
    rows: [
      ...(await findRows(ctx, shown)),
      ...published.filter((row) => row.state === 'published' && row.deleted_at === null),
    ],
    next:
      afterShown ?? (found.ids.length > room ? nextOf(published, { until, offset: offset + room }) : null),
    count: waiting + found.total,
    isCapped: found.totalCapped,
  };
}

/**
 * Continues after a page of published posts. The index counts only so deep; before that the position starts again at the
 * time of the last post, after those of the same time.
 */
export function nextOf(
  page: readonly AdminRow[],
  { until, offset }: { until: number; offset: number },
): Keyset {
  const timeOf = (row: AdminRow | undefined) => row?.published_at?.getTime() ?? 0;
  const at = timeOf(page.at(-1));
  const sameTime = page.filter((row) => timeOf(row) === at).length;
  const restarts = offset > maxRowDepth / 2 && at > 0 && sameTime < page.length;
  return restarts ? { at, id: `${sameTime + 1}` } : { at: until, id: `${offset + 1}` };
}

/** Returns posts in the order of their ids. */
async function findRows({ db }: Context, ids: readonly string[]): Promise<AdminRow[]> {
  const rows = new Map((await findAdminRows(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/**
 * Returns a post as the editor opens it, without its review status.
 * @throws notFound
 */
export async function readAdminPost(
  ctx: Context,
  id: string,
): Promise<Omit<AdminPost, 'review' | 'refusal'>> {
  const row = await findAdminPost(ctx.db, id);
  if (!row) throw notFound('没有这篇稿件');
  const head = row.head_version > 0 ? await postVersions.find(ctx.db, id, row.head_version) : undefined;
  const holder = await findLockHolder(ctx.db, id, ctx.now());
  return {
    id,
    kind: row.kind as AdminPost['kind'],
    state: row.state as AdminPost['state'],
    version: row.head_version,
    liveVersion: row.live_version,
    publishedAt: row.published_at ? toIso(row.published_at) : null,
    updatedAt: toIso(row.updated_at),
    deletedAt: row.deleted_at && toIso(row.deleted_at),
    content: head?.content ?? contentOf(row),
    openedBy: holder && holder.id !== requireMemberId(ctx) ? holder : null,
  };
}

/** Returns the securities that title, summary and body of the newest version name, as references find them. */
export async function findNamedSecurities(
  ctx: Context,
  id: string,
): Promise<{ code: string; name: string }[]> {
  const { title, summary, html } = (await readAdminPost(ctx, id)).content;
  const { text } = await prepareBody({ body: html, format: 'html' });
  return findSecurities(ctx, `${title}\n${summary}\n${text}`);
}

/** Lists the versions of a post, newest first. */
export async function listVersions(ctx: Context, id: string): Promise<VersionRecord[]> {
  const row = await findAdminPost(ctx.db, id);
  if (!row) throw notFound('没有这篇稿件');
  return postVersions.list(ctx.db, id, row.live_version);
}

/** Lists authors to choose from by the beginning of their name. */
export function listAuthors({ db }: Context, name: string): Promise<{ id: string; name: string }[]> {
  return listAuthorsByPrefix(db, name, maxAuthors);
}

/** `buyer`: a member who bought this post. */
export type PreviewedReader = 'visitor' | 'member' | 'vip' | 'buyer';

/**
 * Returns the head version as readers of a kind would see it once it is published. Uses the same access decision and
 * the same cut as the public detail.
 * @throws notFound
 */
export async function previewPost(
  ctx: Context,
  id: string,
  as: PreviewedReader,
  findOffers: FindOffers,
): Promise<PostDetail> {
  const { content, kind } = await readAdminPost(ctx, id);
  return presentPreview(ctx, { id, kind, content }, as, findOffers);
}

/**
 * Returns a version as readers of a kind would see it once it is published.
 * @throws notFound
 */
export async function presentPreview(
  ctx: Context,
  { id, kind, content }: { id: string; kind: string; content: Content },
  as: PreviewedReader,
  findOffers: FindOffers,
): Promise<PostDetail> {
  const row = await findDetail(ctx.db, kind, id, null);
  const column = (await columnRows(ctx)).find((one) => one.id === content.columnId);
  if (!row || !column) throw notFound('没有这篇稿件');
  const body = await prepareBody({ body: content.html, format: 'html' }, workOwnerOf(ctx));
  const access = content.access ?? (column.access as NonNullable<Content['access']>);
  const summaries = summariesOf({ ...content, body });
  const shown = {
    ...row,
    title: content.title,
    summary: access === 'public' ? (summaries.full_summary ?? summaries.summary) : summaries.summary,
    cover: content.cover,
    column_id: content.columnId,
    access,
    price: content.price,
    vip_price: content.vipPrice,
    vip_free: content.vipFree,
    important: content.important,
    tags: content.tags,
    stock_codes: content.stockCodes,
    word_count: body.wordCount,
    html: body.html,
    open_html: body.openHtml,
    headings: body.headings as never,
    attachments: body.attachments as never,
    locked_word_count: body.lockedWordCount,
  };
  const readable = {
    id,
    columnId: content.columnId,
    access,
    vipFree: content.vipFree,
    price: content.price,
    vipPrice: content.vipPrice,
    state: 'published' as const,
    authorMemberIds: [],
  };
  const actor = previewActor(as, ctx);
  const grants = as === 'buyer' ? { ...noGrants, posts: new Set([id]) } : noGrants;
  const reading = decideAccess(actor, readable, grants, ctx.now().getTime());
  const offers = reading.part === 'all' ? [] : await findOffers({ ...ctx, actor }, readable, reading);
  return signUnpublished(ctx, id, presentDetail(shown, reading, await recordNames(ctx, [shown]), offers));
}

const previewActor = (as: PreviewedReader, ctx: Context): Actor =>
  as === 'visitor'
    ? visitor
    : {
        kind: 'member',
        memberId: '0',
        sessionId: '0',
        permissions: new Set(),
        vipUntil: as === 'vip' ? ctx.now().getTime() + 60_000 : null,
      };
