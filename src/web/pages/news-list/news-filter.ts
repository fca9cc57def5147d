import { readCursor } from '#shared/cursors.ts';
import { parseMoment } from '#shared/dates.ts';
import { listAddress, readTag } from '../../parts/list-address.ts';

/** The filter of the news stream; a value that is not chosen is empty. */
export type NewsFilter = {
  /** Only news about securities that the member watches; not together with a tag. */
  watched: boolean;
  /** Only important news. */
  important: boolean;
  tag: string;
  /** A Shanghai day, 2026-11-20. */
  date: string;
  /** Cursor of the next page, for readers without JavaScript. */
  cursor: string;
};

/** Reads the filter from the query. Ignores invalid values. */
export function readNewsFilter(query: URLSearchParams): NewsFilter {
  const date = query.get('date') ?? '';
  const cursor = query.get('cursor') ?? '';
  const watched = query.get('watched') === '1';
  return {
    watched,
    important: query.get('important') === '1',
    tag: watched ? '' : readTag(query),
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) && parseMoment(date) ? date : '',
    cursor: readCursor(cursor) ? cursor : '',
  };
}

/** Returns the address of a filter. */
export const newsFilterAddress = (
  path: string,
  { watched, important, tag, date, cursor }: Partial<NewsFilter>,
): string =>
  listAddress(path, {
    ...{ watched: watched ? 1 : undefined, important: important ? 1 : undefined },
    ...{ date, tag, cursor },
  });
