import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { prepareBody } from '#features/posts/index.ts';
import { memberOf } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import * as queries from './queries.ts';
import type { createInput } from './schema.ts';

/** Writes the next version of a place's notice; readers see it once it is put up. @throws invalid for an empty text */
export async function createKnow(
  ctx: Context,
  { place, title, body }: z.output<typeof createInput>,
): Promise<{ id: string; version: number }> {
  const text = await prepareBody({ body, format: 'html' });
  if (text.wordCount === 0) throw invalid('请填写须知内容（body）');
  const created_by = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  return inTransaction(ctx, async (trx) => {
    await queries.lockPlace(trx, place);
    const made = await queries.insertKnow(trx, { place, title, body: text.html, created_by });
    const after = { place, version: made.version, title };
    await recordAction(ctx, trx, { action: 'know.create', target: `know:${made.id}`, after });
    return made;
  });
}

/** What readers would see of a text: the very cleaning that a saved one goes through. */
export const previewKnow = async (body: string): Promise<{ body: string }> => ({
  body: (await prepareBody({ body, format: 'html' })).html,
});

/** Puts a version up at its place, in place of what stood there; everybody is asked once more. May be repeated. */
export const publishKnow = (ctx: Context, id: string): Promise<boolean> => stand(ctx, id, true);

/** Takes a version down. May be repeated. @throws notFound */
export const withdrawKnow = (ctx: Context, id: string): Promise<boolean> => stand(ctx, id, false);

async function stand(ctx: Context, id: string, isLive: boolean): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const known = await queries.findKnow(trx, id);
    if (!known) throw notFound('没有这个须知版本');
    await queries.lockPlace(trx, known.place);
    const before = await queries.findKnow(trx, id);
    if (before?.is_live === isLive) return;
    await queries.setLive(trx, known.place, isLive ? id : null);
    await purge(ctx, trx, ['know']);
    await recordAction(ctx, trx, {
      action: isLive ? 'know.publish' : 'know.withdraw',
      target: `know:${id}`,
      before: { isLive: !isLive },
      after: { isLive, place: known.place, version: known.version },
    });
  });
  return true;
}

/** Keeps that the caller has read this version. May be repeated. @throws notFound */
export async function acknowledgeKnow(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await queries.findKnow(trx, id))) throw notFound('没有这个须知，可能已更新，请刷新后再看');
    await queries.insertAcknowledgement(trx, memberId, id);
  });
  return true;
}

/** A deleted member leaves nothing here. */
export async function forgetMemberKnow(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await queries.deleteAcknowledgements(trx, memberId);
}
