import type { Context } from '#kernel/context.ts';
import { flushRedirectHits } from './count-hits.ts';
import { flushMissing } from './count-missing.ts';

/** Writes the hits of redirects and the addresses that nothing answered since the last call. */
export async function flushRedirectCounts(ctx: Context): Promise<void> {
  await flushRedirectHits(ctx);
  await flushMissing(ctx);
}
