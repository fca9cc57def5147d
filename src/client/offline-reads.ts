/** The cache with the public posts that were read last in this browser, for the offline page. */
export const readCache = 'guanlan-read';

/** The address of a post in that cache. */
export const readKey = (id: string): string => `/offline/read/${encodeURIComponent(id)}`;

// `caches` is absent on the server and without TLS.

/** Deletes them all, because which posts a person read is not for the next one. */
export function clearOfflineReads(): void {
  void globalThis.caches?.delete(readCache).catch(() => undefined);
}

/** Deletes the copy of a post that readers can no longer open. */
export function forgetOfflineRead(id: string): void {
  void globalThis.caches
    ?.open(readCache)
    .then((cache) => cache.delete(readKey(id)))
    .catch(() => undefined);
}
