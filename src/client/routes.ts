import { HIDDEN_LIST_ORDER } from './constants.ts';
import { BUILT_IN_COLUMNS, type RoutePlan, STANDALONE_ROUTES, STATIC_MENU } from './static-routes.ts';

/** A column of `getColumnList`, as far as routes look at it; flags are 0 and 1. */
export type ColumnItem = {
  id: string;
  columnName: string;
  listOrder: number;
  parentId?: string | null;
  menuType?: number;
  isNav?: number;
  isAuth?: number;
  loginAuth?: number;
  noMenu?: number;
  codePath?: number | null;
  icon?: string;
  keepAlive?: number;
  breadShow?: number;
  hideChild?: number;
  children?: ColumnItem[];
};

/** Seed §2 "Route meta". `auth`: the view opens for logged-in people only. */
export type RouteMeta = {
  auth: boolean;
  title: string;
  keepAlive: boolean;
  icon: string;
  breadShow: boolean;
};

/** Seed §3 "Menu/route item", with the address spelled out and its meta worked out. */
export type RouteItem = Required<Omit<RoutePlan, 'children'>> & {
  name: string;
  fullPath: string;
  meta: RouteMeta;
  children: RouteItem[];
};

/** What the menu shows of a route. */
export type NavEntry = {
  id: string;
  path: string;
  title: string;
  icon: string;
  needsLogin: boolean;
  children: NavEntry[];
};

/** Where to go when no route may be the first leaf (PRODUCT §5). */
export const DEFAULT_LEAF = '/index';

/**
 * All routes of the site's frame: the static menu, the built-in columns and one per dynamic column
 * (seed §2), sorted by listOrder, descending; equal ones stay in the order of the list.
 */
export function buildRoutes(columns: readonly ColumnItem[]): RouteItem[] {
  const plans = [...STATIC_MENU.slice(0, 1), ...planBuiltIn(columns), ...planDynamic(columns)];
  return byListOrder([...plans, ...STATIC_MENU.slice(1)].map((plan) => toRoute(plan)));
}

/** /login and /mobileDetail, which stand outside the frame (seed §2). */
export const standaloneRoutes: RouteItem[] = STANDALONE_ROUTES.map((plan) => toRoute(plan));

/**
 * What the menu shows: visible routes in their order, columns below their parent unless it hides its
 * children. `routes` and `columns` belong together.
 */
export function buildNav(routes: readonly RouteItem[], columns: readonly ColumnItem[]): NavEntry[] {
  const parents = new Map(columns.map((column) => [column.id, column.parentId ?? undefined]));
  const parentOf = (route: RouteItem) => {
    const id = parents.get(route.id);
    return routes.find((other) => other.id === id && other.id !== route.id && isInMenu(other));
  };
  const entry = (route: RouteItem): NavEntry => ({
    id: route.id,
    path: route.fullPath,
    title: route.title,
    icon: route.icon,
    needsLogin: route.meta.auth,
    children: isOn(route.hideChild) ? [] : shown.filter((child) => parentOf(child) === route).map(entry),
  });
  const shown = routes.filter(isInMenu);
  return shown.filter((route) => !parentOf(route)).map(entry);
}

/** The first page of the menu that is neither hidden nor for logged-in people only; else /index. */
export function firstLeaf(routes: readonly RouteItem[]): string {
  for (const route of byListOrder(routes)) {
    if (!isInMenu(route) || route.meta.auth) continue;
    const leaf = route.children.length === 0 ? route : route.children.find((child) => !child.meta.auth);
    if (leaf) return leaf.fullPath;
  }
  return DEFAULT_LEAF;
}

/**
 * Where to go once the dynamic routes are added (seed §2): from `/` or nothing to the first leaf, otherwise
 * again to the address (path, query, hash) that was asked for.
 */
