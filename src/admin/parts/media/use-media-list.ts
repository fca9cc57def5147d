import { useInfiniteQuery } from '@tanstack/react-query';
import type { listQuery } from '#features/media/schema.ts';
import { fetchRead, type QueryOf } from '../data.ts';
import { useFilters } from '../list/use-filters.ts';

const key = 'GET /admin/media/list';

/** Filters of the media library; folder `0` means no folder. */
export const useMediaFilters = (schema: typeof listQuery, { isInAddress }: { isInAddress: boolean }) =>
  useFilters(schema, { isInAddress, without: ['from'] });

export type MediaFilters = ReturnType<typeof useMediaFilters>;

/** Items that match the filter, newest first; loads further pages on demand. */
export function useMediaList(filter: MediaFilters['values']) {
  const read = useInfiniteQuery({
    queryKey: [key, filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchRead(key, { ...filter, size: '48', cursor } as QueryOf<typeof key>, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
  });
  return { read, items: read.data?.pages.flatMap(({ records }) => records) ?? [] };
}

export type MediaList = ReturnType<typeof useMediaList>;
