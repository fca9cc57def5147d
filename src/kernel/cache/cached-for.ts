import { LRUCache } from 'lru-cache';
import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Tenant } from '../context.ts';
import { perTenant } from '../per-tenant.ts';

type CacheEntry = { answer: object; untilMs: number; tags: CacheTag[]; stamp: number };

type CachedRead<T> = {
  tenant: Tenant;
  key: string;
  /** The tags of the data in the answer. */
  tagsOf: (answer: T) => readonly CacheTag[];
  read: () => Promise<T>;
};

/**
 * Caches answers that are the same for all callers and may be stale for a while, such as rankings, which depend on
 * ever-changing view counts. An answer expires after `ms`, or when one of its tags is purged. The tags are known only
 * from the answer, so an answer is not cached if any tag at all was purged during the read.
 * @param max cached answers per tenant, least recently used evicted first
 */
export function cachedFor(ms: number, max: number) {
  const cacheOf = perTenant(() => new LRUCache<string, CacheEntry>({ max }));
  return async <T extends object>({ tenant, key, tagsOf, read }: CachedRead<T>): Promise<T> => {
    const cache = cacheOf(tenant);
    const entry = cache.get(key);
    const isFresh = entry && tenant.tags.isListening && entry.untilMs > Date.now();
    if (isFresh && tenant.tags.isCurrent(entry.tags, entry.stamp)) return entry.answer as T;
    const changesBefore = tenant.tags.changes;
    const untilMs = Date.now() + ms;
    const answer = await read();
    if (tenant.tags.isListening && tenant.tags.changes === changesBefore) {
      const tags = [...tagsOf(answer)];
      cache.set(key, { answer, untilMs, tags, stamp: tenant.tags.stamp(tags) });
    }
    return answer;
  };
}
