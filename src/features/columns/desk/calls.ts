import type { z } from 'zod';
import type * as schema from './schema.ts';

export type DeskColumn = z.infer<typeof schema.deskColumn>;
export type ColumnInput = z.input<typeof schema.createInput>;
export type ColumnSave = z.input<typeof schema.saveInput>;
export type ColumnOrder = z.input<typeof schema.arrangeInput>;

/** What crosses the wire between the desk and its columns. */
export type ColumnDeskCalls = {
  'GET /admin/column/tree': { data: z.infer<typeof schema.tree> };
  'POST /admin/column/create': { body: ColumnInput; data: { id: string } };
  'POST /admin/column/save': { body: ColumnSave; data: boolean };
  'POST /admin/column/arrange': { body: ColumnOrder; data: boolean };
  'POST /admin/column/delete': { body: z.input<typeof schema.deleteInput>; data: { moved: number } };
};
