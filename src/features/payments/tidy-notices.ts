import type { Context } from '#kernel/context.ts';
import { deleteOldNotices } from './queries.ts';

/** Deletes notices older than half a year; payments and ledger keep the money's record. */
export const tidyNotices = (ctx: Context): Promise<void> => deleteOldNotices(ctx.db, ctx.now());
