import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { hasBoundary, insertAdverts, type NewAdvert } from './queries.ts';
import { advertsTag } from './reads.ts';

/** Adds adverts; pages follow at once. */
export async function addAdverts(ctx: Context, adverts: NewAdvert[]): Promise<void> {
  if (adverts.length === 0) return;
  await inTransaction(ctx, async (trx) => {
    await insertAdverts(trx, adverts);
    await purge(ctx, trx, [advertsTag]);
  });
}

/** Empties the pages that show adverts when one began or ended since `from`. */
export async function followAdvertPeriods(ctx: Context, from: Date): Promise<void> {
  if (await hasBoundary(ctx.db, from, ctx.now())) await purge(ctx, ctx.db, [advertsTag]);
}
