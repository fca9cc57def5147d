import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { KnowVersion } from '../../know/schema.ts';

const version = (changes: Partial<KnowVersion> = {}): KnowVersion => ({
  id: '1',
  place: 'site',
  version: 1,
  title: '风险须知',
  body: '<p>投资有风险。</p>',
  isLive: false,
  createdBy: '沈观潮',
  createdAt: '2026-11-20T08:00:00+08:00',
  acknowledged: 12,
  ...changes,
});
const two = [version({ id: '2', version: 2, isLive: true, acknowledged: 10_000 }), version()];
const open = () => openAdmin('/frontpage?tab=know');
const title = () => page.getByRole('textbox', { name: '标题' });
const body = () => page.getByRole('textbox', { name: '须知内容' });

beforeEach(() => answer('GET /admin/know/list', two));

test('lists versions and opens one as readers see it', { tags: ['strict'] }, async () => {
  answer('GET /admin/know/list', [version({ title: '长'.repeat(50), acknowledged: 10_000, isLive: true })]);
  await open();
  await expect.element(row('长长')).toMatchTextContent('第 1 版 生效中');
  await expect.element(row('长长')).toMatchTextContent('10,000+');
  await page.getByRole('button', { name: /^长/ }).click();
  await expect.element(dialog('投资有风险。')).toBeVisible();
  await expectWellMade();
});

test('publishes a version and withdraws one, each after a confirmation', async () => {
  answer('POST /admin/know/publish', true);
  answer('POST /admin/know/withdraw', refuse(409, '这一版已经下线了'));
  await open();
  await expect.element(button('上线第 2 版')).not.toBeInTheDocument();
  await expect.element(button('下线第 1 版')).not.toBeInTheDocument();
  await button('上线第 1 版').click();
  await dialog('都会再看到一次').getByRole('button', { name: '上线' }).click();
  await expect.poll(() => callsTo('POST /admin/know/publish').at(-1)?.body).toEqual({ id: '1' });
  await button('下线第 2 版').click();
  await dialog('不再弹须知').getByRole('button', { name: '下线' }).click();
  await expect.element(page.getByText('这一版已经下线了')).toBeVisible();
  expect(callsTo('POST /admin/know/withdraw').at(-1)?.body).toEqual({ id: '2' });
});

test('writes a version from the live or an earlier one, shows a preview, and keeps the text after an error', async () => {
  answer('POST /admin/know/preview', { body: '<p>清理过的。</p>' });
  answer('POST /admin/know/create', refuse(400, '须知内容不能为空', 'body'));
  const listed = Promise.withResolvers<typeof two>();
  answer('GET /admin/know/list', () => listed.promise);
  await open();
  await expect.element(button('写新版本')).toBeDisabled();
  listed.resolve([{ ...two[0], title: '生效的' } as KnowVersion, version()]);
  await button('照它写第 1 版').click();
  await expect.element(title()).toHaveValue('风险须知');
  await dialog().getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('写新版本').click();
  await expect.element(title()).toHaveValue('生效的');
  await expect.element(body()).toMatchTextContent('投资有风险。');
  await title().fill('');
  await button('保存这一版').click();
  await expect.element(dialog().getByText('请填写须知标题')).toBeVisible();
  await title().fill('新须知');
  await body().fill('投资仍有风险。');
  await button('看读者看到的样子').click();
  await expect.element(dialog('清理过的。').last()).toMatchTextContent('新须知');
  expect(callsTo('POST /admin/know/preview').at(-1)?.body).toEqual({ body: '<p>投资仍有风险。</p>' });
  await button('我已知晓').click();
  await expectWellMade();
  await button('保存这一版').click();
  await expect.element(dialog().getByText('须知内容不能为空')).toBeVisible();
  answer('POST /admin/know/create', { id: '3', version: 3 });
  await button('保存这一版').click();
  await expect.element(toastOf('第 3 版已保存')).toBeVisible();
  expect(callsTo('POST /admin/know/create').at(-1)?.body).toEqual({
    place: 'site',
    title: '新须知',
    body: '<p>投资仍有风险。</p>',
  });
  answer('GET /admin/know/list', []);
  await page.getByText('购买前', { exact: true }).click();
  await expect.element(page.getByText('这里还没有须知')).toBeVisible();
  await expect.element(page.getByText('读者付款前要先知晓。')).toBeVisible();
  expect(callsTo('GET /admin/know/list').at(-1)?.query).toEqual({ place: 'purchase' });
});
