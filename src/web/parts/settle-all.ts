/** The results of concurrent requests; null for each that failed. */
export type SettledAll<A extends Record<string, Promise<unknown>>> = { [K in keyof A]: Awaited<A[K]> | null };

/**
 * Waits for all requests; each may fail without affecting the others. @throws the first failure if all of them failed
 */
export async function settleAll<A extends Record<string, Promise<unknown>>>(
  requests: A,
): Promise<SettledAll<A>> {
  const names = Object.keys(requests);
  const outcomes = await Promise.allSettled(Object.values(requests));
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failures.length === outcomes.length && failures[0]) throw failures[0].reason;
  const values = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as SettledAll<A>;
}

/** Resolves to null if the request fails: for a secondary part of a page. */
export const orNull = <T>(request: Promise<T>): Promise<T | null> => request.catch(() => null);

/** Thrown by a page's `load` when its address names nothing; the shell then shows the 404 page. */
export function notFoundError(message = '页面不存在或已下架'): Error & { status: 404 } {
  return Object.assign(new Error(message), { status: 404 } as const);
}
