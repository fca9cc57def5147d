import type { Page } from '@playwright/test';
import { expectWellMade } from './checks.ts';
import type { Edition } from './edition.ts';
import { expect, waitForHydration } from './journey.ts';
import { test } from './visit.ts';

type Visit = {
  name: string;
  address: string | ((edition: Edition) => string);
  /** Text that is visible once the page is complete. */
  shows: string;
  status?: number;
};

/** Every template of the site once, with the longest content that the edition has. */
const visits: Record<'visitor' | 'member' | 'vip', Visit[]> = {
  visitor: [
    { name: 'home', address: '/index', shows: '最新文章' },
    { name: 'a column', address: '/101', shows: '产业深潜' },
    { name: 'a list without posts', address: '/101?tag=没有这个标签', shows: '没有符合条件的文章' },
    {
      name: 'a post with a very long title',
      address: (e) => e.post('read-05').address,
      shows: '三千六百万元',
    },
    { name: 'a post with code', address: (e) => e.post('read-02').address, shows: '勾稽关系' },
    { name: 'a post for sale with tables', address: (e) => e.post('deep-02').address, shows: '购买本篇' },
    { name: 'search with results', address: '/search?keyword=电价', shows: '命中' },
    { name: 'search without results', address: '/search?keyword=qzxqzx', shows: '没有找到' },
    { name: 'the privacy policy', address: '/agreement?kind=privacy', shows: '隐私政策' },
    { name: 'a shared post', address: (e) => `/mobileDetail?id=${e.post('sea-01').id}`, shows: '读更多' },
    { name: 'a tag', address: '/tag/公司', shows: '相关标签' },
    { name: 'an author', address: '/author?id=1', shows: '热门作者' },
    { name: 'what VIP brings', address: '/membership', shows: '选一个套餐' },
    { name: 'log-in', address: '/login?returnTo=%2Frined', shows: '登录后回到刚才那一页' },
    { name: 'registration', address: '/login?way=register', shows: '已经有账号？' },
    { name: 'a forgotten password', address: '/password', shows: '想起来了？' },
    { name: 'the outbox', address: '/outbox', shows: '短信和邮件不会真正发出' },
    { name: 'the contest', address: '/gszb', shows: '模拟' },
    { name: 'the contest’s rules', address: '/gszb/rules', shows: '模拟' },
    { name: '404', address: '/no/such/page', shows: '这一页不在了', status: 404 },
  ],
  member: [
    { name: 'home', address: '/index', shows: '最新文章' },
    { name: 'global news', address: '/globalInfo', shows: '全球资讯' },
    { name: 'a news post', address: (e) => e.post('news-26').address, shows: '更正' },
    { name: 'reports', address: '/rined', shows: '脱水研报' },
    { name: 'a report', address: (e) => e.post('report-02').address, shows: '人心没动' },
    { name: 'advanced search', address: '/index/search?keyword=铜&field=title', shows: '命中' },
    { name: 'the contest', address: '/gszb?board=day', shows: '模拟' },
    { name: 'the contest’s market', address: '/gszb/trade', shows: '模拟' },
  ],
  vip: [
    { name: 'VIP posts', address: '/vip', shows: 'VIP 专享' },
    { name: 'a VIP post', address: (e) => e.post('vip-01').address, shows: '第二本账' },
  ],
};

async function visit(page: Page, edition: Edition, { address, shows, status = 200 }: Visit): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const response = await page.goto(typeof address === 'string' ? address : address(edition));
  expect(response?.status()).toBe(status);
  await waitForHydration(page);
  await expect(page.locator('#root')).toContainText(shows);
  await expect(page).toHaveTitle(/观澜/);
  await expect(page.locator('h1')).toHaveCount(1);
  await expectWellMade(page);
}

for (const reader of ['visitor', 'member', 'vip'] as const)
  test.describe(() => {
    test.use({ reader });

    test(`every page for a ${reader} is complete, accessible and as wide as the screen, light and dark, large and small`, async ({
      page,
      edition,
      allowed,
    }) => {
      test.setTimeout(400_000);
      allowed.expect(/status of 404/);
      for (const one of visits[reader])
        await test.step(one.name, async () => {
          const problem = await visit(page, edition, one).then(() => '', String);
          expect.soft(problem, one.name).toBe('');
        });
    });
  });
