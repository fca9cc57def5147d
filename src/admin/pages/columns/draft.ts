import { columnPath } from '#client/routes.ts';
import type { DeskColumn } from '#features/columns/desk/schema.ts';

/** What the form holds: every field of a column that is decided by people; `listOrder` null means last in the menu. */
export type Draft = Omit<DeskColumn, 'id' | 'mark' | 'pieces' | 'isBuiltIn' | 'listOrder'> & {
  listOrder: number | null;
};

/** A reader's open column, as most are. */
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

export function toDraft(column: DeskColumn): Draft {
  const { id: _, mark: __, pieces: ___, isBuiltIn: ____, ...draft } = column;
  return draft;
}

export const isSame = (one: Draft, other: Draft): boolean =>
  Object.keys(emptyDraft).every((name) => one[name as keyof Draft] === other[name as keyof Draft]);

/** Where readers find it; a new one is numbered when it is made. */
export const addressOf = (id: string | undefined): string =>
  id === undefined ? '/栏目编号' : columnPath(id);

const readers = { public: '所有人', member: '登录的会员', vip: 'VIP', paid: '购买或订阅的人' };

/** What readers notice of these settings, in sentences: the form's flags taken together. */
export function sayEffect(draft: Draft, id: string | undefined, isBuiltIn: boolean): string[] {
  const text = `默认由${readers[draft.access]}读到全文；单篇内容可以另设`;
  if (!isBuiltIn && (draft.isNav === 0 || draft.isAuth === 0))
    return ['没有栏目页，也不在菜单里；其中的内容仍能从首页、搜索和分享链接读到', text];
  const isInMenu = draft.noMenu === 0 && draft.isNav === 1;
  const place = draft.parentId === null ? '菜单里有它' : '在上级栏目的页面里有它';
  return [
    isInMenu ? `${place}，地址是 ${addressOf(id)}` : `不在菜单里，知道地址 ${addressOf(id)} 才能打开`,
    draft.loginAuth === 1
      ? '游客打开栏目页会先去登录，登录后回到这里；搜索引擎不收录'
      : '不用登录就能打开，搜索引擎可以收录',
    text,
  ];
}
