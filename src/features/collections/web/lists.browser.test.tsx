import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { collectRecord, logInWithProfile, pageOf, postRecord } from '#testing/browser/personal.ts';
import { alertOf, button } from '#testing/browser/sign-in.ts';

const main = () => page.getByRole('main');
const rows = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem');
const question = () => page.getByRole('alertdialog');

beforeEach(() => {
  logInWithProfile();
});

test('collected posts are removed at once and can be restored to their place, and return if they cannot be removed', {
  tags: ['strict'],
}, async () => {
  answer(
    'GET /member/articleCollects',
    pageOf([collectRecord('1', '潮起', true), collectRecord('2', '潮落'), collectRecord('3', '平潮')]),
  );
  answer('POST /member/deleteArticleCollect', true);
  answer('POST /member/addArticleCollect', { id: 'collect-2b' });
  await openSite('/personal/collect');
  await expect.element(rows('收藏').first()).toMatchTextContent('已下架');
  expect(main().getByRole('link', { name: '潮起' }).query()).toBeNull();
  await expectWellMade();
  await button('取消收藏：潮落').click();
  await expect.poll(() => rows('收藏').elements()).toHaveLength(2);
  await expect.element(main()).toMatchTextContent('共 2 篇');
  await page.getByRole('region', { name: '提示' }).getByRole('button', { name: '撤销' }).click();
  await expect.element(rows('收藏').nth(1)).toMatchTextContent('潮落');
  await expect.element(main()).toMatchTextContent('共 3 篇');
  expect(callsTo('POST /member/addArticleCollect')).toMatchObject([{ query: { articleId: '2' } }]);

  answer('POST /member/deleteArticleCollect', refuse(500, '服务器出错'));
  await button('取消收藏：潮落').click();
  await expect.element(alertOf('网络连接错误！')).toBeVisible();
  await expect.element(rows('收藏').nth(1)).toMatchTextContent('潮落');
  expect(rows('收藏').elements()).toHaveLength(3);
  expect(callsTo('POST /member/deleteArticleCollect').at(-1)).toMatchObject({ query: { id: 'collect-2b' } });
  answer('POST /member/deleteArticleCollect', true);
  for (const name of ['取消收藏：潮落', '移除：潮起', '取消收藏：平潮']) await button(name).click();
  await expect.element(main()).toMatchTextContent('还没有收藏文章');
});

test('the feed of followed authors lists their posts by day, beside the authors, who stay when unfollowed', {
  tags: ['strict'],
}, async () => {
  answer('GET /member/followFeed', networkError());
  await openSite('/personal/feed');
  await expect.element(main()).toMatchTextContent('网络连接错误！');
  answer('GET /member/followFeed', ({ query }) =>
    query.cursor
      ? pageOf([{ ...postRecord('1', '昨夜旧闻'), publishedAt: '2026-11-19T20:00:00+08:00' }])
      : { ...pageOf([postRecord('3', '潮起'), postRecord('2', '潮落')]), cursor: '1-2' },
  );
  await button('重试').click();
  await expect.element(rows('2026-11-20 的动态').first()).toMatchTextContent('潮起');
  await expect.element(rows('2026-11-20 的动态').first()).toMatchTextContent('沈观潮');
  await expect.element(rows('2026-11-19 的动态')).toMatchTextContent('昨夜旧闻');
  expect(callsTo('GET /member/followFeed').at(-1)?.query).toMatchObject({ cursor: '1-2' });
  await expect.element(page.getByRole('link', { name: '我的关注' })).toHaveAttribute('aria-current', 'page');
  await expectWellMade();

  const author = { id: '1', name: '沈观潮', title: '', avatar: null, posts: 3, followers: 5 };
  answer(
    'GET /member/follows',
    pageOf([
      { id: 'f1', followedAt: '2026-11-20T08:00:00+08:00', author, newest: [postRecord('1', '潮起')] },
    ]),
  );
  answer('POST /member/deleteFollow', true);
  await page.getByRole('link', { name: '关注的作者' }).click();
  await expect.poll(currentAddress).toBe('/personal/follow');
  await expect
    .element(page.getByRole('list', { name: '沈观潮的新文章' }).getByRole('link').first())
    .toBeVisible();
  const pressed = main().getByRole('button', { name: /关注.*沈观潮/ });
  await expect.element(pressed).toHaveAttribute('aria-pressed', 'true');
  await pressed.click();
  await expect.element(pressed).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => callsTo('POST /member/deleteFollow')).toMatchObject([{ query: { authorId: '1' } }]);
});

test('an empty feed suggests authors, and shows their posts once they are followed', async () => {
  answer('GET /member/followFeed', pageOf([]));
  answer('GET /reception/author/getHotAuthorList', [
    {
      ...{ id: '7', name: '顾潮生', title: '宏观', bio: '', avatar: null },
      posts: 3,
      followers: 5,
      followed: false,
    },
  ]);
  answer('POST /member/addFollow', { id: 'f7' });
  await openSite('/personal/feed');
  await expect.element(main()).toMatchTextContent('还没有关注动态');
  await main()
    .getByRole('button', { name: /关注.*顾潮生/ })
    .click();
  await expect.poll(() => callsTo('POST /member/addFollow')).toMatchObject([{ query: { authorId: '7' } }]);
  answer('GET /member/followFeed', pageOf([postRecord('3', '潮起')]));
  await button('看看有没有新动态').click();
  await expect.element(rows('2026-11-20 的动态')).toMatchTextContent('潮起');
});

test('the reading history is grouped by day; one record is removed at once, all of them after a confirmation', async () => {
  const today = () => page.getByRole('region', { name: /今天/ }).getByRole('listitem');
  answer('GET /member/history', networkError());
  await openSite('/personal/history');
  await expect.element(main()).toMatchTextContent('网络连接错误！');
  await expect.element(page.getByRole('navigation', { name: '个人中心栏目' })).toBeVisible();
  answer('GET /member/history', () =>
    pageOf(
      ['潮起', '潮落'].map((title, at) => ({ readAt: shanghaiNow(), record: postRecord(String(at), title) })),
    ),
  );
  answer('POST /member/deleteHistory', refuse(500, '服务器出错'));
  answer('POST /member/clearHistory', true);
  await button('重试').click();
  await expect.element(today().first()).toMatchTextContent('潮起');
  await button('删除记录：潮起').click();
  await expect.element(alertOf('网络连接错误！')).toBeVisible();
  await expect.element(today().first()).toMatchTextContent('潮起');
  answer('POST /member/deleteHistory', true);
  await button('删除记录：潮起').click();
  await expect.poll(() => today().elements()).toHaveLength(1);
  await expect.poll(() => callsTo('POST /member/deleteHistory').at(-1)).toMatchObject({ query: { id: '0' } });
  await button('清空').click();
  await expect.element(question()).toMatchTextContent('不能恢复');
  await question().getByRole('button', { name: '取消' }).click();
  expect(today().elements()).toHaveLength(1);
  expect(callsTo('POST /member/clearHistory')).toEqual([]);
  await button('清空').click();
  await question().getByRole('button', { name: '清空' }).click();
  await expect.element(main()).toMatchTextContent('还没有阅读记录');
});

const shanghaiNow = () => new Date(Date.now() + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00');
