import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, writerProfile } from '#testing/browser/personal.ts';
import { button } from '#testing/browser/sign-in.ts';
import { widths } from '#testing/browser/widths.ts';

const main = () => page.getByRole('main');
const entries = () => page.getByRole('navigation', { name: '个人中心栏目' });

/** A member without any activity. */
beforeEach(() => {
  logInWithProfile();
  const none = pageOf([]);
  answer('GET /member/orders', none);
  answer('GET /member/memberships', []);
  answer('GET /internalReference/profile', { ...writerProfile, authorId: null, name: '' });
  answer('GET /internalReference/list', { records: [], cursor: null });
  answer('GET /member/getIncome', {
    isAuthor: false,
    balance: 0,
    settling: 0,
    available: 0,
    paidOut: 0,
    least: 10_000,
    sharePercent: 70,
    open: null,
  });
  answer('GET /member/sales', { records: [], cursor: null });
  answer('GET /member/articleCollects', none);
  answer('GET /member/follows', none);
  answer('GET /member/history', none);
  answer('GET /member/notices', none);
  answer('GET /member/feedAddress', null);
  answer('GET /member/sessions', [
    {
      id: 's1',
      isCurrent: true,
      device: 'Chrome · Windows 10',
      address: '北京',
      createdAt: '2026-11-20T08:00:00+08:00',
      lastSeenAt: '2026-11-20T09:00:00+08:00',
    },
  ]);
  answer('GET /member/noticeSettings', []);
  answer('GET /member/letterSubscriptions', {
    address: 'r***r@example.cn',
    reason: null,
    kinds: (['letter', 'daily', 'weekly'] as const).map((kind) => ({ kind, label: '', isOn: false })),
  });
  answer('GET /member/noticeChannels', {
    mail: { address: null, reason: '还没有绑定邮箱' },
    wechat: { isOffered: true, isBound: false, account: '观澜', reason: '还没有关联微信' },
  });
});

const pages = [
  ['info', '注册时间'],
  ['purchase', '还没有买过什么'],
  ['reference', '还没有发布过内参'],
  ['reference?shelf=draft', '没有在写的内参'],
  ['reference?shelf=order', '还没有收入'],
  ['password', '再输一次新密码'],
  ['collect', '还没有收藏文章'],
  ['follow', '还没有关注作者'],
  ['history', '还没有阅读记录'],
  ['messages', '全部标为已读'],
  ['security', '申请注销'],
  ['notices', '总会送达'],
] as const;

describe.for(widths)('%i px wide', (width) => {
  test.for(pages)('/personal/%s is complete, accessible and as wide as the window', async ([path, shows]) => {
    await page.viewport(width, 740);
    await openSite(`/personal/${path}`);
    await expect.element(main()).toMatchTextContent(shows);
    await expect.poll(() => document.title).toMatch(/个人中心 - 观澜/);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    await expectAccessible();
    expectNoSidewaysScroll();
  });
});

test('on a wide screen the personal center opens the profile, with the entries beside it', async () => {
  await openSite('/personal');
  await expect.poll(currentAddress).toBe('/personal/info');
  await expect
    .poll(() =>
      entries()
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    )
    .toEqual([
      '我的资料',
      '我的购买',
      '我的内参',
      '我的收藏',
      '我的关注',
      '自选股',
      '股神争霸',
      '阅读历史',
      '消息',
      '通知设置',
      '修改密码',
      '账号安全',
    ]);
  await entries().getByRole('link', { name: '我的收藏' }).click();
  await expect
    .element(entries().getByRole('link', { name: '我的收藏' }))
    .toHaveAttribute('aria-current', 'page');
});

test('on a phone the personal center lists its entries, and each page shows them in one line', async () => {
  await page.viewport(360, 740);
  await openSite('/personal');
  await expect.element(page.getByRole('complementary', { name: '个人中心' })).toMatchTextContent('听潮客');
  expect(currentAddress()).toBe('/personal');
  await expectAccessible();
  expectNoSidewaysScroll();
  await entries().getByRole('link', { name: '账号安全' }).click();
  await expect.poll(currentAddress).toBe('/personal/security');
  await expect.element(entries().getByRole('link', { name: '账号安全' })).toBeInViewport({ ratio: 0.9 });
  await entries().getByRole('link', { name: '修改密码' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('修改密码');
});

test.for([
  [1440, '右上角的铃铛'],
  [360, '底部的“我的”'],
] as const)('at %i px the notice settings say where new messages show', async ([width, place]) => {
  await page.viewport(width, 740);
  await openSite('/personal/notices');
  await expect.element(page.getByText(place)).toBeVisible();
});

describe('a message', () => {
  const notice = {
    ...{
      id: '1',
      kind: 'reply' as const,
      title: '顾潮生 在《探矿钻机》里回复了你',
      body: '五台机器够不够？',
    },
    ...{ link: '/author?id=1', createdAt: '2026-11-20T08:00:00+08:00', isRead: false },
  };
  const long = {
    ...notice,
    id: '2',
    kind: 'announcement' as const,
    title: '读者日',
    body: '第一行。\n第二行。',
    link: '',
  };

  test('says who did what to what with an excerpt, leads there and is then read', async () => {
    answer('GET /member/notices', { ...pageOf([notice]), cursor: null });
    answer('POST /member/readNotice', true);
    await openSite('/personal/messages');
    await expect.element(main()).toMatchTextContent('五台机器够不够？');
    await expectAccessible();
    const link = main().getByRole('link', { name: /顾潮生 在《探矿钻机》里回复了你/ });
    await expect.element(link).toHaveAttribute('href', '/author?id=1');
    // Read, without leaving the page of this test.
    link.element().addEventListener('click', (event) => event.preventDefault(), { capture: true });
    await link.click();
    await expect.poll(() => callsTo('POST /member/readNotice')).toMatchObject([{ query: { id: '1' } }]);
  });

  test('opens a longer text', async () => {
    answer('GET /member/notices', { ...pageOf([long]), cursor: null });
    answer('POST /member/readNotice', true);
    await openSite('/personal/messages');
    const open = button('展开：读者日');
    await expect.element(open).toHaveAttribute('aria-expanded', 'false');
    await open.click();
    await expect.element(button('收起：读者日')).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => callsTo('POST /member/readNotice')).toMatchObject([{ query: { id: '2' } }]);
  });
});
