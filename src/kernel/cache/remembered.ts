import type { Context } from '../context.ts';
import { generations, isFollowingChanges, tenantTags } from './purge.ts';

type Entry<T> = { stamp: number; value: Promise<T> };

/**
 * A read whose answer is small, the same for everyone and needed all the time (the column list): kept in the
 * process until one of its tags is purged. Asked by many at once it runs once; a failure is not kept.
 */
export function remembered<T>(tags: readonly string[], read: (ctx: Context) => Promise<T>) {
  const kept = new Map<string, Entry<T>>();
  return (ctx: Context): Promise<T> => {
    const scoped = tenantTags(ctx.tenant.id, tags);
    const stamp = generations.stamp(scoped);
    const entry = kept.get(ctx.tenant.id);
    if (entry?.stamp === stamp && isFollowingChanges()) return entry.value;
    const value = read(ctx);
    kept.set(ctx.tenant.id, { stamp, value });
    value.catch(() => kept.delete(ctx.tenant.id));
    return value;
  };
}
