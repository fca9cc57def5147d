import { LRUCache } from 'lru-cache';
import type { CacheTag } from '../../shared/cache-tags.ts';
import type { Context } from '../context.ts';
import { perTenant } from '../per-tenant.ts';

type Entry<T> = { stamp: number; value: Promise<T> };

/**
 * A read whose answer is small, the same for everyone and needed all the time (the column list): kept in the
 * application until one of its tags is purged. Asked by many at once it runs once; a failure is not kept.
 */
export function remembered<T>(tags: readonly CacheTag[], read: (ctx: Context) => Promise<T>) {
  const each = rememberedEach(1, () => tags, read);
  return (ctx: Context): Promise<T> => each(ctx, '');
}

/** The same for a read of many things: one answer for each `key`, of each tenant the `max` last used ones. */
export function rememberedEach<T>(
  max: number,
  tagsOf: (key: string) => readonly CacheTag[],
  read: (ctx: Context, key: string) => Promise<T>,
) {
  const keptOf = perTenant(() => new LRUCache<string, Entry<T>>({ max }));
  return (ctx: Context, key: string): Promise<T> => {
    const { tags } = ctx.tenant;
    const kept = keptOf(ctx.tenant);
    const stamp = tags.stamp(tagsOf(key));
    const entry = kept.get(key);
    if (entry?.stamp === stamp && tags.isListening) return entry.value;
    const value = read({ ...ctx, db: ctx.tenant.cacheDb }, key);
    kept.set(key, { stamp, value });
    value.catch(() => kept.delete(key));
    return value;
  };
}
