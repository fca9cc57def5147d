import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { deleteReplacedVersions, type VersionPosition } from './admin-queries.ts';

/** How long a version stays after another replaced it. */
const versionDays = 60;
const batchSize = 1000;
/** Bounds a night's work; what is left follows the next night from the start. */
const maxBatches = 2000;

/**
 * Deletes versions that were replaced 60 days ago (docs/product.md §16), in batches of one transaction each. May be
 * repeated.
 * @returns the number of versions
 */
export async function deleteOldVersions(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - versionDays * dayMs);
  let total = 0;
  let after: VersionPosition | undefined;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { deleted, last } = await inTransaction(ctx, (trx) =>
      deleteReplacedVersions(trx, before, after, batchSize),
    );
    total += deleted;
    if (!last) break;
    after = last;
  }
  return total;
}
