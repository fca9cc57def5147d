import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { Announcement } from '../schema.ts';

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

test('lists sent announcements', { tags: ['strict'] }, async () => {
  answer(
    'GET /admin/announcement/list',
    pageOf([
      announcement({ title: '长'.repeat(100), isUnderWay: true }),
      announcement({ id: '2', link: '' }),
    ]),
  );
  await open();
  await expect.element(row('长长')).toMatchTextContent('链接：/index');
  await expect.element(row('长长')).toMatchTextContent('发送中');
  await expect.element(row('休市安排')).toMatchTextContent('已送达');
  await expect.element(row('休市安排').getByText('链接：')).not.toBeInTheDocument();
  await expectWellMade();
});

test('hides the tab from members who may not send announcements', async () => {
  answer('GET /admin/advert/list', pageOf([]) as never);
  await openAdmin('/frontpage?tab=announcements', { permissions: ['frontpage.manage'] });
  await expect.element(page.getByText('还没有广告')).toBeVisible();
  await expect.element(tab('公告')).not.toBeInTheDocument();
});

test('sends after a confirmation with the number of recipients, and keeps what could not be sent', async () => {
  answer('GET /admin/announcement/audience', networkError());
  await open();
  await field('标题').fill('休市安排');
  await button('发送给全部会员').click();
  await expect.element(page.getByText('请填写公告内容')).toBeVisible();
  await field('内容').fill('国庆休市七天。');
  await button('发送给全部会员').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('网络连接错误');
  answer('GET /admin/announcement/audience', { members: 1234 });
  await button('发送给全部会员').click();
  await dialog('发给 1,234 位会员？').getByRole('button', { name: '取消' }).click();
  expect(callsTo('POST /admin/sendAnnouncement')).toEqual([]);
  answer('POST /admin/sendAnnouncement', refuse(429, '刚刚发过一条公告，请稍后再发'));
  await button('发送给全部会员').click();
  await dialog('发给 1,234 位会员？').getByRole('button', { name: '发送' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('刚刚发过一条公告');
  await expect.element(field('标题')).toHaveValue('休市安排');
  answer('POST /admin/sendAnnouncement', { id: '2' });
  answer('GET /admin/announcement/list', pageOf([]));
  await button('发送给全部会员').click();
  await dialog('发给 1,234 位会员？').getByRole('button', { name: '发送' }).click();
  await expect.element(toastOf('公告正在发送')).toBeVisible();
  expect(callsTo('POST /admin/sendAnnouncement').at(-1)?.body).toEqual({
    title: '休市安排',
    body: '国庆休市七天。',
    link: '',
  });
  await expect.element(field('标题')).toHaveValue('');
  await expect.element(page.getByText('还没有公告')).toBeVisible();
});
