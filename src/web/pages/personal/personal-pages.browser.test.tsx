import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer } from '#testing/browser/api.ts';
import { currentAddress, openSite } from '#testing/browser/open-site.ts';
import { logInWithProfile, pageOf, writerProfile } from '#testing/browser/personal.ts';

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

const entryTexts = [
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
];
/** What each entry, or tab of it, shows a member without any activity. */
const pages = [
  ['我的购买', '还没有买过什么'],
  ['我的内参', '还没有发布过内参'],
  ['草稿', '没有在写的内参'],
  ['订单', '还没有收入'],
  ['我的收藏', '还没有收藏文章'],
  ['我的关注', '还没有关注作者'],
  ['阅读历史', '还没有阅读记录'],
  ['消息', '全部标为已读'],
  ['修改密码', '再输一次新密码'],
  ['账号安全', '申请注销'],
  ['通知设置', '总会送达'],
  ['我的资料', '注册时间'],
] as const;

test('the personal center leads to its pages, which are as wide as a phone, with the entries beside or above them', {
  tags: ['strict'],
}, async () => {
  await openSite('/personal');
  await expect.poll(currentAddress).toBe('/personal/info');
  await expect
    .poll(() =>
      entries()
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    )
    .toEqual(entryTexts);

  await page.viewport(360, 740);
  for (const [link, shows] of pages) {
    await main().getByRole('link', { name: link }).first().click();
    await expect.element(main()).toMatchTextContent(shows);
    expect(document.querySelectorAll('h1'), link).toHaveLength(1);
    // The entries are one line that scrolls, not the page.
    await expectNoSidewaysScroll();
    if (entryTexts.includes(link)) {
      const entry = entries().getByRole('link', { name: link });
      await expect.element(entry).toHaveAttribute('aria-current', 'page');
      await expect.element(entry).toBeInViewport({ ratio: 0.9 });
    }
    if (link === '通知设置') {
      await expect.element(page.getByText('底部的“我的”')).toBeVisible();
      await page.viewport(1440, 740);
      await expect.element(page.getByText('右上角的铃铛')).toBeVisible();
      await page.viewport(360, 740);
    }
  }
  await expect.poll(() => document.title).toMatch(/^我的资料.*个人中心 - 观澜/);
});

test('on a phone the personal center lists its entries', async () => {
  await page.viewport(360, 740);
  await openSite('/personal');
  await expect.element(page.getByRole('complementary', { name: '个人中心' })).toMatchTextContent('听潮客');
  expect(currentAddress()).toBe('/personal');
  await expectAccessible();
  await expectNoSidewaysScroll();
  await entries().getByRole('link', { name: '修改密码' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('修改密码');
});
