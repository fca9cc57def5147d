import { purge } from '#kernel/cache/purge.ts';
import { rememberedEach } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { hasMilestone, insertAgreement, insertMilestone, type NewAgreement } from './queries.ts';

/** Publishes a version of a text; a version that exists stays as it is. May be repeated. */
export async function publishAgreement(ctx: Context, agreement: NewAgreement): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await insertAgreement(trx, agreement);
    await purge(ctx, trx, ['agreements']);
  });
}

/** True for the one caller, ever, who reaches this milestone of the portal first. */
export async function reachMilestone(ctx: Context, name: string): Promise<boolean> {
  const isFirst = await insertMilestone(ctx.db, name);
  if (isFirst) await purge(ctx, ctx.db, ['milestones']);
  return isFirst;
}

/** Whether a milestone is reached. Cached, because jobs ask every second. */
export const isMilestoneReached = rememberedEach(
  8,
  () => ['milestones'],
  ({ db }, name) => hasMilestone(db, name),
);
