import type { z } from 'zod';
import { listAuthorsByPrefix } from '#features/authors/index.ts';
import { columnRefusal, columnRows } from '#features/columns/index.ts';
import { decideAccess, noGrants } from '#features/entitlements/index.ts';
import { type Actor, requireMemberId, visitor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
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
  findAdminPost,
  findAdminRows,
  findLockHolder,
  findVersion,
  listAdminRows,
  listUnpublishedByTitle,
  listVersionRows,
} from './admin-queries.ts';
import { binStart } from './bin.ts';
import { contentOf, presentAdminRecord } from './present.ts';
import type { AdminPost, AdminRecord, adminQuery, Content, VersionRecord } from './schema.ts';
import { scopeOf } from './scope.ts';

const totalCap = 1000;
const maxTitleMatches = 200;
const maxVersions = 200;
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
  const present = (rows: Awaited<ReturnType<typeof findAdminRows>>) =>
    Promise.all(
      rows.map(async (row) => ({
        ...presentAdminRecord(row, names),
        refusal: await columnRefusal(ctx, [row.column_id]),
      })),
    );
  if (query.keyword !== undefined) {
    const { ids, total, totalCapped } = await searchAdminPosts(
      ctx,
      { ...query, filter, keyword: query.keyword },
      findByKeyword,
    );
    const rows = new Map((await findAdminRows(ctx.db, ids)).map((row) => [row.id, row]));
    return toPage(
      await present(ids.flatMap((id) => rows.get(id) ?? [])),
      { total, totalCapped },
      query,
      null,
    );
  }
  const sort = sortOf(query);
  const count = await countAdminRows(ctx.db, filter, sort, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
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

type KeywordQuery = Paging & { keyword: string; filter: AdminFilter };

async function searchAdminPosts(ctx: Context, query: KeywordQuery, findByKeyword: FindByKeyword) {
  const { keyword, filter, current, size } = query;
  const { state, columnId, authorId, binnedSince } = filter;
  const unpublished =
    state === 'published' ? [] : await listUnpublishedByTitle(ctx.db, keyword, filter, maxTitleMatches);
  if (binnedSince || (state !== undefined && state !== 'published')) {
    const from = (current - 1) * size;
    return { ids: unpublished.slice(from, from + size), total: unpublished.length, totalCapped: false };
  }
  const kinds = ['article', 'news'] as const;
  const found = await Promise.all(
    kinds.map((kind) =>
      findByKeyword(ctx, {
        kind,
        keyword,
        columnId,
        authorId,
        current: 1,
        size: Math.min(100, current * size),
      }),
    ),
  );
  const ids = [...unpublished, ...found.flatMap((one) => one.ids)];
  const from = (current - 1) * size;
  return {
    ids: ids.slice(from, from + size),
    total: unpublished.length + found.reduce((sum, one) => sum + one.total, 0),
    totalCapped: found.some((one) => one.totalCapped),
  };
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
  const head = row.head_version > 0 ? await findVersion(ctx.db, id, row.head_version) : undefined;
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

/** Lists the versions of a post, newest first. */
export async function listVersions(ctx: Context, id: string): Promise<VersionRecord[]> {
  const row = await findAdminPost(ctx.db, id);
  if (!row) throw notFound('没有这篇稿件');
  return (await listVersionRows(ctx.db, id, maxVersions)).map((version) => ({
    number: version.number,
    savedAt: toIso(version.saved_at),
    savedBy: version.saved_by_name ?? '初稿',
    isLive: version.number === row.live_version,
    isHead: version.number === row.head_version,
    title: version.title,
  }));
}

/**
 * Returns the whole content of one version.
 * @throws notFound
 */
export async function readVersion(ctx: Context, id: string, number: number): Promise<Content> {
  const version = await findVersion(ctx.db, id, number);
  if (!version) throw notFound('没有这个版本');
  return version.content;
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
  const body = await prepareBody({ body: content.html, format: 'html' });
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
