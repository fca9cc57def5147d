import type { Read } from '#admin/parts/data.ts';
import type { List } from '#admin/parts/list/use-pages.ts';

/** A `List` over a call that returns all records at once, together with their days. */
export const recordList = <T>({
  data,
  error,
  isPending,
  isPlaceholderData,
  refetch,
}: Read<{ records: T[] }>): List<T> => ({
  rows: data?.records ?? [],
  isLoading: isPending || isPlaceholderData,
  error,
  retry: () => void refetch(),
  scope: '',
});
