import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildNav, buildRoutes, firstLeaf } from '#client/routes.ts';
import { listColumns } from '#features/columns/index.ts';
import { maxMenuEntries } from '#shared/menu.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import type { EditedMenu, MenuItem } from './schema.ts';
import { readMenu } from './service.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());
beforeEach(async () => {
  for (const table of ['menus', 'pages'] as const) await portal.ctx.db.deleteFrom(table).execute();
  await portal.ctx.db.updateTable('columns').set({ no_menu: false }).execute();
  portal.ctx.tenant.tags.purge(['columns', 'own-pages']);
});

const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
const detail = async (): Promise<EditedMenu> =>
  (await portal.call('GET /admin/menu/detail', { query: {}, token })).body.data;
const save = async (change: (items: MenuItem[]) => MenuItem[]) => {
  const { mark, items } = await detail();
  return post('menu/save', { mark, items: change(items) });
};
const nameOf = (item: MenuItem) => (item.kind === 'column' ? item.id : item.kind);
const names = async () => (await detail()).items.map(nameOf);
/** What readers see: titles with their addresses, and where / leads. */
const shown = async () => {
  const [columns, menu] = await Promise.all([listColumns(portal.ctx), readMenu(portal.ctx)]);
  const routes = buildRoutes(columns, menu);
  return {
    titles: buildNav(routes, columns, menu.entries).map(({ title }) => title),
    first: firstLeaf(routes),
    menu,
  };
};
const link = (name: string, href: string, pageId: string | null = null): MenuItem => ({
  kind: 'link',
  isHidden: false,
  link: { name, href, pageId },
});
const publishPage = async () => {
  const { id } = (await post('page/create', { template: 'blank' })).data;
  const content = { title: '关于我们', slug: 'about', html: '<p>我们。</p>' };
  await post('page/save', { id, base: 1, isAutosave: false, content });
  await post('page/publish', { id, base: 2 });
  return id as string;
};

test('without changes, home is first and the contest behind the columns', async () => {
  const { items } = await detail();
  expect(items.map(nameOf)).toEqual(['home', ...items.slice(1, -1).map(nameOf), 'contest']);
  expect(items.filter(({ kind }) => kind === 'column').length).toBeGreaterThan(2);
  expect(items.every(({ isHidden }) => !isHidden)).toBe(true);
});

test('a saved order is the listOrder of columns, with links and groups between them', async () => {
  const pageId = await publishPage();
  const before = await shown();
  const [home, one, two, ...rest] = (await detail()).items as [MenuItem, MenuItem, MenuItem];
  const group: MenuItem = {
    kind: 'group',
    isHidden: false,
    title: '更多',
    links: [
      { name: '', href: '', pageId },
      { name: '外站', href: 'https://a.cn/', pageId: null },
    ],
  };
  const items = [two, link('店铺', 'https://shop.cn/'), home, group, one, ...rest];
  expect(await save(() => items)).toMatchObject({ code: 200 });
  expect(await names()).toEqual(items.map(nameOf));
  const [, first, second, ...others] = before.titles;
  const now = await shown();
  expect(now.titles).toEqual([second, '店铺', '首页', '更多', first, ...others]);
  expect(now.menu.entries).toMatchObject([
    { title: '店铺', href: 'https://shop.cn/', links: [] },
    {
      title: '更多',
      href: '',
      links: [
        { name: '关于我们', href: '/page/about' },
        { name: '外站', href: 'https://a.cn/' },
      ],
    },
  ]);
  const orders = (await listColumns(portal.ctx)).map(({ listOrder }) => listOrder);
  expect(new Set(orders).size).toBe(orders.length);
});

test('a saved menu is forgotten by every page, which shows it, and its columns', async () => {
  expect(await purgedBy(portal, () => save((items) => items.toReversed()))).toEqual(['columns', 'footer']);
});

