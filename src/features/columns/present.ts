import type { ColumnRow } from './queries.ts';
import type { Column } from './schema.ts';

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
export function presentColumns(rows: ColumnRow[]): Column[] {
  const flat = rows.map(presentFields);
  return flat.map((column) => ({
    ...column,
    children: flat.filter(({ parentId }) => parentId === column.id),
  }));
}
