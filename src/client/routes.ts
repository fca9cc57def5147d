import { defaultMenu, hiddenListOrder, type MenuEntry, type SiteMenu } from '#shared/menu.ts';
import { isOffAddress, type ModuleName } from '#shared/modules.ts';
import { BUILT_IN_COLUMNS, type RoutePlan, STANDALONE_ROUTES, STATIC_MENU } from './static-routes.ts';

export { columnPath, detailPath } from '#shared/site-paths.ts';

/** The fields of a column in `getColumnList` that routes use; flags are 0 and 1. */
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

/** "Route meta" of docs/product.md §2. `auth` means that the view needs a log-in. */
export type RouteMeta = {
  auth: boolean;
  title: string;
  keepAlive: boolean;
  icon: string;
  breadShow: boolean;
};

/** "Menu/route item" of docs/product.md §3, with its full address and computed meta. */
export type RouteItem = Required<Omit<RoutePlan, 'children'>> & {
  name: string;
  fullPath: string;
  meta: RouteMeta;
  children: RouteItem[];
};

export type NavEntry = {
  id: string;
  /** Empty for a group of links. */
  path: string;
  title: string;
  icon: string;
  needsLogin: boolean;
  children: NavEntry[];
};

/** The address used if no route can be the first leaf (docs/product.md §15). */
const DEFAULT_LEAF = '/index';

/**
 * Returns all routes inside the site's frame: the static menu, the built-in columns and one route per dynamic column
 * (docs/product.md §2), sorted by listOrder, descending; equal ones keep the order of the list.
 */
export function buildRoutes(columns: readonly ColumnItem[], menu: SiteMenu = defaultMenu): RouteItem[] {
  const places: Readonly<Record<string, SiteMenu['home']>> = { index: menu.home, gszb: menu.contest };
  const [home, ...others] = STATIC_MENU.map((plan): RoutePlan => {
    const place = places[plan.path];
    return place ? { ...plan, listOrder: place.listOrder, noMenu: place.isHidden ? 1 : 0 } : plan;
  });
  const plans = [...(home ? [home] : []), ...planBuiltIn(columns), ...planDynamic(columns), ...others];
  const routes = plans.map((plan) => toRoute(plan));
  return byListOrder(menu.off ? withoutOff(routes, menu.off) : routes);
}

/** Leaves out the pages of modules that are switched off. */
const withoutOff = (routes: readonly RouteItem[], off: readonly ModuleName[]): RouteItem[] =>
  routes
    .filter(({ fullPath }) => !isOffAddress(fullPath, off))
    .map((route) => ({ ...route, children: withoutOff(route.children, off) }));

/** What a place calls a built-in column: `word` until the publisher has given the column another name. */
export function columnLabel(columns: readonly ColumnItem[], id: string, word: string): string {
  const name = columns.find((column) => column.id === id)?.columnName;
  return name === undefined || name === BUILT_IN_COLUMNS[id]?.title ? word : name;
}

/** The routes outside the site's frame, such as /login and /mobileDetail (docs/product.md §2). */
export const standaloneRoutes: RouteItem[] = STANDALONE_ROUTES.map((plan) => toRoute(plan));

/**
 * Returns what the menu shows: visible routes in order, with columns below their parent unless it hides its children.
 * `routes` must have been built from `columns`. `entries` are the links that the publisher added.
 */
export function buildNav(
  routes: readonly RouteItem[],
  columns: readonly ColumnItem[],
  entries: readonly MenuEntry[] = [],
): NavEntry[] {
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
  const placed = shown
    .filter((route) => !parentOf(route))
    .map((route) => ({ listOrder: route.listOrder, entry: entry(route) }));
  const added = entries.map((item) => ({ listOrder: item.listOrder, entry: toNavEntry(item) }));
  return byListOrder([...placed, ...added]).map((item) => item.entry);
}

/** Returns the first page of the menu that is neither hidden nor needs a log-in; else /index. */
export function firstLeaf(routes: readonly RouteItem[]): string {
  for (const route of byListOrder(routes)) {
    if (!isInMenu(route) || route.meta.auth) continue;
    const leaf = route.children.length === 0 ? route : route.children.find((child) => !child.meta.auth);
    if (leaf) return leaf.fullPath;
  }
  return DEFAULT_LEAF;
}

/**
 * Returns the address to open after the dynamic routes are added (docs/product.md §2): the first leaf for `/` or an
 * empty address, otherwise the requested address (path, query, hash) again.
 */
export function addressAfterRoutes(requested: string, routes: readonly RouteItem[]): string {
  const path = requested.split(/[?#]/, 1)[0];
  return path === '' || path === '/' ? firstLeaf(routes) : requested;
}

function planBuiltIn(columns: readonly ColumnItem[]): RoutePlan[] {
  return Object.entries(BUILT_IN_COLUMNS).map(([id, plan]) => {
    const column = columns.find((other) => other.id === id);
    const planned = planColumn({ ...(column ?? { id, columnName: plan.title, listOrder: 0 }) }, plan);
    // A dynamic column with isAuth 0 has no route at all; a built-in one keeps its route, outside the menu.
    return column?.isAuth === 0 ? { ...planned, noMenu: 1 } : planned;
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

// A parent may name a child that is not in the list; the reader may not see that child.
function dropUnknown(columns: ColumnItem[], fetched: readonly ColumnItem[]): ColumnItem[] {
  const known = new Set(fetched.map(({ id }) => id));
  return columns.filter(({ id }) => known.has(id));
}

function planColumn(column: ColumnItem, plan: RoutePlan): RoutePlan {
  const { parentId: _, children: __, columnName, ...flags } = column;
  const title = columnName;
  const { loginAuth = 1, isAuth = 1, breadShow = 1 } = column;
  const icon = column.icon || (plan.icon ?? '');
  const view = { icon, loginAuth, isAuth, breadShow, noMenu: 1, listOrder: hiddenListOrder };
  return {
    ...plan,
    ...flags,
    title,
    icon,
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
    isAuth: 1,
    isNav: 1,
    noMenu: 0,
    codePath: null,
    hideChild: 0,
    ...plan,
    listOrder: isOn(plan.noMenu ?? 0) ? hiddenListOrder : (plan.listOrder ?? 0),
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

function toNavEntry({ title, href, links }: MenuEntry): NavEntry {
  const plain = { icon: '', needsLogin: false };
  return {
    ...plain,
    id: `${title} ${href}`,
    path: href,
    title,
    children: links.map((link) => ({
      ...plain,
      id: link.href,
      path: link.href,
      title: link.name,
      children: [],
    })),
  };
}

function byListOrder<T extends { listOrder: number }>(routes: readonly T[]): T[] {
  return routes.toSorted((a, b) => b.listOrder - a.listOrder);
}

function isInMenu(route: RouteItem): boolean {
  return route.isNav !== 0 && route.listOrder !== hiddenListOrder;
}

function isOn(flag: number): boolean {
  return flag === 1;
}
