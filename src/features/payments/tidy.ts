import type { Context } from '#kernel/context.ts';
import { deleteOldNotices } from './notice-queries.ts';
import { tidyStarts } from './starts.ts';

/** Forgets what gateways told us more than half a year ago (the money itself stands in payments and ledger), and who paid how often. */
export async function tidyPayments(ctx: Context): Promise<void> {
  await deleteOldNotices(ctx.db, ctx.now());
  await tidyStarts(ctx);
}
