import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { logIn, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';
import { widths } from '#testing/browser/widths.ts';

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

describe('the head of a column that is sold', () => {
  test.for(widths)('shows its price and leads a visitor to the log-in, %i px wide', async (width) => {
    await page.viewport(width, 740);
    await open();
    await expect.element(page.getByText('¥68 / 1 个月')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: '订阅：宏观手记' }))
      .toHaveAttribute('href', '/login?returnTo=%2F101');
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  test('shows a subscriber until when', async () => {
    logIn();
    answer('GET /member/memberships', [
      { scope: 'column', columnId: '101', name: '宏观手记 订阅', endsAt: '2027-03-01T08:00:00+08:00' },
    ]);
    await open();
    await expect.element(page.getByText('已订阅，至 2027 年 3 月 1 日')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '续费：宏观手记' })).toBeVisible();
  });

  test('shows nothing of a column without a plan', async () => {
    answer('GET /reception/getPlans', []);
    await open();
    await expect.element(row('公开的一篇')).toBeVisible();
    expect(page.getByText('订阅', { exact: true }).query()).toBeNull();
  });
});

describe('the marks of a list', () => {
  test.for(widths)(
    'are 已购 and 可读 for a member, asked for in one call, and the price of what is locked, %i px wide',
    async (width) => {
      await page.viewport(width, 740);
      logIn();
      answer('GET /member/memberships', []);
      answer('GET /member/accessMarks', [
        { id: '1', mark: 'bought' },
        { id: '3', mark: 'readable' },
      ]);
      await open();
      await expect.element(row('买过的一篇').getByText('已购')).toBeVisible();
      await expect.element(row('专享的一篇').getByText('可读')).toBeVisible();
      expect(row('买过的一篇').element().textContent).not.toContain('¥');
      expect(row('没有买的一篇').element().textContent).toContain('付费¥18');
      expect(callsTo('GET /member/accessMarks')).toHaveLength(1);
      await expectAccessible();
    },
  );

  test('are prices for a visitor, without a call', async () => {
    await open();
    await expect.element(row('买过的一篇').getByText('¥12')).toBeVisible();
    expect(callsTo('GET /member/accessMarks')).toEqual([]);
  });
});
