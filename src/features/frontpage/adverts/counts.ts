import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayOf } from '#shared/dates.ts';
import { addCounts } from './count-queries.ts';

type Counts = Map<string, { impressions: number; clicks: number }>;
type Waiting = { counts: Counts; settle: PromiseWithResolvers<void> };

/*
 * Group commit, as views are counted: while one batch is being written the next one gathers, and each caller is
 * answered when theirs has committed.
 */
const pending = new Map<string, Waiting>();
const writing = new Set<string>();

/** Counts adverts that a reader's page showed and that were pressed, for this Shanghai day. Unknown ids are passed by. */
export async function countAdverts(
  ctx: Context,
  { seen, clicked }: { seen: readonly string[]; clicked: readonly string[] },
): Promise<true> {
  if (seen.length === 0 && clicked.length === 0) return true;
  const tenantId = ctx.tenant.id;
  const batch = pending.get(tenantId) ?? { counts: new Map(), settle: Promise.withResolvers<void>() };
  pending.set(tenantId, batch);
  for (const id of seen) countOf(batch.counts, id).impressions += 1;
  for (const id of clicked) countOf(batch.counts, id).clicks += 1;
  if (!writing.has(tenantId)) void writeBatches(ctx);
  await batch.settle.promise;
  return true;
}

function countOf(counts: Counts, id: string) {
  const count = counts.get(id) ?? { impressions: 0, clicks: 0 };
  counts.set(id, count);
  return count;
}

async function writeBatches(ctx: Context): Promise<void> {
  const tenantId = ctx.tenant.id;
  writing.add(tenantId);
  for (let batch = pending.get(tenantId); batch; batch = pending.get(tenantId)) {
    pending.delete(tenantId);
    const { counts, settle } = batch;
    await inTransaction(ctx, (trx) => addCounts(trx, counts, dayOf(ctx.now()))).then(
      settle.resolve,
      settle.reject,
    );
  }
  writing.delete(tenantId);
}
