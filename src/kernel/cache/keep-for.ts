import { LRUCache } from 'lru-cache';
import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Tenant } from '../context.ts';
import { perTenant } from '../per-tenant.ts';

type Kept = { answer: object; untilMs: number; tags: CacheTag[]; stamp: number };

type Question<T> = {
  tenant: Tenant;
  key: string;
  /** What the answer hangs on besides time. */
  tagsOf: (answer: T) => readonly CacheTag[];
  read: () => Promise<T>;
};

/**
 * Keeps answers that are the same for everyone who asks here and may be `ms` old (rankings hang on views, which
 * change all the time), for at most that long and until a tag of what they hold is purged. The tags are known
 * only with the answer, so one is not kept if anything at all was purged while it was read.
 * @param max answers kept for a tenant; the least recently used goes first
 */
export function keepFor(ms: number, max: number) {
  const keptOf = perTenant(() => new LRUCache<string, Kept>({ max }));
  return async <T extends object>({ tenant, key, tagsOf, read }: Question<T>): Promise<T> => {
    const kept = keptOf(tenant);
    const found = kept.get(key);
    const isGood = found && tenant.tags.isListening && found.untilMs > Date.now();
    if (isGood && tenant.tags.isCurrent(found.tags, found.stamp)) return found.answer as T;
    const before = tenant.tags.changes;
    const untilMs = Date.now() + ms;
    const answer = await read();
    if (tenant.tags.isListening && tenant.tags.changes === before) {
      const tags = [...tagsOf(answer)];
      kept.set(key, { answer, untilMs, tags, stamp: tenant.tags.stamp(tags) });
    }
    return answer;
  };
}
