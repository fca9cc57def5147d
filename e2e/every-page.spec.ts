import { expectWellMade } from './checks.ts';
import type { Edition } from './edition.ts';
import { expect, waitForHydration } from './journey.ts';
import type { AccountName } from './portal.ts';
import { test } from './visit.ts';

type Case = {
  name: string;
  address: string | ((edition: Edition) => string);
  reader?: AccountName;
  /** Text that is visible once the page is complete. */
  shows: string | RegExp | ((edition: Edition) => string);
  status?: number;
};

const pages: Case[] = [
  { name: 'home', address: '/index', shows: '最新文章' },
  { name: 'home of a member', address: '/index', shows: '最新文章', reader: 'member' },
  { name: 'a column', address: '/101', shows: '产业深潜' },
  { name: 'a page of a column that does not exist', address: '/101?current=40', shows: '没有这一页' },
  {
    name: 'a column with a filter that matches nothing',
    address: '/101?tag=没有这个标签',
    shows: '没有符合条件的文章',
  },
  { name: 'a post', address: (e) => e.post('macro-05').address, shows: (e) => e.post('macro-05').title },
  {
    name: 'a post with a very long title',
    address: (e) => e.post('read-05').address,
    shows: '三千六百万元',
  },
  { name: 'a post with code', address: (e) => e.post('read-02').address, shows: '勾稽关系' },
  { name: 'a post behind the paywall', address: (e) => e.post('deep-01').address, shows: '订阅栏目' },
  { name: 'a post for sale', address: (e) => e.post('deep-02').address, shows: '购买本篇' },
  { name: 'search without a query', address: '/search', shows: '大家在搜' },
  { name: 'search with results', address: '/search?keyword=电价', shows: '命中' },
  { name: 'search without results', address: '/search?keyword=qzxqzx', shows: '没有找到' },
  { name: 'the agreement', address: '/agreement', shows: '起施行' },
  { name: 'the privacy policy', address: '/agreement?kind=privacy', shows: '隐私政策' },
  { name: 'a shared post', address: (e) => `/mobileDetail?id=${e.post('sea-01').id}`, shows: '读更多' },
  { name: 'a tag', address: '/tag/公司', shows: '相关标签' },
  { name: 'an author', address: '/author?id=1', shows: '热门作者' },
  { name: 'an author, seen by a member', address: '/author?id=1', shows: '热门作者', reader: 'member' },
  { name: 'an author without news', address: '/author?id=1&kind=news', shows: '还没有资讯' },
  { name: 'an unknown author', address: '/author?id=999999999', shows: '这一页不在了', status: 404 },
  { name: 'what VIP brings', address: '/membership', shows: '选一个套餐' },
  { name: 'log-in', address: '/login?returnTo=%2Frined', shows: '登录后回到刚才那一页' },
  { name: 'log-in by SMS', address: '/login?way=sms', shows: '未注册的手机号验证后自动注册' },
  { name: 'registration', address: '/login?way=register', shows: '已经有账号？' },
  { name: 'a forgotten password', address: '/password', shows: '想起来了？' },
  { name: 'the outbox', address: '/outbox', shows: '短信和邮件不会真正发出' },
  { name: 'the contest', address: '/gszb', shows: '模拟' },
  { name: 'the contest, seen by a member', address: '/gszb?board=day', shows: '模拟', reader: 'member' },
  { name: 'the contest’s market', address: '/gszb/trade', shows: '模拟', reader: 'member' },
  { name: 'the contest’s rules', address: '/gszb/rules', shows: '模拟' },
  {
    name: 'an unknown player',
    address: '/gszb/player?id=999999999',
    shows: '这一页不在了',
    status: 404,
  },
  { name: '404', address: '/no/such/page', shows: '这一页不在了', status: 404 },
  { name: 'an unknown post', address: '/101/detail?id=1', shows: '这一页不在了', status: 404 },
  { name: 'global news', address: '/globalInfo', shows: '全球资讯', reader: 'member' },
  { name: 'a news post', address: (e) => e.post('news-26').address, shows: '更正', reader: 'member' },
  { name: 'reports', address: '/rined', shows: '脱水研报', reader: 'member' },
  { name: 'a report', address: (e) => e.post('report-02').address, shows: '人心没动', reader: 'member' },
  { name: 'VIP posts', address: '/vip', shows: 'VIP 专享', reader: 'member' },
  { name: 'a VIP post', address: (e) => e.post('vip-01').address, shows: '第二本账', reader: 'vip' },
  { name: 'advanced search', address: '/index/search', shows: '填几项都可以', reader: 'member' },
  {
    name: 'advanced search with results',
    address: '/index/search?keyword=铜&field=title',
    shows: '命中',
    reader: 'member',
  },
];

for (const { name, address, reader, shows, status = 200 } of pages) {
  test.describe(() => {
    test.use({ reader: reader ?? 'visitor' });

    test(`${name} is complete, accessible and as wide as the screen, light and dark, large and small`, async ({
      page,
      edition,
      allowed,
    }) => {
      if (status === 404) allowed.expect(/status of 404/);
      const response = await page.goto(typeof address === 'string' ? address : address(edition));
      expect(response?.status()).toBe(status);
      await waitForHydration(page);
      await expect(page.locator('#root')).toContainText(typeof shows === 'function' ? shows(edition) : shows);
      await expect(page).toHaveTitle(/观澜/);
      await expect(page.locator('h1')).toHaveCount(1);
      await expectWellMade(page);
    });
  });
}
