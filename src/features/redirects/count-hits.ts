import type { Context } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { addHits } from './queries.ts';

/**
 * Hits since the last flush, which runs once a second. A process that dies loses that second; a redirect does not wait
 * for its count.
 */
const pending = perTenant(() => ({ hits: new Map<string, number>() }));

export function countRedirectHit({ tenant }: Context, id: string): void {
  const { hits } = pending(tenant);
  hits.set(id, (hits.get(id) ?? 0) + 1);
}

/** Writes the collected hits in one statement. */
export async function flushRedirectHits(ctx: Context): Promise<void> {
  const state = pending(ctx.tenant);
  const { hits } = state;
  if (hits.size === 0) return;
  state.hits = new Map();
  await addHits(ctx.db, hits, ctx.now());
}
