import { describe, expect, test } from 'vitest';
import {
  addressAfterRoutes,
  buildNav,
  buildRoutes,
  type ColumnItem,
  columnPath,
  detailPath,
  firstLeaf,
  type RouteItem,
  standaloneRoutes,
} from './routes.ts';

const column = (id: string, more: Partial<ColumnItem> = {}): ColumnItem => ({
  id,
  columnName: `栏目${id}`,
  listOrder: 0,
  parentId: null,
  isNav: 1,
  isAuth: 1,
  loginAuth: 0,
  noMenu: 0,
  keepAlive: 1,
  breadShow: 1,
  hideChild: 0,
  icon: '',
  codePath: null,
  menuType: 1,
  ...more,
});

const BUILT_IN = [
  column('1', { columnName: '全球资讯', listOrder: 1000, loginAuth: 1, codePath: 1 }),
  column('2', { columnName: '脱水研报', listOrder: 990, loginAuth: 1, codePath: 2 }),
  column('3', { columnName: 'VIP 专享', listOrder: 980, loginAuth: 1, codePath: 3 }),
];

const paths = (routes: RouteItem[]) => routes.map(({ fullPath }) => fullPath);
const routeAt = (routes: RouteItem[], path: string): RouteItem => {
  const found = routes
    .flatMap((route) => [route, ...route.children])
    .findLast(({ fullPath }) => fullPath === path);
  if (!found) throw new Error(`no route ${path}`);
  return found;
};
const dynamic = (routes: RouteItem[]) => paths(routes).filter((path) => /^\/\d/.test(path));