test('hidden entries leave the menu, and / leads to the next open one', async () => {
  expect((await shown()).first).toBe('/index');
  const open = (await listColumns(portal.ctx)).find(
    ({ loginAuth, parentId }) => loginAuth === 0 && parentId === null,
  );
  await save((items) =>
    items.map((item) => ({ ...item, isHidden: item.kind === 'home' || item.kind === 'contest' })),
  );
  const now = await shown();
  expect(now.titles).not.toContain('首页');
  expect(now.titles).not.toContain('股神争霸');
  expect(now.first).toBe(open ? `/${open.id}` : '/index');
  await save((items) => items.map((item) => ({ ...item, isHidden: item.kind === 'column' })));
  expect(await shown()).toMatchObject({ titles: ['首页', '股神争霸'], first: '/index' });
});

test('an arrangement of the columns leaves the entries between them in their places', async () => {
  await save((items) => items.toSpliced(2, 0, link('店铺', 'https://shop.cn/')));
  const before = await names();
  const { mark, columns } = (await portal.call('GET /admin/column/tree', { query: {}, token })).body.data;
  const order = columns.map(({ id, parentId }: { id: string; parentId: string | null }) => ({
    id,
    parentId,
  }));
  const swapped = [order[1], order[0], ...order.slice(2)];
  expect(await post('column/arrange', { mark, columns: swapped })).toMatchObject({ code: 200 });
  const [home, first, added, second, ...rest] = before;
  expect(await names()).toEqual([home, second, added, first, ...rest]);
});

test('links to a page leave with it', async () => {
  const pageId = await publishPage();
  await save((items) => [...items, link('', '', pageId)]);
  expect((await shown()).titles.at(-1)).toBe('关于我们');
  await post('page/withdraw', { id: pageId });
  expect((await shown()).titles).not.toContain('关于我们');
  expect(await names()).toContain('link');
  await post('page/delete', { id: pageId });
  await save((items) => items);
  expect(await names()).not.toContain('link');
});

describe('refuses', () => {
  test('a save on a menu or columns that changed meanwhile', async () => {
    const opened = await detail();
    await save((items) => items.toReversed());
    expect(await post('menu/save', opened)).toMatchObject({ code: 409 });
    const { mark, items } = await detail();
    const [column] = (await portal.call('GET /admin/column/tree', { query: {}, token })).body.data.columns;
    await portal.ctx.db.updateTable('columns').set({ no_menu: true }).where('id', '=', column.id).execute();
    expect(await post('menu/save', { mark, items })).toMatchObject({ code: 409 });
  });

  test.each<[string, (items: MenuItem[]) => MenuItem[], string]>([
    ['a missing entry', (items) => items.slice(1), '应各出现一次'],
    ['a doubled entry', (items) => [...items, ...items.slice(1, 2)], '应各出现一次'],
    ['a column that is not in the menu', (items) => items.with(1, column('987654')), '应各出现一次'],
    ['an empty link', (items) => [...items, link('', '')], '请填写地址'],
    ['a link without a name', (items) => [...items, link('', '/vip')], '请填写名称'],
    ['a script', (items) => [...items, link('一', 'javascript:alert(1)')], '地址应为'],
    [
      'too many links',
      (items) => [...items, ...Array.from({ length: maxMenuEntries + 1 }, () => link('一', '/vip'))],
      `最多添加 ${maxMenuEntries} 个`,
    ],
  ])('%s, and changes nothing', async (_, change, message) => {
    const before = await detail();
    const refused = await save(change);
    expect(refused.code).toBe(400);
    expect(refused.msg).toContain(message);
    expect(await detail()).toEqual(before);
  });

  test('staff without the permission for columns', async () => {
    const { token: finance } = await logIn(portal, { role: 'finance' });
    const { body } = await portal.call('GET /admin/menu/detail', { query: {}, token: finance });
    expect(body.code).toBe(403);
  });
});

const column = (id: string): MenuItem => ({ kind: 'column', isHidden: false, id });
