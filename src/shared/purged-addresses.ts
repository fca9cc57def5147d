import type { CacheTag } from './cache-tags.ts';
import { columnPath, detailPath, readTagName, tagPath } from './site-paths.ts';

/** Addresses that show the newest of the whole site. Every change purges them. */
export const frontAddresses = [
  '/index',
  '/feed.xml',
  '/feed.json',
  '/atom.xml',
  '/sitemap.xml',
  '/sitemap-news.xml',
  '/sitemap-pages.xml',
  '/robots.txt',
] as const;

const collectionAddress = /^\/(?:author\?id=\d+|stock\?code=\d{6}(?:\.(?:SH|SZ|BJ))?|topic\/[a-z0-9-]+)$/;

/** Whether an address is that of an author, a stock, a tag or a topic, in the one spelling that a purge names. */
function isCollection(address: string): boolean {
  const tag = readTagName(address);
  return tag === null ? collectionAddress.test(address) : tagPath(tag) === address;
}

/** Returns the ids in the tags of one kind, such as `post:`. */
export const idsIn = (tags: readonly string[], prefix: 'author:' | 'column:' | 'post:'): string[] =>
  tags.flatMap((tag) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : []));

/** Returns the addresses at which posts have their pages, in each of these columns. */
export const addressesOfPosts = (ids: readonly string[], columnIds: readonly string[]): string[] =>
  ids.flatMap((id) => [
    `/mobileDetail?id=${encodeURIComponent(id)}`,
    ...columnIds.map((columnId) => detailPath(columnId, id)),
  ]);

/**
 * Whether a CDN that drops addresses can be made to drop this one when one of the tags is purged: exactly the addresses
 * that `src/features/cdn/find-addresses.ts` finds. Other spellings and further pages of lists are not stored there.
 */
export function canPurgeAddress(address: string, tags: readonly CacheTag[]): boolean {
  const [posts, columnIds] = [idsIn(tags, 'post:'), idsIn(tags, 'column:')];
  if (posts.length > 0) return addressesOfPosts(posts, columnIds).includes(address);
  return (
    (frontAddresses as readonly string[]).includes(address) ||
    columnIds.some((id) => columnPath(id) === address) ||
    isCollection(address)
  );
}
