import type { z } from 'zod';
import type { Context, Database } from '#kernel/context.ts';
import { markOf } from '#kernel/mark.ts';
import { type ColumnRow, listColumnRows } from '../queries.ts';
import { presentFields } from '../reads.ts';
import { isBuiltIn } from './policy.ts';
import type { DeskColumn, tree } from './schema.ts';

/** How many pieces of every state each column holds: posts lends it, since posts lies above this feature. */
export type CountPieces = (db: Database) => Promise<ReadonlyMap<string, PieceCounts>>;

/** All columns with what they hold, in the order of the reader's menu; never from memory, since it is to be edited. */
export async function readTree({ db }: Context, countPieces: CountPieces): Promise<z.infer<typeof tree>> {
  const [rows, pieces] = await Promise.all([listColumnRows(db), countPieces(db)]);
  return { mark: markOfOrder(rows), columns: rows.map((row) => presentDesk(row, pieces.get(row.id))) };
}

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

function presentDesk(row: ColumnRow, pieces: PieceCounts = nothing): DeskColumn {
  return {
    ...presentFields(row),
    access: row.access as DeskColumn['access'],
    isBuiltIn: isBuiltIn(row.id),
    pieces,
    mark: markOfColumn(row),
  };
}
