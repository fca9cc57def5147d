import { z } from 'zod';
import type { Keyset } from '../../shared/cursors.ts';

/** Largest `current × size` of numbered pages; beyond it a page is empty (docs/product.md §14). */
export const maxRowDepth = 10_000;

export type Paging = { current: number; size: number; cursor?: Keyset | undefined };

/** Wire schema of a page of records. `cursor` continues at any depth; null on the last page. */
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

/** Returns the offset of a numbered page, or null if it lies beyond `maxRowDepth`. */
export function offsetOf({ current, size }: Paging): number | null {
  return current * size > maxRowDepth ? null : (current - 1) * size;
}

/** Wire schema of a list that is paged by cursor only; `cursor` is null on the last page. */
export const cursorPageOf = <R extends z.ZodType>(record: R) =>
  z.object({ records: z.array(record), cursor: z.string().nullable() });

/**
 * Cuts rows to one page. The caller reads `size + 1` rows: the extra row shows that another page follows.
 * @returns `last`: the row after which the next page begins; undefined on the last page
 */
export function cutPage<Row>(rows: readonly Row[], size: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, size);
  return { shown, last: rows.length > size ? shown.at(-1) : undefined };
}

/** Converts the rows of a page, read with one more than `size`, to its wire format. */
export function toCursorPage<Row extends { id: string }, R>(
  rows: readonly Row[],
  size: number,
  present: (row: Row) => R,
): { records: R[]; cursor: string | null } {
  const { shown, last } = cutPage(rows, size);
  return { records: shown.map(present), cursor: last?.id ?? null };
}
