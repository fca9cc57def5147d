import { afterEach, expect, test } from 'vitest';
import { buildNav, buildRoutes } from '#client/routes.ts';
import { defineColumns } from '#features/columns/service.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { serveOutgoing } from './outgoing/serve.ts';

/* DYNAMIC_ROUTES (docs/product.md §2): browser, page server, menu and sitemap build their routes from one list. */

let portal: Portal;
afterEach(() => portal.close());

async function open(settings: Record<string, string>) {
  portal = await openPortal(settings);
  serveOutgoing(portal.server, portal.app);
  await defineColumns(portal.ctx, [
    { id: '101', columnName: '产业', listOrder: 5, loginAuth: 0 },
    { id: '102', columnName: '暗门', noMenu: 1, loginAuth: 0 },
    { id: '103', columnName: '暗室', noMenu: 1, parentId: '101' },
  ]);
  const postId = await addPost(portal, { columnId: '101', access: 'public' });
  const { body } = await portal.call('GET /reception/column/getColumnList');
  const routes = buildRoutes(body.data);
  const sitemaps = await portal.server.inject('/sitemap.xml');
  const addresses = [...sitemaps.body.matchAll(/<loc>https?:\/\/[^/]+(\/sitemap[^<]*)<\/loc>/g)].map(
    ([, at]) => at,
  );
  const pages = await Promise.all(addresses.map((address) => portal.server.inject(String(address))));
  return {
    columns: body.data,
    paths: routes.flatMap(({ fullPath, children }) => [fullPath, ...children.map((child) => child.fullPath)]),
    menu: buildNav(routes, body.data).map(({ path }) => path),
    sitemap: [sitemaps, ...pages].map((page) => page.body).join(''),
    postId,
  };
}

test('adds a route, a menu entry and sitemap addresses per dynamic column by default', async () => {
  const { paths, menu, sitemap, postId } = await open({});
  expect(paths).toEqual(expect.arrayContaining(['/101', '/101/detail', '/102', '/vip']));
  expect(menu).toContain('/101');
  expect(sitemap).toContain(`/101/detail?id=${postId}<`);
});

test('adds none with DYNAMIC_ROUTES=false, and keeps the built-in columns', async () => {
  const { columns, paths, menu, sitemap } = await open({ DYNAMIC_ROUTES: 'false' });
  expect(columns.map(({ id, isAuth }: { id: string; isAuth: number }) => [id, isAuth])).toEqual(
    expect.arrayContaining([
      ['1', 1],
      ['101', 0],
    ]),
  );
  expect(paths.filter((path) => /^\/\d/.test(path))).toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(['/globalInfo', '/rined/detail', '/vip']));
  expect(menu.filter((path) => /^\/\d/.test(path))).toEqual([]);
  expect(sitemap).toContain('<loc>');
  expect(sitemap).not.toContain('/101');
});

test('spells MenuType as docs/product.md §3, and gives hidden columns and children listOrder 999999999', async () => {
  const { columns } = await open({});
  const byId = new Map(columns.map((column: { id: string }) => [column.id, column]));
  expect(byId.get('101')).toMatchObject({ MenuType: 1, menuType: 1, listOrder: 5 });
  expect(byId.get('102')).toMatchObject({ noMenu: 1, listOrder: 999999999 });
  expect(byId.get('101')).toHaveProperty('children', [
    expect.objectContaining({ id: '103', MenuType: 1, listOrder: 999999999 }),
  ]);
  const orders = columns.map(({ listOrder }: { listOrder: number }) => listOrder);
  expect(orders).toEqual(orders.toSorted((a: number, b: number) => b - a));
});
