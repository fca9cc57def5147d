import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Delivery, Webhook } from '#features/webhooks/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const at = '2026-11-20T08:00:00+08:00';
const webhook = (id: number, changes: Partial<Webhook> = {}): Webhook => ({
  id: String(id),
  name: `机器人${id}`,
  url: 'https://bot.example.cn/hook',
  events: ['post.published', 'order.paid'],
  isActive: true,
  pauseReason: '',
  failingSince: null,
  createdAt: at,
  ...changes,
});
const delivery = (id: number, changes: Partial<Delivery> = {}): Delivery => ({
  id: String(id),
  messageId: 'msg_1',
  event: 'post.published',
  body: '{"type":"post.published"}',
  state: 'delivered',
  attempts: 1,
  queuedAt: at,
  dueAt: null,
  attemptedAt: at,
  durationMs: 120,
  status: 200,
  answer: 'ok',
  error: '',
  ...changes,
});
const listOf = (...webhooks: Webhook[]) => answer('GET /admin/webhook/list', { webhooks });

beforeEach(() => {
  answer('GET /admin/settings/list', { siteMode: 'demo', hasWechatSandbox: false, groups: [] });
  listOf(webhook(1));
  answer('GET /admin/webhook/deliveries', { records: [delivery(1)], cursor: null });
});

test.for(widths)('lists webhooks and shows the log of one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  listOf(
    webhook(1, { name: '长'.repeat(30), url: `https://bot.example.cn/${'x'.repeat(400)}` }),
    webhook(2, { isActive: false, pauseReason: '连续三天没有送达' }),
    webhook(3, { failingSince: at }),
  );
  const failed = delivery(2, {
    state: 'failed',
    status: 500,
    error: '对方回答了 500',
    answer: '长'.repeat(900),
  });
  answer('GET /admin/webhook/deliveries', { records: [failed, delivery(1)], cursor: null });
  await openAdmin('/settings?group=webhooks');
  await expect.element(row('机器人2')).toMatchTextContent('连续三天没有送达');
  await expect.element(row('机器人3')).toMatchTextContent('没有送达');
  expectNoSidewaysScroll();
  await expectAccessible();
  await page.getByText('长'.repeat(30), { exact: true }).click();
  await expect.element(dialog().getByText('对方回答了 500')).toBeVisible();
  await dialog().getByRole('button', { name: '展开行' }).first().click();
  await expect.element(dialog().getByText('{"type":"post.published"}')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows missing fields, then the secret once', async () => {
  listOf();
  answer('POST /admin/webhook/create', { id: '3', secret: 'whsec_abc' });
  await openAdmin('/settings?group=webhooks');
  await expect.element(page.getByText('还没有事件推送')).toBeVisible();
  await button('新建推送').click();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await expect.element(dialog().getByText('请至少选一个事件')).toBeVisible();
  await expectAccessible();
  await page.getByRole('textbox', { name: '名称' }).fill('群机器人');
  await page.getByRole('textbox', { name: '网址' }).fill('https://bot.example.cn/hook');
  await page.getByRole('checkbox', { name: '内容发布' }).click();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog('推送“群机器人”的密钥')).toMatchTextContent('whsec_abc');
  expect(callsTo('POST /admin/webhook/create').at(-1)?.body).toEqual({
    name: '群机器人',
    url: 'https://bot.example.cn/hook',
    events: ['post.published'],
  });
  await button('完成').click();
  await expect.element(page.getByText('whsec_abc')).not.toBeInTheDocument();
});

test('switches a webhook off', async () => {
  answer('POST /admin/webhook/save', true);
  await openAdmin('/settings?group=webhooks');
  await button('修改推送“机器人1”').click();
  await dialog().getByRole('switch', { name: '启用' }).click();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(toastOf('推送已修改，马上生效')).toBeVisible();
  expect(callsTo('POST /admin/webhook/save').at(-1)?.body).toMatchObject({ id: '1', isActive: false });
});

test('replaces the secret after a confirmation', async () => {
  answer('POST /admin/webhook/rotateSecret', { secret: 'whsec_new' });
  await openAdmin('/settings?group=webhooks');
  await button('更换密钥推送“机器人1”').click();
  await dialog('更换推送“机器人1”的密钥？').getByRole('button', { name: '更换' }).click();
  await expect.element(dialog('推送“机器人1”的密钥')).toMatchTextContent('whsec_new');
});

test('sends a test and an old message, and filters the log', async () => {
  answer(
    'POST /admin/webhook/test',
    delivery(9, { event: 'test', state: 'failed', error: '连不上对方的服务器' }),
  );
  answer('POST /admin/webhook/redeliver', true);
  const failed = delivery(2, { state: 'failed', status: 500 });
  answer('GET /admin/webhook/deliveries', ({ query }) => ({
    records: query.state === 'failed' ? [failed] : [failed, delivery(1)],
    cursor: null,
  }));
  await openAdmin('/settings?group=webhooks&open=1');
  await button('发送测试').click();
  await expect.element(toastOf('测试没有送达：连不上对方的服务器')).toBeVisible();
  await choose('状态', '失败');
  await expect.element(button('重新投递投递 1')).not.toBeInTheDocument();
  await button('重新投递投递 2').click();
  await expect.poll(() => callsTo('POST /admin/webhook/redeliver').at(-1)?.body).toEqual({ id: '2' });
});
