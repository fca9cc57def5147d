import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { prepareBody } from '#features/posts/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import * as queries from './queries.ts';
import type { createInput } from './schema.ts';

/**
 * Creates the next version of a place's notice; readers see it once it is published.
 * @throws invalid for an empty text
 */
export async function createKnow(
  ctx: Context,
  { place, title, body }: z.output<typeof createInput>,
): Promise<{ id: string; version: number }> {
  const text = await prepareBody({ body, format: 'html' });
  if (text.wordCount === 0) throw invalid('请填写须知内容', 'body');
  const created_by = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  return inTransaction(ctx, async (trx) => {
    await queries.lockPlace(trx, place);
    const created = await queries.insertKnow(trx, { place, title, body: text.html, created_by });
    const after = { place, version: created.version, title };
    await recordAction(ctx, trx, { action: 'know.create', target: `know:${created.id}`, after });
    return created;
  });
}

/** Returns a text as readers would see it, sanitised exactly like a saved one. */
export const previewKnow = async (body: string): Promise<{ body: string }> => ({
  body: (await prepareBody({ body, format: 'html' })).html,
});

/**
 * Publishes a version in place of the live one; everyone is asked to acknowledge it again. May be repeated.
 * @throws notFound
 */
export const publishKnow = (ctx: Context, id: string): Promise<boolean> => setKnowLive(ctx, id, true);

/**
 * Withdraws a version. May be repeated.
 * @throws notFound
 */
export const withdrawKnow = (ctx: Context, id: string): Promise<boolean> => setKnowLive(ctx, id, false);

async function setKnowLive(ctx: Context, id: string, isLive: boolean): Promise<true> {
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

/**
 * Records that the caller acknowledged this version. May be repeated.
 * @throws notFound
 */
export async function acknowledgeKnow(ctx: Context, id: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await queries.findKnow(trx, id))) throw notFound('没有这个须知，可能已更新，请刷新后再看');
    await queries.insertAcknowledgement(trx, memberId, id);
  });
  return true;
}

/** Deletes the acknowledgements of a deleted member. */
export async function onMemberDeleted(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await queries.deleteAcknowledgements(trx, memberId);
}
