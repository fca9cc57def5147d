import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { groupCommit } from '#kernel/group-commit.ts';
import { dayOf } from '#shared/dates.ts';
import { addCounts } from './count-queries.ts';

type Counts = Map<string, { impressions: number; clicks: number }>;

const commitCounts = groupCommit(
  (): Counts => new Map(),
  (ctx, counts) => inTransaction(ctx, (trx) => addCounts(trx, counts, dayOf(ctx.now()))),
);

/** Counts adverts that a reader's page showed and that were pressed, for this Shanghai day. Unknown ids are passed by. */
export async function countAdverts(
  ctx: Context,
  { seen, clicked }: { seen: readonly string[]; clicked: readonly string[] },
): Promise<true> {
  if (seen.length === 0 && clicked.length === 0) return true;
  await commitCounts(ctx, (counts) => {
    for (const id of seen) countOf(counts, id).impressions += 1;
    for (const id of clicked) countOf(counts, id).clicks += 1;
  });
  return true;
}

function countOf(counts: Counts, id: string) {
  const count = counts.get(id) ?? { impressions: 0, clicks: 0 };
  counts.set(id, count);
  return count;
}
