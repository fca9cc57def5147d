import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { insertAgreement, insertMilestone, type NewAgreement } from './queries.ts';

/** Publishes a version of a text; a version that exists stays as it is. May be repeated. */
export async function publishAgreement(ctx: Context, agreement: NewAgreement): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await insertAgreement(trx, agreement);
    await purge(ctx, trx, ['agreements']);
  });
}

/** True for the one caller, ever, who reaches this milestone of the portal first. */
export const reachMilestone = (ctx: Context, name: string): Promise<boolean> => insertMilestone(ctx.db, name);
