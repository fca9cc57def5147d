/** What became of asks that ran at once: the answers, null where one failed. */
export type Settled<A extends Record<string, Promise<unknown>>> = { [K in keyof A]: Awaited<A[K]> | null };

/**
 * Waits for all; each may fail without the others.
 * @throws the first failure when nothing at all arrived
 */
export async function settleAll<A extends Record<string, Promise<unknown>>>(asks: A): Promise<Settled<A>> {
  const names = Object.keys(asks);
  const outcomes = await Promise.allSettled(Object.values(asks));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failures.length === outcomes.length && failures[0]) throw failures[0].reason;
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
  return Object.fromEntries(names.map((name, place) => [name, values[place]])) as Settled<A>;
}

/** Its answer, or null when it failed: for a part beside the one that matters. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);

/** What a page's `load` throws when its address names nothing: the shell shows its 404. */
export function missing(message = '页面不存在或已下架'): Error & { status: 404 } {
  return Object.assign(new Error(message), { status: 404 } as const);
}
