import { LRUCache } from 'lru-cache';
import { generations, isFollowingChanges, tenantTags } from './purge.ts';

type Kept = { answer: object; untilMs: number; tags: string[]; stamp: number };

type Question<T> = {
  tenantId: string;
  key: string;
  /** What the answer hangs on besides time. */
  tagsOf: (answer: T) => readonly string[];
  read: () => Promise<T>;
};

/**
 * Keeps answers that are the same for everyone who asks here and may be `ms` old (rankings hang on views, which
 * change all the time), for at most that long and until a tag of what they hold is purged. The tags are known
 * only with the answer, so one is not kept if anything at all was purged while it was read.
 * @param most answers kept; the least recently used goes first
 */
export function keepFor(ms: number, most: number) {
  const kept = new LRUCache<string, Kept>({ max: most });
  return async <T extends object>({ tenantId, key, tagsOf, read }: Question<T>): Promise<T> => {
    const name = `${tenantId} ${key}`;
    const found = kept.get(name);
    const isGood = found && isFollowingChanges() && found.untilMs > Date.now();
    if (isGood && generations.isCurrent(found.tags, found.stamp)) return found.answer as T;
    const before = generations.changes;
    const untilMs = Date.now() + ms;
    const answer = await read();
    if (isFollowingChanges() && generations.changes === before) {
      const tags = tenantTags(tenantId, tagsOf(answer));
      kept.set(name, { answer, untilMs, tags, stamp: generations.stamp(tags) });
    }
    return answer;
  };
}