export function addressAfterRoutes(requested: string, routes: readonly RouteItem[]): string {
  const path = requested.split(/[?#]/, 1)[0];
  return path === '' || path === '/' ? firstLeaf(routes) : requested;
}

/** The address of one piece in a column's section. */
export function detailPath(columnId: string, id: string): string {
  return `/${BUILT_IN_COLUMNS[columnId]?.path ?? encodeURIComponent(columnId)}/detail?id=${encodeURIComponent(id)}`;
}

/** The address of a column's list. */
export function columnPath(columnId: string): string {
  return `/${BUILT_IN_COLUMNS[columnId]?.path ?? encodeURIComponent(columnId)}`;
}

function planBuiltIn(columns: readonly ColumnItem[]): RoutePlan[] {
  return Object.entries(BUILT_IN_COLUMNS).map(([id, plan]) => {
    const column = columns.find((other) => other.id === id);
    return planColumn({ ...(column ?? { id, columnName: plan.title, listOrder: 0 }) }, plan);
  });
}

function planDynamic(columns: readonly ColumnItem[]): RoutePlan[] {
  const nested = columns.flatMap((column) => column.children ?? []);
  const unique = new Map([...nested, ...columns].map((column) => [column.id, column]));
  return dropUnknown([...unique.values()], columns)
    .filter((column) => !(column.id in BUILT_IN_COLUMNS) && column.isNav !== 0 && column.isAuth !== 0)
    .map((column) =>
      planColumn(column, { path: column.id, file: 'dynamic', title: column.columnName, icon: '' }),
    );
}

// A child may be named by its parent without being in the list itself: then it is not the reader's.
function dropUnknown(columns: ColumnItem[], fetched: readonly ColumnItem[]): ColumnItem[] {
  const known = new Set(fetched.map(({ id }) => id));
  return columns.filter(({ id }) => known.has(id));
}

function planColumn(column: ColumnItem, plan: RoutePlan): RoutePlan {
  const { parentId: _, children: __, columnName, ...flags } = column;
  const title = columnName;
  const { loginAuth = 1, isAuth = 1, breadShow = 1 } = column;
  const view = { loginAuth, isAuth, breadShow, noMenu: 1 };
  return {
    ...plan,
    ...flags,
    title,
    icon: column.icon || (plan.icon ?? ''),
    codePath: plan.codePath ?? column.codePath ?? null,
    children: [
      { ...view, path: '', file: `${plan.file}-list`, title, keepAlive: column.keepAlive ?? 0 },
      { ...view, path: 'detail', file: `${plan.file}-detail`, title: `${title}详情` },
    ],
  };
}

function toRoute(plan: RoutePlan, parent = ''): RouteItem {
  const fullPath = plan.path === '' ? parent : `${parent}/${plan.path}`;
  const { loginAuth = 1, icon = '', keepAlive = 0, breadShow = 1, title, children = [] } = plan;
  return {
    id: fullPath,
    menuType: 1,
    listOrder: 0,
    isAuth: 1,
    isNav: 1,
    noMenu: 0,
    codePath: null,
    hideChild: 0,
    ...plan,
    loginAuth,
    icon,
    keepAlive,
    breadShow,
    name: plan.path === '' ? `${nameOf(fullPath)}-list` : nameOf(fullPath),
    fullPath,
    meta: { auth: loginAuth !== 0, title, keepAlive: isOn(keepAlive), icon, breadShow: isOn(breadShow) },
    children: children.map((child) => toRoute(child, fullPath)),
  };
}

function nameOf(fullPath: string): string {
  return fullPath.slice(1).replaceAll('/', '-');
}

function byListOrder(routes: readonly RouteItem[]): RouteItem[] {
  return routes.toSorted((a, b) => b.listOrder - a.listOrder);
}

function isInMenu(route: RouteItem): boolean {
  return !isOn(route.noMenu) && route.isNav !== 0 && route.listOrder !== HIDDEN_LIST_ORDER;
}

function isOn(flag: number): boolean {
  return flag === 1;
}
