import { cachedByTagAndKey } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { type CacheTag, columnTag } from '#shared/cache-tags.ts';
import type { Keyset } from '#shared/cursors.ts';
import { findAnchor, type ListFilter, type PageRange } from './list-queries.ts';

// Skipping 8,000 index entries takes as long as the rest of a list call; skipping a thousand is negligible.
const anchorInterval = 1000;
const maxAnchors = 2000;

type AnchorKey = { filter: ListFilter; row: number };

const anchors = cachedByTagAndKey<Keyset | null>(
  maxAnchors,
  (key) => tagsOf(JSON.parse(key) as AnchorKey),
  (ctx, key) => {
    const { filter, row } = JSON.parse(key) as AnchorKey;
    return findAnchor(ctx.db, filter, row);
  },
);

/**
 * Returns where a numbered page begins: a cached anchor near it and the rest as an offset, so that page 400 costs about
 * as much as page 1. Changes to the list invalidate its anchors. Returns null beyond the list's end.
 */
export async function anchorFor(
  ctx: Context,
  filter: ListFilter,
  offset: number,
): Promise<Omit<PageRange, 'limit'> | null> {
  const row = offset - (offset % anchorInterval);
  // Lists between two dates and of watched securities differ from reader to reader, so their anchors are not worth
  // caching.
  if (row === 0 || filter.from || filter.to || filter.watchedBy) return { offset };
  const after = await anchors(ctx, JSON.stringify({ filter, row } satisfies AnchorKey));
  return after && { after, offset: offset - row };
}

const tagsOf = ({ filter: { columnId } }: AnchorKey): CacheTag[] => [
  columnId === undefined ? 'posts' : columnTag(columnId),
];
