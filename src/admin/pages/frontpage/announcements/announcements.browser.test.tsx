import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Announcement } from '#features/notifications/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const announcement = (changes: Partial<Announcement> = {}): Announcement => ({
  id: '1',
  title: '休市安排',
  body: '国庆休市七天。',
  link: '/index',
  createdBy: '沈观潮',
  createdAt: '2026-11-20T08:00:00+08:00',
  isUnderWay: false,
  ...changes,
});
const pageOf = (records: Announcement[], cursor: string | null = null) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
  cursor,
});
const open = () => openAdmin('/frontpage?tab=announcements');
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/announcement/list', pageOf([announcement()]));
  answer('GET /admin/announcement/audience', { members: 1234 });
});

test.for(widths)('lists sent announcements, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer(
    'GET /admin/announcement/list',
    pageOf([announcement({ title: '长'.repeat(100), isUnderWay: true })]),
  );
  await open();
  await expect.element(row('长长')).toMatchTextContent('发送中');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows an empty list, and turns pages', async () => {
  answer('GET /admin/announcement/list', pageOf([]));
  await open();
  await expect.element(page.getByText('还没有公告')).toBeVisible();
  answer('GET /admin/announcement/list', ({ query }) =>
    query.cursor ? pageOf([announcement({ title: '旧的' })]) : pageOf([announcement()], 'next'),
  );
  answer('GET /admin/pin/list', []);
  await tab('置顶').click();
  await tab('公告').click();
  await button('下一页').click();
  await expect.element(row('旧的')).toBeVisible();
});

test('hides the tab from members who may not send announcements', async () => {
  answer('GET /admin/advert/list', pageOf([]) as never);
  await openAdmin('/frontpage?tab=announcements', { permissions: ['frontpage.manage'] });
  await expect.element(page.getByText('还没有广告')).toBeVisible();
  await expect.element(tab('公告')).not.toBeInTheDocument();
});

test('asks for confirmation with the number of recipients, sends, and clears the form', async () => {
  answer('POST /admin/sendAnnouncement', { id: '2' });
  await open();
  await field('标题').fill('休市安排');
  await button('发送给全部会员').click();
  await expect.element(page.getByText('请填写公告内容')).toBeVisible();
  await field('内容').fill('国庆休市七天。');
  await button('发送给全部会员').click();
  await dialog('发给 1,234 位会员？').getByRole('button', { name: '取消' }).click();
  expect(callsTo('POST /admin/sendAnnouncement')).toEqual([]);
  await button('发送给全部会员').click();
  await dialog('发给 1,234 位会员？').getByRole('button', { name: '发送' }).click();
  await expect.element(toastOf('公告正在发送')).toBeVisible();
  expect(callsTo('POST /admin/sendAnnouncement').at(-1)?.body).toEqual({
    title: '休市安排',
    body: '国庆休市七天。',
    link: '',
  });
  await expect.element(field('标题')).toHaveValue('');
});

test('keeps typed values when the count of members or the sending fails', async () => {
  answer('GET /admin/announcement/audience', networkError());
  await open();
  await field('标题').fill('休市安排');
  await field('内容').fill('国庆休市七天。');
  await field('链接').fill('/index');
  await button('发送给全部会员').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('网络连接错误');
  answer('GET /admin/announcement/audience', { members: 1 });
  answer('POST /admin/sendAnnouncement', refuse(429, '刚刚发过一条公告，请稍后再发'));
  await button('发送给全部会员').click();
  await dialog('发给 1 位会员？').getByRole('button', { name: '发送' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('刚刚发过一条公告');
  await expect.element(field('标题')).toHaveValue('休市安排');
});
