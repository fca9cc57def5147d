import { readCache, readKey } from '#client/offline-reads.ts';
import { readStored } from '#client/storage.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { dayMs } from '#shared/dates.ts';

/** Posts that can be read without a network, and for how long; older ones are deleted. */
const maxPosts = 20;
const maxAgeMs = 7 * dayMs;
/** Lets old copies be found without reading them. */
const readAtHeader = 'read-at';

/** A post for the offline page (src/features/settings/offline/offline-page.js). */
type ReadPost = {
  id: string;
  title: string;
  byline: string;
  address: string;
  html: string;
  /** The id of who read it; empty for a visitor. */
  owner: string;
  readAt: number;
};

/**
 * Stores a public post for reading without a network. A post that is no longer public is deleted instead: what one reader
 * may read must not be left on a device for the next. Never rejects.
 */
export async function rememberRead(post: PostDetail, address: string): Promise<void> {
  // Absent without TLS, and refused in some private windows.
  if (!('caches' in window)) return;
  try {
    const cache = await caches.open(readCache);
    if (!isPublic(post)) {
      await cache.delete(readKey(post.id));
      return;
    }
    const entry: ReadPost = {
      id: post.id,
      title: post.title,
      byline: `${post.authors.map(({ name }) => name).join('、')} · ${post.publishedAt.slice(0, 10)}`,
      address,
      html: post.body,
      owner: readStored('token')?.user.id ?? '',
      readAt: Date.now(),
    };
    // Written again at the end, so that the keys are in the order of reading.
    await cache.delete(readKey(post.id));
    const headers = { [readAtHeader]: String(entry.readAt) };
    await cache.put(readKey(post.id), Response.json(entry, { headers }));
    await deleteOld(cache);
  } catch {
    // Without storage there is nothing to read offline.
  }
}

async function deleteOld(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  for (const [index, key] of keys.entries()) {
    const readAt = Number((await cache.match(key))?.headers.get(readAtHeader));
    if (index < keys.length - maxPosts || readAt < Date.now() - maxAgeMs) await cache.delete(key);
  }
}

const isPublic = ({ access, locked, state, reader }: PostDetail): boolean =>
  access === 'public' && !locked && state === 'published' && reader === null;
