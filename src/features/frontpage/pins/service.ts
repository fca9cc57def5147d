import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { columnRows, requireColumn } from '#features/columns/index.ts';
import { titleForStaff } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';
import type { addInput, arrangeInput, saveInput } from './schema.ts';

// More pins would push new posts out of sight.
const maxPinsPerScope = 10;

/**
 * Pins a published post before all others of a place.
 * @throws forbidden for a post outside the caller's columns; conflict; invalid; notFound
 */
export async function addPin(
  ctx: Context,
  { columnId, postId, startsAt, endsAt }: z.output<typeof addInput>,
): Promise<{ id: string }> {
  const from = startsAt ?? ctx.now();
  if (endsAt && endsAt <= from) throw invalid('结束时间应晚于开始时间', 'endsAt');
  const column = columnId === null ? null : (await columnRows(ctx)).find(({ id }) => id === columnId);
  if (column === undefined) throw invalid('栏目不存在', 'columnId');
  return inTransaction(ctx, async (trx) => {
    await queries.lockPins(trx);
    const post = await queries.findPinnable(trx, postId);
    if (!post) throw notFound('没有这篇稿件');
    await requireColumn(ctx, post.column_id);
    if (post.state !== 'published')
      throw conflict(`《${titleForStaff(ctx.actor, post)}》还没有发布，发布后才能置顶`);
    if (column && post.column_id !== column.id)
      throw invalid(`《${post.title}》不在“${column.name}”里，只能在它自己的栏目或首页置顶`);
    const running = (await queries.listAdminPins(trx, columnId)).filter(
      ({ ends_at }) => ends_at === null || ends_at > ctx.now(),
    );
    if (running.length >= maxPinsPerScope) throw conflict(`一处最多置顶 ${maxPinsPerScope} 篇，请先取消一篇`);
    const pin = { column_id: columnId, post_id: postId, starts_at: from, ends_at: endsAt };
    const id = await queries.insertPin(trx, pin);
    if (id === undefined) throw conflict(`《${post.title}》已经在这里置顶了，可以直接改时间`);
    const after = { title: post.title, columnId, ...periodOf(pin) };
    await recordPinAction(ctx, trx, { action: 'pin.add', target: `pin:${id}`, after });
    return { id };
  });
}

/**
 * Changes a pin's period.
 * @throws forbidden as addPin; notFound
 */
export async function savePin(
  ctx: Context,
  { id, startsAt, endsAt }: z.output<typeof saveInput>,
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.findPin(trx, id);
    if (!before) throw notFound('没有这条置顶，可能已被取消');
    await requireColumnOfPin(ctx, trx, before.post_id);
    const period = { starts_at: startsAt, ends_at: endsAt };
    await queries.updatePin(trx, id, period);
    await recordPinAction(ctx, trx, {
      action: 'pin.save',
      target: `pin:${id}`,
      before: periodOf(before),
      after: periodOf(period),
    });
  });
  return true;
}

/**
 * Orders a place's pins.
 * @throws forbidden if a post is outside the caller's columns; conflict if the place has other pins by now
 */
export async function arrangePins(
  ctx: Context,
  { columnId, ids }: z.output<typeof arrangeInput>,
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    await queries.lockPins(trx);
    const pins = await queries.listAdminPins(trx, columnId);
    await requireColumn(ctx, ...pins.map(({ post_column_id }) => post_column_id));
    const before = pins.map(({ id }) => id);
    const given = new Set(ids);
    if (given.size !== ids.length || ids.length !== before.length || !before.every((id) => given.has(id)))
      throw conflict('这里的置顶刚被别人改过，请在最新的次序上再排');
    await queries.orderPins(trx, ids);
    await recordPinAction(ctx, trx, {
      action: 'pin.arrange',
      target: `pin:${columnId === null ? 'home' : `column-${columnId}`}`,
      before: { ids: before },
      after: { ids },
    });
  });
  return true;
}

/**
 * Removes a pin; the post appears at its date again.
 * @throws forbidden as addPin; notFound
 */
export async function removePin(ctx: Context, id: string): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await queries.findPin(trx, id);
    if (!before) throw notFound('没有这条置顶，可能已被取消');
    await requireColumnOfPin(ctx, trx, before.post_id);
    await queries.deletePin(trx, id);
    await recordPinAction(ctx, trx, {
      action: 'pin.remove',
      target: `pin:${id}`,
      before: { postId: before.post_id, columnId: before.column_id, ...periodOf(before) },
    });
  });
  return true;
}

/** Invalidates the pages that show pins if one began or ended since `from`. */
export async function purgeAtPinBoundary(ctx: Context, from: Date): Promise<void> {
  if (await queries.hasPinBoundary(ctx.db, from, ctx.now())) await purge(ctx, ctx.db, ['pins']);
}

async function requireColumnOfPin(ctx: Context, trx: Trx, postId: string): Promise<void> {
  const post = await queries.findPinnable(trx, postId);
  if (post) await requireColumn(ctx, post.column_id);
}

async function recordPinAction(
  ctx: Context,
  trx: Trx,
  action: Parameters<typeof recordAction>[2],
): Promise<void> {
  await purge(ctx, trx, ['pins']);
  await recordAction(ctx, trx, action);
}

const periodOf = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date | null }) => ({
  startsAt: toIso(starts_at),
  endsAt: ends_at && toIso(ends_at),
});
