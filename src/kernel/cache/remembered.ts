import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { generations, isFollowingChanges, tenantTags } from './purge.ts';

type Entry<T> = { stamp: number; value: Promise<T> };

/**
 * A read whose answer is small, the same for everyone and needed all the time (the column list): kept in the
 * process until one of its tags is purged. Asked by many at once it runs once; a failure is not kept.
 */
export function remembered<T>(tags: readonly string[], read: (ctx: Context) => Promise<T>) {
  const each = rememberedEach(mostTenants, () => tags, read);
  return (ctx: Context): Promise<T> => each(ctx, '');
}

/** The same for a read of many things: one answer for each `key`, the `most` last used of them. */
export function rememberedEach<T>(
  most: number,
  tagsOf: (key: string) => readonly string[],
  read: (ctx: Context, key: string) => Promise<T>,
) {
  const kept = new LRUCache<string, Entry<T>>({ max: most });
  return (ctx: Context, key: string): Promise<T> => {
    const stamp = generations.stamp(tenantTags(ctx.tenant.id, tagsOf(key)));
    const place = `${ctx.tenant.id}/${key}`;
    const entry = kept.get(place);
    if (entry?.stamp === stamp && isFollowingChanges()) return entry.value;
    const value = read(ctx, key);
    kept.set(place, { stamp, value });
    value.catch(() => kept.delete(place));
    return value;
  };
}

const mostTenants = 1000;
