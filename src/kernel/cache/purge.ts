import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Context, Database, Tenant, Trx } from '../context.ts';
import { longestPayload, notify } from '../db/notify.ts';

/** The channel on which processes tell each other what has become stale. */
export const purgeChannel = 'guanlan_purge';

// More tags than a payload holds mean "everything of this tenant".
const everything = '*';

/**
 * Announces, with the commit of `trx`, that what was made from these tags is stale in every process of the
 * house. Delivered once for a transaction, at commit, to all listeners.
 */
export async function purge(
  ctx: Pick<Context, 'tenant'>,
  trx: Trx | Database,
  tags: readonly CacheTag[],
): Promise<void> {
  const payload = JSON.stringify([ctx.tenant.id, ...new Set(tags)]);
  const fits = Buffer.byteLength(payload) < longestPayload;
  await notify(trx, purgeChannel, fits ? payload : JSON.stringify([ctx.tenant.id, everything]));
}

/** Purges the tags that a notification names. Triggers know a tenant by its schema, so its id comes in lower case. */
export function hearPurge(tenants: Iterable<Tenant>, payload: string): void {
  const [id = '', ...tags] = JSON.parse(payload) as [string, ...(CacheTag | typeof everything)[]];
  for (const tenant of tenants) {
    if (tenant.id.toLowerCase() !== id.toLowerCase()) continue;
    if (tags.includes(everything)) tenant.tags.purgeAll();
    else tenant.tags.purge(tags.filter((tag) => tag !== everything));
  }
}
