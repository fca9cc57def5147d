import type { Column } from '#features/columns/schema.ts';

/** A column as the API returns it, by default of articles (column 1: news). */
export const column = (id: string, columnName: string, changes: Partial<Column> = {}): Column => ({
  id,
  columnName,
  description: '',
  listOrder: 0,
  parentId: null,
  kind: id === '1' ? 'news' : 'article',
  isNav: 1,
  isAuth: 1,
  loginAuth: 0,
  noMenu: 0,
  menuType: 1,
  MenuType: 1,
  codePath: null,
  icon: '',
  keepAlive: 0,
  breadShow: 0,
  hideChild: 0,
  children: [],
  ...changes,
});
