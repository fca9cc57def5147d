import type { z } from 'zod';
import type * as schema from './schema.ts';

export type DeskColumn = z.infer<typeof schema.deskColumn>;

/** What crosses the wire between the desk and its columns. */
export type ColumnDeskCalls = {
  'GET /admin/column/tree': { data: z.infer<typeof schema.tree> };
  'POST /admin/column/create': { body: z.input<typeof schema.createInput>; data: { id: string } };
  'POST /admin/column/save': { body: z.input<typeof schema.saveInput>; data: boolean };
  'POST /admin/column/arrange': { body: z.input<typeof schema.arrangeInput>; data: boolean };
  'POST /admin/column/delete': { body: z.input<typeof schema.deleteInput>; data: { moved: number } };
};
