import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readStored } from '#client/storage.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, openAdmin } from '#testing/browser/open-admin.ts';

const field = (name: string | RegExp) => page.getByRole('textbox', { name });

test('shows missing fields, and keeps typed values after an error', { tags: ['strict'] }, async () => {
  answer('GET /reception/setup', { isOpen: true });
  answer('POST /reception/setup', refuse(400, '密码太常见，请换一个', 'password'));
  await openAdmin('/setup#key');
  await expect.element(field('站点名称')).toHaveFocus();
  await field('站点名称').fill('潮汐');
  expect(readStored('token')).toBeUndefined();
  await button('完成设置').click();
  await expect.element(page.getByText('姓名不能为空')).toBeVisible();
  await expectWellMade();
  expect(callsTo('POST /reception/setup')).toEqual([]);
  await field('你的姓名').fill('沈观潮');
  await field('手机号').fill('138 0000 0001');
  await field('密码').fill('password1');
  await button('完成设置').click();
  await expect.element(page.getByText('密码太常见，请换一个')).toBeVisible();
  await expect.element(field('站点名称')).toHaveValue('潮汐');
  expect(callsTo('POST /reception/setup').at(-1)?.body).toEqual({
    key: 'key',
    siteName: '潮汐',
    name: '沈观潮',
    mobile: '138 0000 0001',
    password: 'password1',
  });
});

test('is closed once an administrator exists', async () => {
  answer('GET /reception/setup', { isOpen: false });
  await openAdmin('/setup#key');
  await expect
    .element(page.getByRole('link', { name: '去登录' }))
    .toHaveAttribute('href', '/login?returnTo=%2Fadmin');
  await expect.element(field('站点名称')).not.toBeInTheDocument();
});

test('asks for the printed URL when the key is missing, after a retry', async () => {
  answer('GET /reception/setup', networkError());
  await openAdmin('/setup');
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
  answer('GET /reception/setup', { isOpen: true });
  await button('重试').click();
  await expect.element(page.getByText('请用启动时打印的地址打开')).toBeVisible();
});
