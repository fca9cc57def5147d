import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { Delivery, Webhook } from '../schema.ts';

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
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;
const listOf = (...webhooks: Webhook[]) => answer('GET /admin/webhook/list', { webhooks });

beforeEach(() => {
  answer('GET /admin/settings/list', { siteMode: 'demo', hasWechatSandbox: false, groups: [] });
  listOf(webhook(1));
  answer('GET /admin/webhook/deliveries', { records: [delivery(1)], cursor: null });
});

test('lists webhooks and shows the log of one', { tags: ['strict'] }, async () => {
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
  await expect.element(row('长长')).toMatchTextContent('bot.example.cn内容发布、');
  await expect.element(row('长长')).toMatchTextContent('启用');
  await expect.element(row('机器人2')).toMatchTextContent('已停用连续三天没有送达');
  await expect.element(row('机器人3')).toMatchTextContent('没有送达自 11-20 08:00');
  await expectWellMade();
  await page.getByText('长'.repeat(30), { exact: true }).click();
  await expect.element(dialog().getByText('对方回答了 500')).toBeVisible();
  await dialog().getByRole('button', { name: '展开行' }).first().click();
  await expect.element(dialog().getByText('{"type":"post.published"}')).toBeVisible();
  await expect.element(dialog()).toMatchTextContent('120 毫秒');
  await expectPhoneLayout();
});

test('shows missing fields, then the secret once, switches a webhook off, and replaces its secret', async () => {
  listOf();
  answer('POST /admin/webhook/create', () => {
    listOf(webhook(1), webhook(2));
    return { id: '3', secret: 'whsec_abc' };
  });
  answer('POST /admin/webhook/save', true);
  answer('POST /admin/webhook/rotateSecret', { secret: 'whsec_new' });
  answer('POST /admin/webhook/delete', true);
  await openAdmin('/settings?group=webhooks');
  await expect.element(page.getByText('还没有事件推送')).toBeVisible();
  await button('新建推送').click();
  const save = dialog().getByRole('button', { name: '保存' });
  await save.click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await expect.element(dialog().getByText('请至少选一个事件')).toBeVisible();
  await expectPhoneLayout();
  await page.getByRole('textbox', { name: '名称' }).fill('群机器人');
  await page.getByRole('textbox', { name: '网址' }).fill('https://bot.example.cn/hook');
  await page.getByRole('checkbox', { name: '内容发布' }).click();
  await save.click();
  await expect.element(dialog('推送“群机器人”的密钥')).toMatchTextContent('whsec_abc');
  const url = 'https://bot.example.cn/hook';
  expect(sent('POST /admin/webhook/create')).toEqual({ name: '群机器人', url, events: ['post.published'] });
  await button('完成').click();
  await expect.element(page.getByText('whsec_abc')).not.toBeInTheDocument();
  await button('修改推送“机器人2”').click();
  await dialog().getByRole('switch', { name: '启用' }).click();
  await save.click();
  await expect.element(toastOf('推送已修改，马上生效')).toBeVisible();
  expect(sent('POST /admin/webhook/save')).toEqual({
    ...{ id: '2', name: '机器人2', url, events: ['post.published', 'order.paid'], isActive: false },
  });
  await button('更换密钥推送“机器人2”').click();
  await dialog('更换推送“机器人2”的密钥？').getByRole('button', { name: '更换' }).click();
  await expect.element(dialog('推送“机器人2”的密钥')).toMatchTextContent('whsec_new');
  expect(sent('POST /admin/webhook/rotateSecret')).toEqual({ id: '2' });
  await button('完成').click();
  await button('删除推送“机器人2”').click();
  await dialog('删除推送“机器人2”？').getByRole('button', { name: '删除' }).click();
  await expect.poll(() => sent('POST /admin/webhook/delete')).toEqual({ id: '2' });
});

test('sends a test and an old message, and filters the log', async () => {
  answer(
    'POST /admin/webhook/test',
    delivery(9, { event: 'test', state: 'failed', error: '连不上对方的服务器' }),
  );
  answer('POST /admin/webhook/redeliver', true);
  const failed = delivery(2, { state: 'failed', status: 500 });
  answer('GET /admin/webhook/deliveries', ({ query }) => ({
    records:
      query.state === 'failed'
        ? [failed]
        : [failed, delivery(1), delivery(3, { state: 'waiting' }), delivery(4, { event: 'test' })],
    cursor: null,
  }));
  await openAdmin('/settings?group=webhooks&open=1');
  await expect.element(button('重新投递投递 1')).toBeVisible();
  // Waiting ones are still sent, and a test is sent by its own button.
  for (const id of ['3', '4']) await expect.element(button(`重新投递投递 ${id}`)).not.toBeInTheDocument();
  await button('发送测试').click();
  await expect.element(toastOf('测试没有送达：连不上对方的服务器')).toBeVisible();
  expect(sent('POST /admin/webhook/test')).toEqual({ id: '1' });
  await choose('状态', '失败');
  await expect.element(button('重新投递投递 1')).not.toBeInTheDocument();
  expect(callsTo('GET /admin/webhook/deliveries').at(-1)?.query).toMatchObject({ webhookId: '1' });
  await button('重新投递投递 2').click();
  await expect.poll(() => sent('POST /admin/webhook/redeliver')).toEqual({ id: '2' });
});
