import type { z } from 'zod';
import type * as schema from './schema.ts';

export type { ColumnDeskCalls, DeskColumn } from './desk/calls.ts';

export type Column = z.infer<typeof schema.column>;

/** What crosses the wire about columns. */
export type ColumnCalls = {
  'GET /reception/column/getColumnList': { data: Column[] };
  'GET /reception/column/getColumnChildrenList': { query: { columnId: string }; data: Column[] };
};
