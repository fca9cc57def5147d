import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** LRU cache of the HTML of parts of pages, by the data that they show; limited by bytes. */
export function createPartCache(maxBytes: number) {
  const parts = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (html) => 256 + 2 * html.length,
  });
  // The data is often larger than its HTML, so its digest is the key.
  const digestOf = (key: string) => hash('sha256', key, 'base64url');
  return {
    get: (key: string): string | undefined => parts.get(digestOf(key)),
    set(key: string, html: string): void {
      // Copied, since a part of a string keeps the whole page in memory.
      parts.set(digestOf(key), Buffer.from(html, 'utf16le').toString('utf16le'));
    },
  };
}
