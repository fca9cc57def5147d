import { rememberedEach } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { type CacheTag, columnTag } from '#shared/cache-tags.ts';
import type { Keyset } from '#shared/cursors.ts';
import { findPlace, type ListFilter, type Stretch } from './list-queries.ts';

// Counting off 8,000 index entries takes as long as the rest of a list call; a thousand of them do not show.
const step = 1000;
const mostPlaces = 2000;

type Milestone = { filter: ListFilter; row: number };

const milestones = rememberedEach<Keyset | null>(
  mostPlaces,
  (key) => tagsOf(JSON.parse(key) as Milestone),
  (ctx, key) => {
    const { filter, row } = JSON.parse(key) as Milestone;
    return findPlace(ctx.db, filter, row);
  },
);

/**
 * Where a numbered page deep in a list begins: after a remembered place near it, so that page 400 costs about what
 * page 1 does. The places are forgotten when a piece of the list changes; null beyond the list's end.
 */
export async function stretchAt(
  ctx: Context,
  filter: ListFilter,
  offset: number,
): Promise<Omit<Stretch, 'limit'> | null> {
  const row = offset - (offset % step);
  // Lists between two dates vary with every reader; they are not worth a place.
  if (row === 0 || filter.from || filter.to) return { offset };
  const after = await milestones(ctx, JSON.stringify({ filter, row } satisfies Milestone));
  return after && { after, offset: offset - row };
}

const tagsOf = ({ filter: { columnId } }: Milestone): CacheTag[] => [
  columnId === undefined ? 'posts' : columnTag(columnId),
];
