import type { z } from 'zod';
import { offModules } from '#features/settings/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { hiddenListOrder } from '#shared/menu.ts';
import { isModuleOff, isOffAddress, moduleOfColumn } from '#shared/modules.ts';
import { columnPath } from '#shared/site-paths.ts';
import { isBuiltIn } from './manage/policy.ts';
import { type ColumnRow, listColumnRows } from './queries.ts';
import type { Column, columnFields } from './schema.ts';

/** Returns every column row. Cached until a column changes, because nearly every response needs the names. */
export const columnRows = cachedByTag(
  ['columns'],
  (ctx: Context): Promise<ColumnRow[]> => listColumnRows(ctx.db),
);

const presentedColumns = cachedByTag(['columns'], async (ctx: Context) => {
  const off = await offModules(ctx);
  const all = presentColumns(await columnRows(ctx), ctx.tenant);
  const isOff = (column: Column['children'][number]) => isModuleOff(moduleOfColumn(column), off);
  const shown = all.filter((column) => !isOff(column));
  return {
    off: all.filter(isOff),
    shown: shown.map((column) => ({ ...column, children: column.children.filter((one) => !isOff(one)) })),
  };
});

/**
 * Lists the columns by listOrder descending (docs/product.md §2), the same for every caller (docs/product.md §13);
 * without those of modules that are switched off.
 */
export const listColumns = async (ctx: Context): Promise<Column[]> => (await presentedColumns(ctx)).shown;

/** Lists the columns of modules that are switched off, which only staff see. */
export const listOffColumns = async (ctx: Context): Promise<Column[]> => (await presentedColumns(ctx)).off;

/** Returns what tells whether an address of the site leads to a page that is switched off. */
export async function findOffAddresses(ctx: Context): Promise<(address: string) => boolean> {
  const off = await offModules(ctx);
  const paths = (await listOffColumns(ctx)).map(({ id }) => columnPath(id));
  return (address) => isOffAddress(address, off, paths);
}

/** Lists the direct children of `columnId`; empty for an unknown column. */
export async function listChildren(ctx: Context, columnId: string): Promise<Column[]> {
  return (await listColumns(ctx)).filter(({ parentId }) => parentId === columnId);
}

const bit = (flag: boolean): 0 | 1 => (flag ? 1 : 0);

type FlatColumn = z.infer<typeof columnFields>;

export function presentFields(row: ColumnRow): FlatColumn {
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

/**
 * Presents rows; each column contains its direct children, which also appear in the list themselves. Clients add no
 * route for `isAuth` 0, so without dynamic routes all but the built-in columns have it.
 */
function presentColumns(rows: ColumnRow[], { hasDynamicRoutes }: Tenant): Column[] {
  const flat = rows
    .map((row) => {
      const fields = presentFields(row);
      return {
        ...fields,
        MenuType: fields.menuType,
        isAuth: hasDynamicRoutes || isBuiltIn(row.id) ? fields.isAuth : (0 as const),
        listOrder: row.no_menu ? hiddenListOrder : fields.listOrder,
      };
    })
    .toSorted((a, b) => b.listOrder - a.listOrder);
  return flat.map((column) => ({
    ...column,
    children: flat.filter(({ parentId }) => parentId === column.id),
  }));
}
