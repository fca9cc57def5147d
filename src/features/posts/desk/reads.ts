import type { z } from 'zod';
import { listAuthorsByPrefix } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { decideReading, noGrants } from '#features/entitlements/index.ts';
import { type Actor, memberOf, visitor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import { signAttachments } from '../attachments.ts';
import { prepareBody } from '../body/index.ts';
import { presentDetail } from '../present.ts';
import { columnNames, type FindByKeyword, type FindOffers } from '../reads.ts';
import { findDetail } from '../record-queries.ts';
import type { PostDetail } from '../schema.ts';
import {
  countDeskRows,
  type DeskFilter,
  findDeskPost,
  findDeskRows,
  findHolder,
  findVersion,
  listDeskRows,
  listUnpublishedByTitle,
  listVersionRows,
} from './desk-queries.ts';
import { contentOf, presentDeskRecord } from './present.ts';
import type { Content, DeskPost, DeskRecord, deskQuery, VersionRecord } from './schema.ts';

const totalCap = 1000;
const mostByTitle = 200;
const mostVersions = 200;
const mostAuthors = 20;

/**
 * The desk's list, last changed first. A keyword asks the search index for what is out, and titles for what is not:
 * those first, since it is what the desk is working on.
 */
export async function listDesk(
  ctx: Context,
  query: z.output<typeof deskQuery>,
  findByKeyword: FindByKeyword,
): Promise<Page<DeskRecord>> {
  const state = query.state === 'all' ? undefined : query.state;
  const filter = { state, columnId: query.columnId };
  const names = await columnNames(ctx);
  const present = (rows: Awaited<ReturnType<typeof findDeskRows>>) =>
    rows.map((row) => presentDeskRecord(row, names));
  if (query.keyword !== undefined) {
    const { ids, total, totalCapped } = await findAtDesk(
      ctx,
      { ...query, ...filter, keyword: query.keyword },
      findByKeyword,
    );
    const rows = new Map((await findDeskRows(ctx.db, ids)).map((row) => [row.id, row]));
    return toPage(present(ids.flatMap((id) => rows.get(id) ?? [])), { total, totalCapped }, query, null);
  }
  const count = await countDeskRows(ctx.db, filter, totalCap);
  const total = count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };
  const offset = query.cursor ? 0 : offsetOf(query);
  if (offset === null) return emptyPage(query, total);
  const after = query.cursor && { at: new Date(query.cursor.at), id: query.cursor.id };
  const rows = await listDeskRows(ctx.db, filter, { limit: query.size + 1, after, offset });
  const shown = rows.slice(0, query.size);
  const last = rows.length > query.size ? shown.at(-1) : undefined;
  return toPage(
    present(shown),
    total,
    query,
    last ? writeCursor({ at: last.updated_at.getTime(), id: last.id }) : null,
  );
}

type KeywordQuery = DeskFilter & Paging & { keyword: string };

async function findAtDesk(ctx: Context, query: KeywordQuery, findByKeyword: FindByKeyword) {
  const { keyword, state, columnId, current, size } = query;
  const unpublished =
    state === 'published'
      ? []
      : await listUnpublishedByTitle(ctx.db, keyword, { state, columnId }, mostByTitle);
  if (state !== undefined && state !== 'published') {
    const from = (current - 1) * size;
    return { ids: unpublished.slice(from, from + size), total: unpublished.length, totalCapped: false };
  }
  const kinds = ['article', 'news'] as const;
  const found = await Promise.all(
    kinds.map((kind) =>
      findByKeyword(ctx, { kind, keyword, columnId, current: 1, size: Math.min(100, current * size) }),
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

/** A piece as the editor opens it, without what reviewers say. @throws notFound */
export async function readDeskPost(ctx: Context, id: string): Promise<Omit<DeskPost, 'review'>> {
  const row = await findDeskPost(ctx.db, id);
  if (!row) throw notFound('没有这篇稿件');
  const head = row.head_version > 0 ? await findVersion(ctx.db, id, row.head_version) : undefined;
  const holder = await findHolder(ctx.db, id, ctx.now());
  return {
    id,
    kind: row.kind as DeskPost['kind'],
    state: row.state as DeskPost['state'],
    version: row.head_version,
    liveVersion: row.live_version,
    publishedAt: row.published_at ? toIso(row.published_at) : null,
    updatedAt: toIso(row.updated_at),
    content: head?.content ?? contentOf(row),
    openedBy: holder && holder.id !== memberOf(ctx) ? holder : null,
  };
}

/** The versions of a piece, newest first. */
export async function listVersions(ctx: Context, id: string): Promise<VersionRecord[]> {
  const row = await findDeskPost(ctx.db, id);
  if (!row) throw notFound('没有这篇稿件');
  return (await listVersionRows(ctx.db, id, mostVersions)).map((version) => ({
    number: version.number,
    savedAt: toIso(version.saved_at),
    savedBy: version.saved_by_name ?? '初稿',
    isLive: version.number === row.live_version,
    isHead: version.number === row.head_version,
    title: version.title,
  }));
}

/** One version whole. @throws notFound */
export async function readVersion(ctx: Context, id: string, number: number): Promise<Content> {
  const version = await findVersion(ctx.db, id, number);
  if (!version) throw notFound('没有这个版本');
  return version.content;
}

/** Authors to choose from, by the beginning of their name. */
export function listAuthors({ db }: Context, name: string): Promise<{ id: string; name: string }[]> {
  return listAuthorsByPrefix(db, name, mostAuthors);
}

/** `buyer`: a member who bought this very piece. */
export type PreviewedReader = 'visitor' | 'member' | 'vip' | 'buyer';

/**
 * The head version as readers of a kind would see it once it is out: decided by the one access function, cut by the
 * one cut. @throws notFound
 */
export async function previewPost(
  ctx: Context,
  id: string,
  as: PreviewedReader,
  findOffers: FindOffers,
): Promise<PostDetail> {
  const { content, kind } = await readDeskPost(ctx, id);
  const row = await findDetail(ctx.db, kind, id, null);
  const column = (await columnRows(ctx)).find((one) => one.id === content.columnId);
  if (!row || !column) throw notFound('没有这篇稿件');
  const body = await prepareBody({ body: content.html, format: 'html' });
  const access = content.access ?? (column.access as NonNullable<Content['access']>);
  const shown = {
    ...row,
    title: content.title,
    summary: content.summary,
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
    authorMemberId: null,
  };
  const actor = readerAs(as, ctx);
  const grants = as === 'buyer' ? { ...noGrants, posts: new Set([id]) } : noGrants;
  const reading = decideReading(actor, readable, grants, ctx.now().getTime());
  const offers = reading.part === 'all' ? [] : await findOffers({ ...ctx, actor }, readable, reading);
  return signAttachments(ctx, shown, presentDetail(shown, reading, await columnNames(ctx), offers));
}

const readerAs = (as: PreviewedReader, ctx: Context): Actor =>
  as === 'visitor'
    ? visitor
    : {
        kind: 'member',
        memberId: '0',
        sessionId: '0',
        permissions: new Set(),
        vipUntil: as === 'vip' ? ctx.now().getTime() + 60_000 : null,
      };
