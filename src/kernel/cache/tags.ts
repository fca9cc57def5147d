import type { CacheTag } from '../../shared/cache-tags.ts';

// Each piece that ever changed has a tag; past this many all are forgotten and everything is made anew once.
const mostTags = 100_000;

/**
 * Tag invalidation for the caches of one tenant in one application. A reader takes a stamp of its tags before it reads
 * and caches the result only if the stamp is still current afterwards, so a change that lands meanwhile never leaves
 * the old value in a cache.
 */
export class TagGenerations {
  #epoch = 0;
  /** How often changes may have gone unheard. */
  #gaps = 0;
  #isListening = false;
  #purges = 0;
  readonly #generations = new Map<CacheTag, number>();

  /** A stamp of these tags as they are now, for `isCurrent`. */
  stamp(tags: readonly CacheTag[]): number {
    let stamp = this.#epoch + this.#gaps;
    for (const tag of tags) stamp += this.#generations.get(tag) ?? 0;
    return stamp;
  }

  /** True while none of the tags has been purged since the stamp (generations only grow, so sums tell). */
  isCurrent(tags: readonly CacheTag[], stamp: number): boolean {
    return this.stamp(tags) === stamp;
  }

  /** As `stamp`, unmoved by times in which changes may have gone unheard: good for what is shown while they may. */
  heardStamp(tags: readonly CacheTag[]): number {
    return this.stamp(tags) - this.#gaps;
  }

  /** Grows with every purge whatever its tags: unchanged, nothing at all was purged meanwhile. */
  get changes(): number {
    return this.#epoch + this.#gaps + this.#purges;
  }

  purge(tags: readonly CacheTag[]): void {
    this.#purges += tags.length;
    if (this.#generations.size > mostTags) this.#forget();
    for (const tag of tags) this.#generations.set(tag, (this.#generations.get(tag) ?? 0) + 1);
  }

  // The epoch outgrows every sum there has been, so that no old stamp is ever taken for a new one.
  #forget(): void {
    this.#epoch += this.#purges + 1;
    this.#generations.clear();
  }

  /** Everything is stale. */
  purgeAll(): void {
    this.#epoch += 1;
  }

  /** False while notifications of changes may be missed: caches must be bypassed. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** For the application's listener. Notifications may have been missed before, so everything is stale either way. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening;
    this.#gaps += 1;
  }
}
