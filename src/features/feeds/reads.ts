import type { z } from 'zod';
import { columnRows } from '#features/columns/index.ts';
import { prepareBody, replaceImages } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { findItem, type ItemRow, listItems, listSources } from './queries.ts';
import type { FeedItem, FeedItemDetail, FeedSource, itemsPage, itemsQuery } from './schema.ts';

const maxSources = 500;
const maxCount = 100;

/** Returns every source, in the order they were added. */
export async function readSources(ctx: Context): Promise<FeedSource[]> {
  const names = new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));
  return (await listSources(ctx.db, maxSources, maxCount)).map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    columnId: row.column_id,
    columnName: names.get(row.column_id) ?? '',
    intervalMinutes: row.interval_minutes,
    isActive: row.is_active,
    lastFetchedAt: row.last_fetched_at && toIso(new Date(row.last_fetched_at)),
    nextFetchAt: toIso(new Date(row.next_fetch_at)),
    lastError: row.last_error,
    failures: row.failures,
    pending: row.pending,
  }));
}

/** Returns items of a state, latest fetched first. */
export async function readItems(
  ctx: Context,
  { cursor, size, ...filter }: z.output<typeof itemsQuery>,
): Promise<z.infer<typeof itemsPage>> {
  const rows = await listItems(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, present);
}

/** Returns an item in full for preview, with pictures of other hosts as links. @throws notFound */
export async function readItem(ctx: Context, id: string): Promise<FeedItemDetail> {
  const row = await findItem(ctx.db, id);
  if (!row) throw notFound('没有这条来稿');
  const { html, images } = await prepareBody({ body: row.html, format: 'html' });
  return { ...present(row), html: await replaceImages(html, new Map(images.map((src) => [src, null]))) };
}

const present = (row: ItemRow): FeedItem => ({
  id: row.id,
  sourceId: row.source_id,
  sourceName: row.source_name,
  columnId: row.column_id,
  url: row.url,
  title: row.title,
  author: row.author,
  summary: row.summary,
  publishedAt: row.published_at && toIso(row.published_at),
  fetchedAt: toIso(row.fetched_at),
  state: row.state as FeedItem['state'],
  postId: row.post_id,
  decidedBy: row.decided_by_name,
});
