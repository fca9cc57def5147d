import { z } from 'zod';
import type { Keyset } from '../../shared/cursors.ts';

/** How deep pages by number go: `current × size` up to here, beyond that an empty page (PRODUCT §4). */
export const deepestRow = 10_000;

export type Paging = { current: number; size: number; cursor?: Keyset | undefined };

/** One page of records as it travels. `cursor` goes on at any depth; null on the last page. */
export const pageOf = <R extends z.ZodType>(record: R) =>
  z.object({
    records: z.array(record),
    total: z.number().int(),
    totalCapped: z.boolean().optional(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
    cursor: z.string().nullable(),
  });

export type Page<R> = {
  records: R[];
  total: number;
  totalCapped?: boolean;
  size: number;
  current: number;
  pages: number;
  cursor: string | null;
};

type Total = { total: number; totalCapped?: boolean };

export function toPage<R>(
  records: R[],
  { total, totalCapped }: Total,
  { current, size }: Paging,
  cursor: string | null,
): Page<R> {
  const pages = Math.ceil(total / size);
  return { records, total, ...(totalCapped ? { totalCapped } : {}), size, current, pages, cursor };
}

export const emptyPage = <R>(paging: Paging, total: Total = { total: 0 }): Page<R> =>
  toPage<R>([], total, paging, null);

/** The row a numbered page begins after, or null when it lies beyond what numbers reach. */
export function offsetOf({ current, size }: Paging): number | null {
  return current * size > deepestRow ? null : (current - 1) * size;
}

/** A list that is read by cursor, as it travels; `cursor` is null on the last page. */
export const cursorPageOf = <R extends z.ZodType>(record: R) =>
  z.object({ records: z.array(record), cursor: z.string().nullable() });

/**
 * Cuts rows to a page. One more than `size` was read: it tells that another page follows.
 * @returns `last`: the row after which the next page begins; undefined on the last page
 */
export function cutPage<Row>(rows: readonly Row[], size: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, size);
  return { shown, last: rows.length > size ? shown.at(-1) : undefined };
}

/** The page of rows, of which one more than `size` was read, as it travels. */
export function toCursorPage<Row extends { id: string }, R>(
  rows: readonly Row[],
  size: number,
  present: (row: Row) => R,
): { records: R[]; cursor: string | null } {
  const { shown, last } = cutPage(rows, size);
  return { records: shown.map(present), cursor: last?.id ?? null };
}
