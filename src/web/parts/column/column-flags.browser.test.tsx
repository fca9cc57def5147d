import { type LoaderFunctionArgs, matchRoutes } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readStored } from '#client/storage.ts';
import type { Column } from '#features/columns/schema.ts';
import { defaultMenu } from '#shared/menu.ts';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { column } from '#testing/browser/columns.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';
import { answerLoginPage } from '#testing/browser/sign-in.ts';
import { ICON_PATHS } from '#ui/icon-paths.ts';
import { createRoutes } from '#web/routes.tsx';

// What a reader sees of each flag of a column (docs/product.md §3), switched both ways.

/** Opens the site with a parent column, its child, and the built-in columns 1 and 2; `changes` are by column id. */
const openColumns = (address: string, changes: Record<string, Partial<Column>> = {}) =>
  openSite(address, {
    columns: [
      column('1', '全球资讯', changes['1']),
      column('2', '脱水研报', changes['2']),
      column('1001', '宏观手记', changes['1001']),
      column('1002', '利率观察', { parentId: '1001', ...changes['1002'] }),
    ],
  });

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const crumbs = () => page.getByRole('navigation', { name: '位置' });
const menuEntry = (name: string) =>
  page.getByRole('navigation', { name: '栏目', exact: true }).getByRole('link', { name, exact: true });
const submenuEntry = (name: string) =>
  page.getByRole('navigation', { name: '子栏目' }).getByRole('link', { name, exact: true });
const iconPaths = () =>
  [
    ...(page.getByRole('heading', { level: 1 }).element().parentElement?.querySelectorAll('svg path') ?? []),
  ].map((path) => path.getAttribute('d'));

beforeEach(() => {
  const posts = Array.from({ length: 30 }, (_, at) => postRecord(String(at + 1), `第 ${at + 1} 篇`));
  answer('GET /reception/article/getResearchArticleList', pageOf(posts));
  answer('GET /reception/article/researchCharts', []);
  answer('GET /news/reception/getGlobalNewsList', pageOf([]));
  answer('GET /news/reception/theCharts', []);
  answer('POST /reception/getAdList', []);
  answer('GET /reception/getPinned', []);
  answer('GET /reception/getPlans', []);
});

test('breadShow 1, hideChild 0, noMenu 0, isNav 1, isAuth 1, loginAuth 0 and an icon show a column', async () => {
  await openColumns('/1001', { 1: { icon: 'bolt' }, 1001: { breadShow: 1, icon: 'chart' } });
  await expect.element(heading('宏观手记')).toBeVisible();
  expect(currentAddress()).toBe('/1001');
  expect(crumbs().elements()).toHaveLength(1);
  expect(menuEntry('宏观手记').elements()).toHaveLength(1);
  expect(submenuEntry('利率观察').elements()).toHaveLength(1);
  expect(menuEntry('利率观察').elements()).toHaveLength(0);
  expect(iconPaths()).toEqual([ICON_PATHS.chart]);
  // The bar of a phone shows the icon of a built-in column.
  await page.viewport(360, 740);
  const entry = page.getByRole('navigation', { name: '主要入口' }).getByRole('link', { name: '资讯' });
  await expect.element(entry).toBeVisible();
  expect(entry.element().querySelector('path')?.getAttribute('d')).toBe(ICON_PATHS.bolt);
});

test('breadShow 0, hideChild 1, noMenu 1 and no icon leave out crumbs, submenu, menu entry and icon', async () => {
  await openColumns('/1001', { 1001: { breadShow: 0, hideChild: 1, noMenu: 1, icon: '' } });
  await expect.element(heading('宏观手记')).toBeVisible();
  expect(crumbs().elements()).toHaveLength(0);
  expect(submenuEntry('利率观察').elements()).toHaveLength(0);
  expect(menuEntry('宏观手记').elements()).toHaveLength(0);
  expect(iconPaths()).toEqual([]);
});

test('noMenu 1 of a child, isNav 0 and isAuth 0 leave out the entry; a hidden column has no page, a built-in one has', async () => {
  await openColumns('/1001', { 1: { isAuth: 0 }, 2: { isNav: 0 }, 1002: { noMenu: 1 } });
  await expect.element(heading('宏观手记')).toBeVisible();
  expect(submenuEntry('利率观察').elements()).toHaveLength(0);
  expect(menuEntry('脱水研报').elements()).toHaveLength(0);
  expect(menuEntry('全球资讯').elements()).toHaveLength(0);
  for (const flag of ['isNav', 'isAuth'] as const) {
    await openColumns('/1001', { 1001: { [flag]: 0 } });
    await expect.element(heading('这一页不在了')).toBeVisible();
    expect(menuEntry('宏观手记').elements()).toHaveLength(0);
    expect(menuEntry('脱水研报').elements()).toHaveLength(1);
  }
  await openColumns('/rined', { 2: { isNav: 0, breadShow: 0 } });
  await expect.element(heading('脱水研报')).toBeVisible();
  expect(crumbs().elements()).toHaveLength(0);
});

test('loginAuth 1 sends a visitor to the log-in', async () => {
  answerLoginPage();
  await openColumns('/1001', { 1001: { loginAuth: 1 } });
  expect(currentAddress()).toBe('/login?returnTo=%2F1001');
});

