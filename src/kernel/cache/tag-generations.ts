import type { CacheTag } from '../../shared/cache-tags.ts';

// Every changed post adds a tag. Past this number all generations are forgotten, so every cached value becomes stale.
const maxTags = 100_000;

/**
 * Tag invalidation for the caches of one tenant in one application. A reader takes a stamp of its tags before it reads
 * and caches the result only if the stamp is still current afterwards, so a change that lands meanwhile never leaves
 * the old value in a cache.
 */
export class TagGenerations {
  #epoch = 0;
  /** How many times notifications may have been missed. */
  #gaps = 0;
  #isListening = false;
  #purges = 0;
  readonly #generations = new Map<CacheTag, number>();
  readonly #listeners = new Map<CacheTag, (() => void)[]>();

  /** Returns the current stamp of these tags, for `isCurrent`. */
  stamp(tags: readonly CacheTag[]): number {
    let stamp = this.#epoch + this.#gaps;
    for (const tag of tags) stamp += this.#generations.get(tag) ?? 0;
    return stamp;
  }

  /** Returns whether none of the tags was purged since the stamp. Generations only grow, so sums can be compared. */
  isCurrent(tags: readonly CacheTag[], stamp: number): boolean {
    return this.stamp(tags) === stamp;
  }

  /** Like `stamp`, but ignores periods in which notifications may have been missed; for values served stale. */
  purgeStamp(tags: readonly CacheTag[]): number {
    return this.stamp(tags) - this.#gaps;
  }

  /** Grows with every purge of any tag. If it is unchanged, nothing was purged in between. */
  get changes(): number {
    return this.#epoch + this.#gaps + this.#purges;
  }

  purge(tags: readonly CacheTag[]): void {
    this.#purges += tags.length;
    if (this.#generations.size > maxTags) this.#forget();
    for (const tag of tags) this.#generations.set(tag, (this.#generations.get(tag) ?? 0) + 1);
    for (const tag of tags) for (const run of this.#listeners.get(tag) ?? []) run();
  }

  /** Calls `run` with every purge of this tag, and when one may have been missed. */
  listen(tag: CacheTag, run: () => void): void {
    this.#listeners.set(tag, [...(this.#listeners.get(tag) ?? []), run]);
  }

  #runAllListeners(): void {
    for (const listeners of this.#listeners.values()) for (const run of listeners) run();
  }

  // The epoch grows beyond every previous sum, so an old stamp never equals a new one.
  #forget(): void {
    this.#epoch += this.#purges + 1;
    this.#generations.clear();
  }

  /** Makes everything stale. */
  purgeAll(): void {
    this.#epoch += 1;
    this.#runAllListeners();
  }

  /** Returns false while notifications of changes may be missed; caches must be bypassed then. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Called by the process's listener. Either way notifications may have been missed before, so everything is stale. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.#gaps += 1;
    if (isListening) this.#runAllListeners();
  }
}
