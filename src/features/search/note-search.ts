import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import type { query, SearchPage } from './schema.ts';

/** Who is told what was looked for, and whether the whole site has nothing of it. */
export type NoteSearch = (ctx: Context, keyword: string, isEmpty: boolean) => void;

/** Tells of a search once, with its first page; a search within something is none of the whole site. */
export function tellSearch(
  ctx: Context,
  note: NoteSearch,
  { keyword, current, type, columnId, authorId, stockCode, startTime, endTime }: z.output<typeof query>,
  found: SearchPage,
): void {
  if (!keyword || current !== 1) return;
  const isNarrowed = type !== 'all' || columnId || authorId || stockCode || startTime || endTime;
  note(ctx, keyword, !isNarrowed && (found.total === 0 || found.nearest) && found.authors.length === 0);
}