test('keepAlive 1 restores the reading position on return, 0 does not', async () => {
  await openColumns('/1001', { 1001: { keepAlive: 1 }, 2: { keepAlive: 0 } });
  await expect.element(heading('宏观手记')).toBeVisible();
  const scroll = async () => {
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    window.scrollTo(0, 900);
    await expect.poll(() => window.scrollY).toBe(900);
    await ended;
  };
  // Not a click by the pointer, for which the browser driver scrolls.
  const goTo = async (name: string) => {
    (menuEntry(name).element() as HTMLElement).click();
    await expect.element(heading(name)).toBeVisible();
  };
  await scroll();
  await goTo('脱水研报');
  await scroll();
  await goTo('宏观手记');
  await expect.poll(() => Math.round(window.scrollY)).toBe(900);
  await goTo('脱水研报');
  await expect.poll(() => Math.round(window.scrollY)).toBe(0);
});

test('a page that is not kept starts anew when the route name changes, also between routes of one view', async () => {
  await openColumns('/1001');
  await expect.element(heading('宏观手记')).toBeVisible();
  // React keeps the elements of a page for as long as it keeps its state.
  const elementOfPage = () => page.getByRole('main').element();
  const first = elementOfPage();
  const lastWeek = page.getByRole('main').getByRole('link', { name: '近一周' });
  await lastWeek.click();
  await expect.element(lastWeek).toHaveAttribute('aria-current');
  expect(currentAddress()).toBe('/1001?period=week');
  expect(elementOfPage()).toBe(first);
  // The focus moves into the next page, unless the link that leads there stays.
  await submenuEntry('利率观察').click();
  await expect.element(heading('利率观察')).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(elementOfPage()).not.toBe(first);
  const second = elementOfPage();
  history.back();
  await expect.element(heading('宏观手记')).toBeVisible();
  expect([first, second]).not.toContain(elementOfPage());
  await menuEntry('脱水研报').click();
  await expect.element(heading('脱水研报')).toBeVisible();
  await expect.element(menuEntry('脱水研报')).toHaveFocus();
});

describe('a tab that stays open', () => {
  const now = Date.now;
  const passFiveMinutes = () => {
    Date.now = () => now() + 5 * 60_000 + 1;
  };

  afterEach(() => {
    Date.now = now;
  });

  test('loads the columns again after five minutes, and rebuilds the menu around the page on screen', async () => {
    await openColumns('/1001');
    const child = column('1004', '汇率观察', { parentId: '1001' });
    const parent = column('1001', '宏观手记', { children: [child] });
    const added = column('1003', '海外来信');
    answer('GET /reception/column/getColumnList', [column('2', '脱水研报'), parent, added, child]);
    answer('GET /reception/column/getColumnChildrenList', [child]);
    await menuEntry('脱水研报').click();
    await expect.element(heading('脱水研报')).toBeVisible();
    expect(callsTo('GET /reception/column/getColumnList')).toHaveLength(0);
    passFiveMinutes();
    await menuEntry('宏观手记').click();
    await expect.element(submenuEntry('汇率观察')).toBeVisible();
    expect(submenuEntry('利率观察').elements()).toHaveLength(0);
    await expect.element(menuEntry('海外来信')).toBeVisible();
    expect(currentAddress()).toBe('/1001');
    expect(callsTo('GET /reception/column/getColumnChildrenList').map(({ query }) => query)).toEqual([
      { columnId: '1001' },
    ]);
    expect(readStored('columnList')?.map(({ id }) => id)).toEqual(['2', '1001', '1003', '1004']);
  });

  test('opens another page as a new document once the columns have changed, which brings its routes', async () => {
    const routes = createRoutes({
      columns: [column('1001', '宏观手记')],
      menu: defaultMenu,
      isLoggedIn: () => false,
      isOutdated: () => true,
    });
    const route = matchRoutes(routes, '/1001')?.at(-1)?.route;
    if (typeof route?.lazy !== 'function') throw new Error('The column has no view.');
    const loader = (await route.lazy()).loader as (args: LoaderFunctionArgs) => Promise<unknown>;
    const request = new Request(new URL('/1001?tag=a', location.origin));
    history.replaceState(null, '', '/rined');
    const redirect = await loader({ request } as LoaderFunctionArgs).catch(
      (response: Response) => response.headers,
    );
    expect([...(redirect as Headers)]).toEqual(
      expect.arrayContaining([
        ['location', '/1001?tag=a'],
        ['x-remix-reload-document', 'true'],
      ]),
    );
  });

  test('keeps its columns if the list does not load, and tries again at the next navigation', async () => {
    await openColumns('/1001');
    await expect.element(heading('宏观手记')).toBeVisible();
    answer('GET /reception/column/getColumnList', networkError());
    passFiveMinutes();
    await menuEntry('脱水研报').click();
    await expect.element(heading('脱水研报')).toBeVisible();
    answer('GET /reception/column/getColumnList', [column('2', '脱水研报'), column('1003', '海外来信')]);
    await menuEntry('宏观手记').click();
    await expect.element(menuEntry('海外来信')).toBeVisible();
  });
});
