/**
 * Generations of tags in this process. What is made from data notes the generation of its tags before it
 * reads, and is kept only if none has changed when it is done: so a change that lands while something is being
 * made can never leave the old thing in a cache.
 */
export class TagGenerations {
  #epoch = 0;
  readonly #generations = new Map<string, number>();

  /** A stamp of these tags as they are now, for `isCurrent`. */
  stamp(tags: readonly string[]): number {
    let stamp = this.#epoch;
    for (const tag of tags) stamp += this.#generations.get(tag) ?? 0;
    return stamp;
  }

  /** True while none of the tags has been purged since the stamp (generations only grow, so sums tell). */
  isCurrent(tags: readonly string[], stamp: number): boolean {
    return this.stamp(tags) === stamp;
  }

  purge(tags: readonly string[]): void {
    for (const tag of tags) this.#generations.set(tag, (this.#generations.get(tag) ?? 0) + 1);
  }

  /** Everything is stale: news of changes may have been missed. */
  purgeAll(): void {
    this.#epoch += 1;
  }
}
