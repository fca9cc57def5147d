import { columnPath } from '#client/routes.ts';
import type { AdminColumn } from '../manage/schema.ts';

/** Form values: every field of a column that staff set; `listOrder` null means last in the menu. */
export type Draft = Omit<AdminColumn, 'id' | 'mark' | 'pieces' | 'isBuiltIn' | 'listOrder'> & {
  listOrder: number | null;
};

/** Defaults: a public column of articles, shown in the menu. */
export const emptyDraft: Draft = {
  columnName: '',
  description: '',
  kind: 'article',
  access: 'public',
  parentId: null,
  listOrder: null,
  isNav: 1,
  isAuth: 1,
  loginAuth: 0,
  noMenu: 0,
  menuType: 1,
  codePath: null,
  icon: '',
  keepAlive: 1,
  breadShow: 1,
  hideChild: 0,
};

/** Returns the fields of a column that can be saved, with the version token (`mark`) of the opened version. */
export function toValues({ pieces: _, isBuiltIn: __, ...values }: AdminColumn) {
  return values;
}

/** Path of the column's page; the id of a new column is assigned when it is created. */
const columnAddress = (id: string | undefined): string => (id === undefined ? '/栏目编号' : columnPath(id));

const readers = { public: '所有人', member: '登录的会员', vip: 'VIP', paid: '购买或订阅的人' };

/** Describes in Chinese sentences how readers will notice the combined settings. */
export function describeEffect(draft: Draft, id: string | undefined, isBuiltIn: boolean): string[] {
  const text = `默认由${readers[draft.access]}读到全文；单篇内容可以另设`;
  if (!isBuiltIn && (draft.isNav === 0 || draft.isAuth === 0))
    return ['没有栏目页，也不在菜单里；其中的内容仍能从首页、搜索和分享链接读到', text];
  const isInMenu = draft.noMenu === 0 && draft.isNav === 1 && draft.isAuth === 1;
  const menuText = draft.parentId === null ? '菜单里有它' : '在上级栏目的页面里有它';
  return [
    isInMenu
      ? `${menuText}，地址是 ${columnAddress(id)}`
      : `不在菜单里，知道地址 ${columnAddress(id)} 才能打开`,
    draft.loginAuth === 1
      ? '游客打开栏目页会先去登录，登录后回到这里；搜索引擎不收录'
      : '不用登录就能打开，搜索引擎可以收录',
    text,
  ];
}
