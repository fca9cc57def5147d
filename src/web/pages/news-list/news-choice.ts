import { readCursor } from '#shared/cursors.ts';
import { parseMoment } from '#shared/dates.ts';
import { listAddress, readTag } from '../../parts/list-address.ts';

/** What a reader chose of the news stream; what is not chosen is empty. */
export type NewsChoice = {
  tag: string;
  /** A Shanghai day, 2026-11-20. */
  date: string;
  /** Where the stream goes on, for readers without script. */
  cursor: string;
};

/** Reads the choice from an address; nonsense is no choice. */
export function readNewsChoice(query: URLSearchParams): NewsChoice {
  const date = query.get('date') ?? '';
  const cursor = query.get('cursor') ?? '';
  return {
    tag: readTag(query),
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) && parseMoment(date) ? date : '',
    cursor: readCursor(cursor) ? cursor : '',
  };
}

/** The address of this choice. */
export const newsAddress = (path: string, { tag, date, cursor }: Partial<NewsChoice>): string =>
  listAddress(path, { date, tag, cursor });
