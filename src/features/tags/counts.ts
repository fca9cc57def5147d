import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { deleteOldTagChanges } from './change-queries.ts';
import { foldTagDeltas, hasTagDeltas, lockTagCounts, recountTags } from './queries.ts';

/** More than an import adds within a second. */
const maxPerFold = 50_000;
const keptDays = 30;

/**
 * Adds the changes that triggers have logged since the last call to the counts of tags. Runs once a second, so a count is
 * at most that old, and saving a post never waits for the count of a tag that another post changes too.
 */
export async function foldTagCounts(ctx: Context): Promise<void> {
  if (!(await hasTagDeltas(ctx.db))) return;
  await inTransaction(ctx, async (trx) => {
    await lockTagCounts(trx);
    if (await foldTagDeltas(trx, maxPerFold)) await purge(ctx, trx, ['tags']);
  });
}

/** Counts all tags again, because an archive of an older version restores none, and deletes finished changes. */
export async function tidyTags(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (trx) => {
    await lockTagCounts(trx);
    await recountTags(trx);
    await purge(ctx, trx, ['tags']);
  });
  await deleteOldTagChanges(ctx.db, new Date(ctx.now().getTime() - keptDays * dayMs));
}
