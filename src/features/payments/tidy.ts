import type { Context } from '#kernel/context.ts';
import { deleteOldNotices } from './queries.ts';

/** Forgets what gateways told us more than half a year ago; the money itself stands in payments and ledger. */
export const tidyPayments = (ctx: Context): Promise<void> => deleteOldNotices(ctx.db, ctx.now());
