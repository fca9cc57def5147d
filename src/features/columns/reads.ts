import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
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

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0);

type Flat = Omit<Column, 'children'>;

export function presentFields(row: ColumnRow): Flat {
  return {
    id: row.id,
    columnName: row.name,
    description: row.description,
    listOrder: row.list_order,
    parentId: row.parent_id,
    kind: row.kind as Column['kind'],
    isNav: bit(row.is_nav),
    isAuth: bit(row.is_auth),
    loginAuth: bit(row.login_auth),
    noMenu: bit(row.no_menu),
    menuType: row.menu_type,
    codePath: row.code_path,
    icon: row.icon,
    keepAlive: bit(row.keep_alive),
    breadShow: bit(row.bread_show),
    hideChild: bit(row.hide_child),
  };
}

/** Rows to wire shape; each column carries its direct children, and children are in the list themselves too. */
function presentColumns(rows: ColumnRow[]): Column[] {
  const flat = rows.map(presentFields);
  return flat.map((column) => ({
    ...column,
    children: flat.filter(({ parentId }) => parentId === column.id),
  }));
}
