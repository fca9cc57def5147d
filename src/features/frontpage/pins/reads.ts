import { columnRows } from '#features/columns/index.ts';
import { presentByIds } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { type DeskPinRow, listDeskPins, listPins } from './queries.ts';
import type { DeskPin } from './schema.ts';

const current = remembered(['pins'], (ctx: Context) => listPins(ctx.db, ctx.now()));

/**
 * The pieces that stand first now, on the home page or in a column's list, as every list shows them: what is not out
 * is left out, what is locked comes as its teaser. A piece that has left the column is not at its head.
 */
export async function listPinned(ctx: Context, columnId: string | undefined): Promise<PostRecord[]> {
  const now = ctx.now();
  const place = columnId ?? null;
  const running = (await current(ctx)).filter(
    (pin) => pin.column_id === place && pin.starts_at <= now && (pin.ends_at === null || pin.ends_at > now),
  );
  if (running.length === 0) return [];
  const records = await presentByIds(
    ctx,
    running.map(({ post_id }) => post_id),
  );
  return place === null ? records : records.filter((record) => record.columnId === place);
}

/** The pins of a place in their order, whatever their period. */
export async function listForDesk(ctx: Context, columnId: string | undefined): Promise<DeskPin[]> {
  const [rows, columns] = await Promise.all([listDeskPins(ctx.db, columnId ?? null), columnRows(ctx)]);
  const names = new Map(columns.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    postId: row.post_id,
    title: row.title,
    columnName: names.get(row.post_column_id) ?? '',
    startsAt: toIso(row.starts_at),
    endsAt: row.ends_at && toIso(row.ends_at),
    state: stateOf(row, ctx.now()),
  }));
}

function stateOf(row: DeskPinRow, now: Date): DeskPin['state'] {
  if (row.ends_at && row.ends_at <= now) return 'ended';
  const isElsewhere = row.column_id !== null && row.column_id !== row.post_column_id;
  if (row.state !== 'published' || isElsewhere) return 'hidden';
  return row.starts_at > now ? 'waiting' : 'running';
}
