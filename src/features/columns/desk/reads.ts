import type { z } from 'zod';
import type { Context, Database } from '#kernel/context.ts';
import { listColumnRows } from '../queries.ts';
import { markOfOrder, type PieceCounts, presentDesk } from './present.ts';
import type { tree } from './schema.ts';

/** How many pieces of every state each column holds: posts lends it, since posts lies above this feature. */
export type CountPieces = (db: Database) => Promise<ReadonlyMap<string, PieceCounts>>;

/** All columns with what they hold, in the order of the reader's menu; never from memory, since it is to be edited. */
export async function readTree({ db }: Context, countPieces: CountPieces): Promise<z.infer<typeof tree>> {
  const [rows, pieces] = await Promise.all([listColumnRows(db), countPieces(db)]);
  return { mark: markOfOrder(rows), columns: rows.map((row) => presentDesk(row, pieces.get(row.id))) };
}