describe('docs/product.md §2: static menu', () => {
  const routes = buildRoutes(BUILT_IN);

  test('contains every path of the table', () => {
    const all = routes.flatMap((route) => [route.fullPath, ...paths(route.children)]);
    expect(new Set(all)).toEqual(
      new Set([
        ...['/index', '/index/search', '/globalInfo', '/globalInfo/detail', '/rined', '/rined/detail'],
        ...['/vip', '/vip/detail', '/personal', '/personal/info', '/personal/purchase'],
        ...['/personal/reference', '/personal/password', '/personal/collect', '/personal/reference/add'],
        // In addition to the children of the personal center that docs/product.md §2 lists.
        ...['/personal/follow', '/personal/feed', '/personal/history', '/personal/messages'],
        '/personal/security',
        '/tag/:name',
        ...['/topic', '/topic/:slug'],
        ...['/personal/notices', '/agreement', '/password', '/search', '/gszb'],
        // An author's own page, which following needs (docs/product.md §2).
        '/author',
        // What VIP brings and costs (docs/product.md §15).
        '/membership',
        // Securities, and those a member watches (docs/product.md §26).
        ...['/stock', '/personal/stocks'],
        // The publisher's own pages (docs/product.md §28).
        '/page/:slug',
        // In addition to the page of the contest that docs/product.md §2 lists.
        ...['/gszb/trade', '/gszb/player', '/gszb/rules'],
      ]),
    );
    expect(paths(standaloneRoutes)).toEqual([
      '/login',
      '/mobileDetail',
      '/outbox',
      '/preview',
      '/unsubscribe',
    ]);
  });

  test.each([
    ['/index', false],
    ['/index/search', true],
    ['/globalInfo', true],
    ['/globalInfo/detail', true],
    ['/rined', true],
    ['/rined/detail', true],
    ['/vip', true],
    ['/vip/detail', true],
    ['/personal', true],
    ['/personal/info', true],
    ['/personal/reference/add', true],
    ['/agreement', false],
    ['/password', false],
    ['/search', false],
    ['/author', false],
    ['/membership', false],
    ['/gszb', false],
    ['/gszb/trade', false],
    ['/gszb/player', false],
    ['/gszb/rules', false],
  ])('%s needs a log-in: %s', (path, auth) => {
    expect(routeAt(routes, path).meta.auth).toBe(auth);
  });

  test('hidden entries use listOrder 999999999, /gszb 0', () => {
    for (const path of ['/personal', '/agreement', '/password', '/search']) {
      expect(routeAt(routes, path)).toMatchObject({ listOrder: 999999999, noMenu: 1 });
    }
    expect(routes.find(({ fullPath }) => fullPath === '/gszb')?.listOrder).toBe(0);
    const hidden = [column('1001'), { ...column('1002'), noMenu: 1 }];
    const entries = buildRoutes([...BUILT_IN, ...hidden]).flatMap((route) => [route, ...route.children]);
    for (const path of ['/index/search', '/personal/info', '/personal/reference/add', '/rined/detail'])
      expect(routeAt(routes, path)).toMatchObject({ listOrder: 999999999, noMenu: 1 });
    for (const { fullPath, path, noMenu, listOrder } of [...entries, ...standaloneRoutes])
      expect(listOrder === 999999999, `${fullPath} ${path}`).toBe(noMenu === 1);
    expect(entries.filter(({ fullPath }) => fullPath === '/1001/detail')).toMatchObject([{ noMenu: 1 }]);
    expect(entries.find(({ path }) => path === '1002')).toMatchObject({ noMenu: 1 });
  });

  test('built-in columns have ids and section codes 1, 2, 3', () => {
    const built = ['/globalInfo', '/rined', '/vip'].map((path) => routes.find((r) => r.fullPath === path));
    expect(built.map((route) => [route?.id, route?.codePath])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ]);
  });

  test('built-in columns exist without a column list, and then need a log-in', () => {
    expect(routeAt(buildRoutes([]), '/vip/detail')).toMatchObject({
      title: 'VIP 专享详情',
      meta: { auth: true },
    });
  });

  test('docs/product.md §13: the operator may open a built-in column', () => {
    const opened = buildRoutes([{ ...column('1'), columnName: '快讯', loginAuth: 0 }]);
    expect(routeAt(opened, '/globalInfo').meta).toMatchObject({ auth: false, title: '快讯' });
    expect(routeAt(opened, '/globalInfo/detail').meta).toMatchObject({ auth: false, title: '快讯详情' });
    expect(routeAt(opened, '/rined').meta.auth).toBe(true);
  });

  test('route names are unique', () => {
    const names = [...buildRoutes([...BUILT_IN, column('1001')]), ...standaloneRoutes].flatMap((route) => [
      route.name,
      ...route.children.map(({ name }) => name),
    ]);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('docs/product.md §2: dynamic routes', () => {
  test('are sorted by listOrder, descending, equal ones as listed, without the ids 1, 2, 3', () => {
    const routes = buildRoutes([
      column('1001', { listOrder: 5 }),
      column('1002', { listOrder: 50 }),
      ...BUILT_IN,
      column('1003', { listOrder: 5 }),
      column('1004', { listOrder: -1 }),
    ]);
    expect(dynamic(routes)).toEqual(['/1002', '/1001', '/1003', '/1004']);
    expect(routes.filter(({ id }) => id === '1')).toHaveLength(1);
  });

  test('skip columns with isNav 0 or isAuth 0', () => {
    const columns = [column('1001', { isNav: 0 }), column('1002', { isAuth: 0 }), column('1003')];
    expect(dynamic(buildRoutes(columns))).toEqual(['/1003']);
  });

  test('skip a child column that is not in the fetched list', () => {
    const parent = column('1001', { children: [column('1002'), column('1003')] });
    expect(dynamic(buildRoutes([parent, column('1002')])).sort()).toEqual(['/1001', '/1002']);
  });

  test("have a list at the empty path and a detail view titled with the column's name and 详情", () => {
    const route = routeAt(buildRoutes([column('1001', { columnName: '𠮷利观察' })]), '/1001');
    const entry = buildRoutes([column('1001', { columnName: '𠮷利观察' })]).find(({ id }) => id === '1001');
    expect(entry?.children.map(({ path, fullPath, title }) => [path, fullPath, title])).toEqual([
      ['', '/1001', '𠮷利观察'],
      ['detail', '/1001/detail', '𠮷利观察详情'],
    ]);
    expect(route.meta.title).toBe('𠮷利观察');
  });

  test('have meta from the column: auth is true unless loginAuth is 0; title, keepAlive, icon, breadShow', () => {
    const { loginAuth: _, ...silent } = column('1002');
    const routes = buildRoutes([
      column('1001', { icon: 'wave', keepAlive: 1, breadShow: 0, columnName: '宏观' }),
      silent,
      column('1003', { loginAuth: 1, keepAlive: 0 }),
    ]);
    expect(routes.find(({ id }) => id === '1001')?.meta).toEqual({
      auth: false,
      title: '宏观',
      keepAlive: true,
      icon: 'wave',
      breadShow: false,
    });
    expect(routeAt(routes, '/1002').meta.auth).toBe(true);
    expect(routeAt(routes, '/1003').meta).toMatchObject({ auth: true, keepAlive: false });
    expect(routeAt(routes, '/1003/detail').meta.auth).toBe(true);
  });
});

describe('docs/product.md §2: after the routes are added', () => {
  const routes = buildRoutes([...BUILT_IN, column('1001', { listOrder: 2000 })]);

  test.each(['/', '', '/?from=wx', '/#top'])('goes from %j to the first leaf', (address) => {
    expect(addressAfterRoutes(address, routes)).toBe('/index');
  });

  test.each(['/vip/detail?id=3&x=%E5%AE%81#p', '/nowhere', '/index/search?keyword=a'])(
    'goes to %s again, including its query',
    (address) => {
      expect(addressAfterRoutes(address, routes)).toBe(address);
    },
  );

  test('never picks a hidden leaf or one that needs a log-in as the first leaf', () => {
    const rest = routes.filter(({ fullPath }) => fullPath !== '/index');
    expect(firstLeaf(rest)).toBe('/1001');
    expect(firstLeaf(rest.filter(({ id }) => id !== '1001'))).toBe('/gszb');
    expect(firstLeaf(routes.filter(({ meta }) => meta.auth))).toBe('/index');
    expect(firstLeaf([])).toBe('/index');
  });
});

describe('the menu', () => {
  test('shows home first, the contest last, and no hidden entry', () => {
    const columns = [...BUILT_IN, column('1001', { listOrder: 5 }), column('1002', { noMenu: 1 })];
    expect(buildNav(buildRoutes(columns), columns).map(({ path }) => path)).toEqual([
      ...['/index', '/globalInfo', '/rined', '/vip', '/1001', '/gszb'],
    ]);
  });

  test('leaves out a built-in column with isNav 0 or isAuth 0, which keeps its routes', () => {
    for (const flag of ['isNav', 'isAuth']) {
      const columns = BUILT_IN.map((item) => (item.id === '2' ? { ...item, [flag]: 0 } : item));
      const built = buildRoutes(columns);
      expect(buildNav(built, columns).map(({ path }) => path)).toEqual([
        '/index',
        '/globalInfo',
        '/vip',
        '/gszb',
      ]);
      expect(routeAt(built, '/rined/detail').meta.title).toContain('详情');
    }
  });

  test('shows the links that the publisher added, in their places', () => {
    const columns = [column('1001', { listOrder: 30 }), column('1002', { listOrder: 10 })];
    const links = [{ name: '关于我们', href: '/page/about' }];
    const menu = {
      home: { listOrder: 40, isHidden: true },
      contest: { listOrder: 50, isHidden: false },
      entries: [
        { title: '店铺', listOrder: 20, href: 'https://shop.cn/', links: [] },
        { title: '更多', listOrder: 5, href: '', links },
      ],
    };
    const routes = buildRoutes(columns, menu);
    const nav = buildNav(routes, columns, menu.entries).filter(
      ({ path }) => !/^\/(globalInfo|rined|vip)$/.test(path),
    );
    expect(nav.map(({ path, title }) => path || title)).toEqual([
      ...['/gszb', '/1001', 'https://shop.cn/', '/1002', '更多'],
    ]);
    expect(nav.at(-1)?.children).toMatchObject([{ title: '关于我们', path: '/page/about' }]);
    expect(firstLeaf(routes)).toBe('/gszb');
    expect(routeAt(routes, '/index').listOrder).toBe(999_999_999);
  });

  test('shows a column below its parent, unless the parent hides its children', () => {
    const columns = [
      column('1001'),
      column('1002', { parentId: '1001' }),
      column('1003', { parentId: '404' }),
    ];
    const nav = buildNav(buildRoutes(columns), columns);
    const entry = nav.find(({ id }) => id === '1001');
    expect(entry?.children.map(({ id }) => id)).toEqual(['1002']);
    expect(nav.map(({ id }) => id)).not.toContain('1002');
    expect(nav.map(({ id }) => id)).toContain('1003');

    const hiding = columns.map((item) => (item.id === '1001' ? { ...item, hideChild: 1 } : item));
    const quiet = buildNav(buildRoutes(hiding), hiding);
    expect(quiet.find(({ id }) => id === '1001')?.children).toEqual([]);
    expect(quiet.map(({ id }) => id)).not.toContain('1002');
  });
});

test('returns the addresses of lists and details', () => {
  expect(columnPath('1')).toBe('/globalInfo');
  expect(detailPath('3', '88')).toBe('/vip/detail?id=88');
  expect(detailPath('1001', '88')).toBe('/1001/detail?id=88');
});
