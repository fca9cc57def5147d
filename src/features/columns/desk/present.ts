import { markOf } from '#kernel/mark.ts';
import { presentFields } from '../present.ts';
import type { ColumnRow } from '../queries.ts';
import { isBuiltIn } from './policy.ts';
import type { DeskColumn } from './schema.ts';

export type PieceCounts = DeskColumn['pieces'];

/** The mark of a column as it was opened. */
export const markOfColumn = ({ created_at: _, ...row }: ColumnRow): string => markOf(row);

/** The same for the order and the parents of all columns. */
export const markOfOrder = (rows: readonly ColumnRow[]): string =>
  markOf(
    rows
      .map(({ id, parent_id, list_order }) => [id, parent_id, list_order])
      .sort(([one], [other]) => Number(one) - Number(other)),
  );

/** What the log keeps of a column: its fields by the names of the wire. */
export const describeColumn = (row: ColumnRow) => ({ ...presentFields(row), access: row.access });

const nothing: PieceCounts = { draft: 0, scheduled: 0, published: 0, withdrawn: 0 };

export function presentDesk(row: ColumnRow, pieces: PieceCounts = nothing): DeskColumn {
  return {
    ...presentFields(row),
    access: row.access as DeskColumn['access'],
    isBuiltIn: isBuiltIn(row.id),
    pieces,
    mark: markOfColumn(row),
  };
}
