import type { Context, Trx } from '../context.ts';

/** Runs `work` in one transaction: either all of it is committed, or nothing. */
export const inTransaction = <T>(ctx: Context, work: (trx: Trx) => Promise<T>): Promise<T> =>
  ctx.db.transaction().execute(work);
