import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import { expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { currentAddress, logIn, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';

const column: Column = {
  ...{ id: '101', columnName: '宏观手记', description: '看数据', kind: 'article', listOrder: 5 },
  ...{
    parentId: null,
    isNav: 1,
    isAuth: 1,
    loginAuth: 0,
    noMenu: 0,
    menuType: 0,
    MenuType: 0,
    codePath: null,
  },
  ...{ icon: '', keepAlive: 0, breadShow: 1, hideChild: 0, children: [] },
};
const plan: OfferedPlan = {
  ...{
    id: '3',
    scope: 'column',
    columnId: '101',
    columnName: '宏观手记',
    name: '包月',
    months: 1,
    days: null,
  },
  ...{ price: 6800, firstPrice: null, isTrial: false, yourPrice: 6800, isAvailable: true },
};

/** Rows with a cover hide the least important parts of their byline on a phone. */
const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>';

beforeEach(() => {
  answer(
    'GET /reception/article/getResearchArticleList',
    pageOf([
      { ...postRecord('1', '买过的一篇'), access: 'paid', price: 1200, cover: picture },
      { ...postRecord('2', '没有买的一篇'), access: 'paid', price: 1800 },
      { ...postRecord('3', '专享的一篇'), access: 'vip' },
      postRecord('4', '公开的一篇'),
    ]),
  );
  answer('GET /reception/article/researchCharts', []);
  answer('POST /reception/getAdList', []);
  answer('GET /reception/getPinned', []);
  answer('GET /reception/getPlans', [
    plan,
    { ...plan, id: '4', scope: 'vip', columnId: null, yourPrice: 100 },
  ]);
});

const open = () => openSite('/101', { columns: [column] });
const row = (title: string) => page.getByRole('article').filter({ hasText: title });

test('a visitor sees the prices of a column and its posts, and every page leads to the next but the last', {
  tags: ['strict'],
}, async () => {
  const list = answer('GET /reception/article/getResearchArticleList', pageOf([]));
  answer('GET /reception/article/getResearchArticleList', {
    ...(list as ReturnType<typeof pageOf>),
    pages: 2,
  } as never);
  await open();
  await expect.element(page.getByText('¥68 / 1 个月')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '订阅：宏观手记' }))
    .toHaveAttribute('href', '/login?returnTo=%2F101');
  await expect.element(row('买过的一篇').getByText('¥12')).toBeVisible();
  expect(callsTo('GET /member/accessMarks')).toEqual([]);
  expect(page.getByRole('link', { name: '上一页' }).query()).toBeNull();
  await page.viewport(360, 740);
  await expect.element(row('买过的一篇').getByText('¥12')).toBeVisible();
  await expectNoSidewaysScroll();

  await page.getByRole('link', { name: '下一页' }).click();
  await expect.element(page.getByRole('link', { name: '上一页' })).toHaveAttribute('href', '/101');
  expect(page.getByRole('link', { name: '下一页' }).query()).toBeNull();
  expect(currentAddress()).toBe('/101?current=2');
  expect(callsTo('GET /reception/article/getResearchArticleList').map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ columnId: '101', current: '2' }),
  );
});

test('a subscriber sees until when, and what they bought or may read in one call', async () => {
  logIn();
  answer('GET /member/memberships', [
    { scope: 'column', columnId: '101', name: '宏观手记 订阅', endsAt: '2027-03-01T08:00:00+08:00' },
  ]);
  answer('GET /member/accessMarks', [
    { id: '1', mark: 'bought' },
    { id: '3', mark: 'readable' },
  ]);
  await open();
  await expect.element(page.getByText('已订阅，至 2027 年 3 月 1 日')).toBeVisible();
  await expect.element(page.getByRole('button', { name: '续费：宏观手记' })).toBeVisible();
  for (const width of [1440, 360]) {
    await page.viewport(width, 740);
    await expect.element(row('买过的一篇').getByText('已购')).toBeVisible();
    await expect.element(row('专享的一篇').getByText('可读')).toBeVisible();
  }
  expect(row('买过的一篇').element().textContent).not.toContain('¥');
  expect(row('没有买的一篇').element().textContent).toContain('付费¥18');
  expect(callsTo('GET /member/accessMarks')).toHaveLength(1);

  answer('GET /reception/getPlans', []);
  answer('GET /member/memberships', []);
  await open();
  await expect.element(row('公开的一篇')).toBeVisible();
  expect(page.getByText('订阅', { exact: true }).query()).toBeNull();
});
