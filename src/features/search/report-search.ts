import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import type { query, SearchPage } from './schema.ts';

/** A search to be counted. */
export type SearchReport = {
  keyword: string;
  /** Whether the whole site has no match. */
  isEmpty: boolean;
  /** The address of who searched the whole site and found something, which makes a word hot; else null. */
  finder: string | null;
};

export type NoteSearch = (ctx: Context, search: SearchReport) => void;

declare module '#kernel/feature.ts' {
  interface Extensions {
    noteSearch: NoteSearch;
  }
}

/** Reports a search once, with its first page. A filtered search never counts as empty for the whole site. */
export function reportSearch(
  ctx: Context,
  report: NoteSearch,
  { keyword, current, type, columnId, authorId, stockCode, startTime, endTime }: z.output<typeof query>,
  result: SearchPage,
  address: string,
): void {
  if (!keyword || current !== 1) return;
  const isNarrowed = type !== 'all' || columnId || authorId || stockCode || startTime || endTime;
  const isEmpty = !isNarrowed && (result.total === 0 || result.nearest) && result.authors.length === 0;
  // A page that the server renders has no address.
  report(ctx, { keyword, isEmpty, finder: isNarrowed || isEmpty ? null : address || null });
}
