import { cdnTag, isCdnTag } from '#kernel/cache/cdn-tags.ts';
import type { SharedPage } from '#kernel/cache/page-cache.ts';
import type { Cdn } from '#kernel/config-cdn.ts';
import type { Tenant } from '#kernel/context.ts';
import { type CacheTag, postTag } from '#shared/cache-tags.ts';
import { canPurgeAddress } from '#shared/purged-addresses.ts';

/**
 * How long a CDN may use a page in seconds, and for how long afterwards it may send it once more while it fetches the
 * next. Neither is needed for changes, which are purged, so both are short: views and rankings, which purge nothing, are
 * at most 60 s old when the portal sends a page, and a purge that a CDN misses does no harm for longer than a minute.
 */
const sharedSeconds = 30;
const staleSeconds = 30;

/** Whether a CDN drops pages by their tags. The others drop addresses, so they may store only what has a known one. */
const knowsTags = ({ kind }: Pick<Cdn, 'kind'>): boolean => kind === 'varnish' || kind === 'http';

const sharedCaching = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;

/**
 * Returns the headers with which a CDN may store the page at an address of the site, or undefined if it may not: if
 * no purge could name the address or its tags.
 */
export function sharePage(
  cdn: Cdn,
  tenant: Pick<Tenant, 'id'>,
  address: string,
  tags: readonly CacheTag[],
): SharedPage | undefined {
  if (!knowsTags(cdn))
    return canPurgeAddress(address, tags)
      ? { address, headers: { 'cache-control': sharedCaching } }
      : undefined;
  // A tag may contain what was typed into the address.
  if (!tags.every(isCdnTag)) return undefined;
  return { address, headers: { 'cache-control': sharedCaching, ...tagHeaders(cdn, tenant, tags) } };
}

/** Returns the header that names the tags of an answer to the CDN; none for a CDN that purges addresses. */
function tagHeaders(
  cdn: Pick<Cdn, 'kind'>,
  { id }: Pick<Tenant, 'id'>,
  tags: readonly CacheTag[],
): Record<string, string> {
  if (!knowsTags(cdn)) return {};
  const text = ['*', ...tags].map((tag) => cdnTag(id, tag)).join(' ');
  return cdn.kind === 'varnish' ? { xkey: text } : { 'surrogate-key': text };
}

const immutable = 'max-age=31536000, immutable';
/** A purge that was missed must not leave a picture of a withdrawn post at the CDN for a year. */
const pictureSeconds = 600;

/**
 * Returns the headers of a picture of a post whose address changes with what it shows. A CDN stores it only if a purge
 * can name it, and if it does not depend on the Host header (`isConfigured`).
 */
export function pictureHeaders(
  cdn: Cdn,
  { tenant, post, isConfigured }: { tenant: Pick<Tenant, 'id'>; post: { id: string }; isConfigured: boolean },
): Record<string, string> {
  if (!knowsTags(cdn) || !isConfigured) return { 'cache-control': `private, ${immutable}` };
  return {
    'cache-control': `public, ${immutable}, s-maxage=${pictureSeconds}`,
    ...tagHeaders(cdn, tenant, [postTag(post.id)]),
  };
}
