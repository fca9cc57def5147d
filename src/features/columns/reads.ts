import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { presentColumns } from './present.ts';
import { type ColumnRow, listColumnRows } from './queries.ts';
import type { Column } from './schema.ts';

/** Every column row; kept in memory until a column changes, since nearly every answer needs their names. */
export const columnRows = remembered(
  ['columns'],
  (ctx: Context): Promise<ColumnRow[]> => listColumnRows(ctx.db),
);

const presented = remembered(['columns'], async (ctx: Context) => presentColumns(await columnRows(ctx)));

/** All columns, by listOrder descending (seed §2); the same for every caller (PRODUCT §3). */
export const listColumns = (ctx: Context): Promise<Column[]> => presented(ctx);

/** The columns directly below `columnId`; empty for an unknown one. */
export async function listChildren(ctx: Context, columnId: string): Promise<Column[]> {
  return (await presented(ctx)).filter(({ parentId }) => parentId === columnId);
}
