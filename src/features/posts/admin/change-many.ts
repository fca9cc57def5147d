import type { z } from 'zod';
import { hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, DomainError, forbidden, notFound } from '#kernel/errors.ts';
import { findAdminPost } from './admin-queries.ts';
import { binPost, unbinPost } from './bin.ts';
import type { Gate } from './gate.ts';
import { publishPost, withdrawPostAsAdmin } from './publish.ts';
import type { changeManyInput, outcomes } from './schema.ts';

type Change = z.output<typeof changeManyInput>['change'];
type Outcome = z.output<typeof outcomes>[number];

/**
 * Applies one change to many posts, each in its own transaction, in the order of `ids`. Each outcome reports the fault
 * of its own post.
 * @throws forbidden to publish or withdraw without content.publish; any error that is not the fault of a single post
 */
export async function changeMany(
  ctx: Context,
  { ids, change }: z.output<typeof changeManyInput>,
  gate: Gate,
): Promise<Outcome[]> {
  if ((change === 'publish' || change === 'withdraw') && !hasPermission(ctx.actor, 'content.publish'))
    throw forbidden();
  const outcomes: Outcome[] = [];
  for (const id of ids) outcomes.push(await changeOne(ctx, id, change, gate));
  return outcomes;
}

async function changeOne(ctx: Context, id: string, change: Change, gate: Gate): Promise<Outcome> {
  try {
    if (change === 'publish') await publishHeadVersion(ctx, id, gate);
    else if (change === 'withdraw') await withdrawPostAsAdmin(ctx, id);
    else if (change === 'delete') await binPost(ctx, id);
    else await unbinPost(ctx, id);
    return { id };
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    return { id, fault: error.message };
  }
}

/** @throws conflict also if the post was queued for review, because readers do not see the change yet */
async function publishHeadVersion(ctx: Context, id: string, gate: Gate): Promise<void> {
  const post = await findAdminPost(ctx.db, id);
  if (!post) throw notFound('没有这篇稿件');
  const { isHeld } = await publishPost(ctx, { id, base: post.head_version }, gate);
  if (isHeld) throw conflict('含有需要审核的词，已送审，通过后发布');
}
