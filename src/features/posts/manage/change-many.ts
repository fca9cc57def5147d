import type { z } from 'zod';
import { hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, DomainError, forbidden, notFound } from '#kernel/errors.ts';
import { findAdminPost } from './admin-queries.ts';
import { binPost, unbinPost } from './bin.ts';
import type { Gate } from './gate.ts';
import { publishPost, withdrawPostAsAdmin } from './publish.ts';
import type { changeManyInput, outcomes } from './schema.ts';
import { requireInScope, requireOwnColumn } from './scope.ts';

type Change = z.output<typeof changeManyInput>['change'];
type Outcome = z.output<typeof outcomes>[number];
type Undo = NonNullable<Outcome['undo']>;

/**
 * Applies one change to many posts, each in its own transaction, in the order of `ids`. Each outcome reports the fault
 * of its own post, or how to undo the change.
 * @throws forbidden to publish or withdraw without content.publish; any error that is not the fault of a single post
 */
export async function changeMany(
  ctx: Context,
  { ids, change }: z.output<typeof changeManyInput>,
  gate: Gate,
): Promise<Outcome[]> {
  if ((change === 'publish' || change === 'withdraw') && !hasPermission(ctx.actor, 'content.publish'))
    throw forbidden();
  return eachOutcome(
    ids.map((id) => ({ id })),
    ({ id }) => changeOne(ctx, id, change, gate),
  );
}

/** Runs `act` for one item after the other. An error that concerns one item becomes the fault of its outcome. */
export async function eachOutcome<T extends { id: string }>(
  items: readonly T[],
  act: (item: T) => Promise<Undo | undefined>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const item of items) {
    const { id } = item;
    try {
      const undo = await act(item);
      outcomes.push(undo ? { id, undo } : { id });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      outcomes.push({ id, fault: error.message });
    }
  }
  return outcomes;
}

async function changeOne(ctx: Context, id: string, change: Change, gate: Gate): Promise<Undo | undefined> {
  await requireInScope(ctx, id);
  await requireOwnColumn(ctx, id);
  if (change === 'delete') await binPost(ctx, id);
  if (change === 'undelete') await unbinPost(ctx, id);
  if (change === 'delete' || change === 'undelete') return undefined;
  const before = await findAdminPost(ctx.db, id);
  if (!before) throw notFound('没有这篇稿件');
  if (change === 'publish') await publishHeadVersion(ctx, { id, base: before.head_version }, gate);
  else await withdrawPostAsAdmin(ctx, id);
  const after = await findAdminPost(ctx.db, id);
  return {
    id,
    state: before.state as Undo['state'],
    at: before.published_at?.toISOString() ?? null,
    before: { head: before.head_version, live: before.live_version },
    after: { head: after?.head_version ?? 0, live: after?.live_version ?? 0 },
  };
}

/** @throws conflict also if the post was queued for review, because readers do not see the change yet */
async function publishHeadVersion(
  ctx: Context,
  post: { id: string; base: number },
  gate: Gate,
): Promise<void> {
  const { isHeld } = await publishPost(ctx, post, gate);
  if (isHeld) throw conflict('含有需要审核的词，已送审，通过后发布');
}
