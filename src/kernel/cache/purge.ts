import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Context, Database, Tenant, Trx } from '../context.ts';
import { maxPayloadBytes, notify } from '../db/notify.ts';

/** The NOTIFY channel for cache invalidation between processes. */
export const purgeChannel = 'guanlan_purge';

// Stands for all tags of the tenant, when the tags do not fit into one payload.
const allTags = '*';

/**
 * Invalidates these tags in the caches of every process when `trx` commits. PostgreSQL delivers the notification to all
 * listeners once per transaction.
 */
export async function purge(
  ctx: Pick<Context, 'tenant'>,
  trx: Trx | Database,
  tags: readonly CacheTag[],
): Promise<void> {
  const payload = JSON.stringify([ctx.tenant.id, ...new Set(tags)]);
  const fits = Buffer.byteLength(payload) < maxPayloadBytes;
  await notify(trx, purgeChannel, fits ? payload : JSON.stringify([ctx.tenant.id, allTags]));
}

/** Purges the tags of a notification. Triggers derive the tenant from its schema, so its id arrives in lower case. */
export function onPurge(tenants: Iterable<Tenant>, payload: string): void {
  const [id = '', ...tags] = JSON.parse(payload) as [string, ...(CacheTag | typeof allTags)[]];
  for (const tenant of tenants) {
    if (tenant.id.toLowerCase() !== id.toLowerCase()) continue;
    if (tags.includes(allTags)) tenant.tags.purgeAll();
    else tenant.tags.purge(tags.filter((tag) => tag !== allTags));
  }
}
