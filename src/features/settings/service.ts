import { cachedByTagAndKey } from '#kernel/cache/cached-by-tag.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import {
  deleteMilestone,
  hasMilestone,
  insertAgreement,
  insertMilestone,
  type NewAgreement,
} from './queries.ts';

/** Milestones of a portal's data: the demo edition, begun and completely loaded, or a live portal. */
export const demoBegun = 'demo begun';
export const demoLoaded = 'demo loaded';
export const liveMilestone = 'live';

/** Publishes a version of a text; an existing version is left unchanged. Idempotent. */
export async function publishAgreement(ctx: Context, agreement: NewAgreement): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await insertAgreement(trx, agreement);
    await purge(ctx, trx, ['agreements']);
  });
}

/** Records a milestone that staff can take back, or takes it back. May be repeated. */
export async function setMilestone(ctx: Context, trx: Trx, name: string, isReached: boolean): Promise<void> {
  if (isReached) await insertMilestone(trx, name);
  else await deleteMilestone(trx, name);
  await purge(ctx, trx, ['milestones']);
}

/** Returns true only for the first caller ever to reach this milestone of the portal. */
export async function reachMilestone(ctx: Context, name: string): Promise<boolean> {
  const isFirst = await insertMilestone(ctx.db, name);
  if (isFirst) await purge(ctx, ctx.db, ['milestones']);
  return isFirst;
}

/** Whether a milestone is reached. Cached, because jobs ask every second. */
export const isMilestoneReached = cachedByTagAndKey(
  8,
  () => ['milestones'],
  ({ db }, name) => hasMilestone(db, name),
);
