import { LRUCache } from 'lru-cache';
import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Context } from '../context.ts';
import { perTenant } from '../per-tenant.ts';

type Entry<T> = { stamp: number; value: Promise<T> };

/**
 * Caches a small, frequently used read whose answer is the same for everyone (the column list) in the process until one
 * of its tags is purged. Single flight: concurrent callers share one read. A failed read is not cached.
 */
export function cachedByTag<T>(tags: readonly CacheTag[], read: (ctx: Context) => Promise<T>) {
  const readCached = cachedByTagAndKey(1, () => tags, read);
  return (ctx: Context): Promise<T> => readCached(ctx, '');
}

/** Caches like `cachedByTag`, with one answer per `key`. Keeps the `max` most recently used answers of each tenant. */
export function cachedByTagAndKey<T>(
  max: number,
  tagsOf: (key: string) => readonly CacheTag[],
  read: (ctx: Context, key: string) => Promise<T>,
) {
  const cacheOf = perTenant(() => new LRUCache<string, Entry<T>>({ max }));
  return (ctx: Context, key: string): Promise<T> => {
    const { tags } = ctx.tenant;
    const cache = cacheOf(ctx.tenant);
    const stamp = tags.stamp(tagsOf(key));
    const entry = cache.get(key);
    if (entry?.stamp === stamp && tags.isListening) return entry.value;
    const value = read({ ...ctx, db: ctx.tenant.cacheDb }, key);
    cache.set(key, { stamp, value });
    value.catch(() => cache.delete(key));
    return value;
  };
}
