import { hashKey } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import {
  type AnswerOf,
  fetchRead,
  type QueryOf,
  type Read,
  type ReadKey,
  type RefetchMs,
  useRead,
} from '../data.ts';
import { useAddressState } from './address-state.ts';
import { firstPage } from './use-filters.ts';

type PageAnswer<T> = {
  records: T[];
  cursor: string | null;
  total?: number;
  totalCapped?: boolean | undefined;
};
/** A call that returns a list page by page. */
export type ListKey = { [K in ReadKey]: AnswerOf<K> extends PageAnswer<unknown> ? K : never }[ReadKey];
export type RowOf<K extends ListKey> = AnswerOf<K>['records'][number];

/** Data of a `DataTable`: the rows on screen, paging and sorting. */
export type List<T> = {
  rows: readonly T[];
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  total?: number;
  isTotalCapped?: boolean;
  /** Changes with the filters, which clears the selection. */
  scope: string;
  paging?: Paging;
  sorting?: Sorting;
  /** Yields all rows of the list, one page at a time. Only lists with pages have it. */
  allRows?: (signal: AbortSignal) => AsyncGenerator<T[]>;
};

export type Paging = {
  page: number;
  size: number;
  next: (() => void) | undefined;
  previous: (() => void) | undefined;
  setSize: (size: number) => void;
};

/** `by` is a column key, prefixed with `-` for descending order; undefined for the list's default order. */
export type Sorting = { by: string | undefined; set: (by: string | undefined) => void };

export const pageSizes = [20, 50, 100];
const exportSize = '100';

/** Reads a list with keyset pagination. The URL holds page, size and order unless `isInAddress` is false. */
export function usePages<K extends ListKey>(
  key: K,
  filters: Partial<QueryOf<K>>,
  {
    isInAddress = true,
    refetchMs = false,
  }: { isInAddress?: boolean; refetchMs?: RefetchMs<AnswerOf<K>> } = {},
): List<RowOf<K>> & { answer: AnswerOf<K> | undefined } {
  const [address, change] = useAddressState(isInAddress);
  const { state } = useLocation();
  // Cursors of the visited pages. A URL opened deep in the list has none; its previous page is the first page.
  const trail: string[] = Array.isArray(state?.trail) ? state.trail : [];
  const cursor = address.get('cursor') ?? undefined;
  const sort = address.get('sort') ?? (filters as { sort?: string }).sort;
  const size = pageSizes.find((option) => String(option) === address.get('size')) ?? 20;
  const page = Math.max(1, Number(address.get('page')) || 1);
  const query = { ...filters, sort, size: String(size), cursor } as QueryOf<K>;
  const read = (useRead as (...args: unknown[]) => Read<AnswerOf<K> & PageAnswer<RowOf<K>>>)(key, query, {
    keepsPrevious: true,
    refetchMs,
  });
  const next = read.data?.cursor;
  const goToPage = (to: number, toCursor: string | undefined, newTrail: string[]) =>
    change({ page: to > 1 ? String(to) : undefined, cursor: toCursor }, { trail: newTrail });
  return {
    answer: read.data,
    rows: read.data?.records ?? [],
    isLoading: read.isPending || read.isPlaceholderData,
    error: read.error,
    retry: () => void read.refetch(),
    ...(read.data?.total !== undefined && { total: read.data.total }),
    isTotalCapped: read.data?.totalCapped ?? false,
    scope: hashKey([key, filters]),
    paging: {
      page,
      size,
      next: next ? () => goToPage(page + 1, next, [...trail, cursor ?? '']) : undefined,
      previous:
        cursor === undefined
          ? undefined
          : () => goToPage(trail.length > 0 ? page - 1 : 1, trail.at(-1) || undefined, trail.slice(0, -1)),
      setSize: (to) => change({ size: to === 20 ? undefined : String(to), ...firstPage }),
    },
    sorting: { by: sort, set: (by) => change({ sort: by, ...firstPage }) },
    allRows: (signal) => readAll(key, { ...filters, sort } as QueryOf<K>, signal),
  };
}

async function* readAll<K extends ListKey>(key: K, query: QueryOf<K>, signal: AbortSignal) {
  let cursor: string | null | undefined;
  do {
    const page = (await fetchRead(
      key,
      { ...(query as object), size: exportSize, cursor } as QueryOf<K>,
      signal,
    )) as PageAnswer<RowOf<K>>;
    yield page.records;
    cursor = page.cursor;
  } while (cursor);
}

type WholeRead<T> = {
  data: T[] | undefined;
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
};

/** A `List` over an array that one call returns completely. */
export const wholeList = <T>({ data, error, isPending, refetch }: WholeRead<T>): List<T> => ({
  rows: data ?? [],
  isLoading: isPending,
  error,
  retry: () => void refetch(),
  scope: '',
});

/** A `List` over rows already in memory, such as a part of another response. */
export const listOf = <T>(rows: readonly T[]): List<T> => ({
  rows,
  isLoading: false,
  error: null,
  retry: () => undefined,
  scope: '',
});
