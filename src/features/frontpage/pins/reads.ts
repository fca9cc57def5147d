import { columnRows } from '#features/columns/index.ts';
import { presentByIds, titleForStaff } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { type AdminPinRow, listAdminPins, listPins } from './queries.ts';
import type { AdminPin } from './schema.ts';

const currentPins = cachedByTag(['pins'], (ctx: Context) => listPins(ctx.db, ctx.now()));

/**
 * Lists the posts pinned now on the home page or in a column, as every list shows them: unpublished ones are left out,
 * locked ones appear as teasers. Leaves out a post that was moved to another column.
 */
export async function listPinned(ctx: Context, columnId: string | undefined): Promise<PostRecord[]> {
  const now = ctx.now();
  const scope = columnId ?? null;
  const running = (await currentPins(ctx)).filter(
    (pin) => pin.column_id === scope && pin.starts_at <= now && (pin.ends_at === null || pin.ends_at > now),
  );
  if (running.length === 0) return [];
  const records = await presentByIds(
    ctx,
    running.map(({ post_id }) => post_id),
  );
  return scope === null ? records : records.filter((record) => record.columnId === scope);
}

/** Lists the pins of a place in their order, whatever their period. */
export async function listForAdmin(ctx: Context, columnId: string | undefined): Promise<AdminPin[]> {
  const [rows, columns] = await Promise.all([listAdminPins(ctx.db, columnId ?? null), columnRows(ctx)]);
  const names = new Map(columns.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    postId: row.post_id,
    title: titleForStaff(ctx.actor, { ...row, id: row.post_id }),
    columnName: names.get(row.post_column_id) ?? '',
    startsAt: toIso(row.starts_at),
    endsAt: row.ends_at && toIso(row.ends_at),
    state: stateOf(row, ctx.now()),
  }));
}

function stateOf(row: AdminPinRow, now: Date): AdminPin['state'] {
  if (row.ends_at && row.ends_at <= now) return 'ended';
  const isElsewhere = row.column_id !== null && row.column_id !== row.post_column_id;
  if (row.state !== 'published' || isElsewhere) return 'hidden';
  return row.starts_at > now ? 'waiting' : 'running';
}
