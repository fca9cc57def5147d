import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Context, Database, Tenant, Trx } from '../context.ts';
import { maxPayloadBytes, notify } from '../db/notify.ts';

/** The NOTIFY channel for cache invalidation between processes. */
export const purgeChannel = 'guanlan_purge';

/** All tags of the tenant, if the tags do not fit into one payload. */
export const allTags = '*';

/**
 * Tags that no page has which a CDN may store. Triggers announce only such tags, and cannot queue a purge for the CDN
 * (`src/main/cdn.test.ts` compares them).
 */
export const isProcessTag = (tag: string): boolean =>
  /^(?:member:\d+|roles|redirects|sensitive-words|milestones)$/.test(tag);

/**
 * Invalidates these tags in the caches of every process when `trx` commits, and queues the purge for the CDN. PostgreSQL
 * delivers the notification to all listeners once per transaction.
 */
export async function purge(
  ctx: Pick<Context, 'tenant'>,
  trx: Trx | Database,
  tags: readonly CacheTag[],
): Promise<void> {
  const payload = JSON.stringify([ctx.tenant.id, ...new Set(tags)]);
  const fits = Buffer.byteLength(payload) < maxPayloadBytes;
  const pageTags = fits ? [...new Set(tags)].filter((tag) => !isProcessTag(tag)) : [allTags];
  if (ctx.tenant.hasCdn && pageTags.length > 0) await queueCdnPurge(trx, pageTags);
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

/** Queues a purge for the CDN, in the transaction of the change (`src/features/cdn` sends it). */
async function queueCdnPurge(db: Database | Trx, tags: readonly string[]): Promise<void> {
  await db
    .insertInto('cdn_purges')
    .values({ tags: [...tags] })
    .execute();
}
