import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminRefund } from '#features/orders/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const refund = (changes: Partial<AdminRefund> = {}): AdminRefund => ({
  id: '3',
  number: 'R0003',
  kind: 'request',
  amount: 1800,
  reason: '买错了',
  state: 'requested',
  note: '',
  createdAt: '2026-11-20T08:00:00+08:00',
  finishedAt: null,
  orderId: '1',
  orderNumber: 'G0001',
  orderTitle: '退得回的一篇',
  memberId: '7',
  memberName: '欧阳买书人',
  error: '',
  tries: 0,
  nextTryAt: null,
  gateway: 'wechat',
  gatewayNumber: null,
  ...changes,
});
const list = (...records: AdminRefund[]) => answer('GET /admin/refund/list', { records, cursor: null });
const act = (verb: string) => button(`${verb}“退得回的一篇”`);
const note = (label: string) => page.getByRole('textbox', { name: label });

beforeEach(() => list(refund()));

test.for(widths)(
  'lists refunds and asks for confirmation before one is approved, %i px wide',
  async (width) => {
    await page.viewport(width, 900);
    const long = '长'.repeat(100);
    list(refund({ orderTitle: long, reason: long, note: long, error: long, tries: 3 }), refund({ id: '4' }));
    await openAdmin('/refunds');
    await expect.element(row('长长')).toMatchTextContent('微信支付，试过 3 次');
    expectNoSidewaysScroll();
    await expectAccessible();
    await act('同意').click();
    await expect.element(dialog('同意退款')).toBeVisible();
    await expectAccessible();
  },
);

test('lists waiting refunds first, and others by state', async () => {
  await openAdmin('/refunds');
  await expect.element(row('退得回的一篇')).toMatchTextContent('¥18');
  await expect.element(tab('待处理')).toHaveAttribute('aria-selected', 'true');
  list();
  for (const [name, state] of [
    ['失败', 'failed'],
    ['进行中', 'open'],
    ['全部', 'all'],
    ['待处理', 'requested'],
  ] as const) {
    await tab(name).click();
    await expect.poll(() => callsTo('GET /admin/refund/list').at(-1)?.query.state).toBe(state);
  }
  await expect.element(page.getByText('没有要处理的退款')).toBeVisible();
});

test('shows a failed list with a retry button', async () => {
  answer('GET /admin/refund/list', networkError());
  await openAdmin('/refunds');
  await expect.element(page.getByText('没有取到退款')).toBeVisible();
  list(refund());
  await button('重试').click();
  await expect.element(row('退得回的一篇')).toBeVisible();
});

test('approves without a note, and refetches the list', async () => {
  answer('POST /admin/refund/approve', true);
  await openAdmin('/refunds');
  await act('同意').click();
  await expect.element(dialog().getByText('“退得回的一篇”的 ¥18将经微信支付原路退回')).toBeVisible();
  list();
  await button('同意退 ¥18').click();
  await expect.element(toastOf('已同意，钱正在原路退回')).toBeVisible();
  await expect.element(page.getByText('没有要处理的退款')).toBeVisible();
  expect(callsTo('POST /admin/refund/approve').at(-1)?.body).toEqual({ id: '3', note: '' });
});

test('requires a reason for a rejection, and keeps it after an error', async () => {
  answer('POST /admin/refund/reject', refuse(409, '这笔退款已经处理过'));
  await openAdmin('/refunds');
  await act('拒绝').click();
  await expect.element(dialog().getByText('原因是：买错了。拒绝后订单不变。')).toBeVisible();
  await dialog().getByRole('button', { name: '拒绝' }).click();
  await expect.element(dialog().getByText('请填写拒绝原因')).toBeVisible();
  expect(callsTo('POST /admin/refund/reject')).toEqual([]);
  await note('拒绝原因').fill('已经读完了全文');
  await dialog().getByRole('button', { name: '拒绝' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这笔退款已经处理过');
  await expect.element(note('拒绝原因')).toHaveValue('已经读完了全文');
  answer('POST /admin/refund/reject', true);
  await dialog().getByRole('button', { name: '拒绝' }).click();
  await expect.element(toastOf('已拒绝，买家会收到原因')).toBeVisible();
  expect(callsTo('POST /admin/refund/reject').at(-1)?.body).toEqual({ id: '3', note: '已经读完了全文' });
});

test('retries a failed refund, or abandons it with a reason', async () => {
  list(refund({ state: 'failed', error: '余额不足' }));
  answer('POST /admin/refund/retry', true);
  answer('POST /admin/refund/abandon', true);
  await openAdmin('/refunds?state=failed');
  await act('重试').click();
  await expect.element(dialog().getByText('不会重复退款。上次渠道说：余额不足')).toBeVisible();
  await dialog().getByRole('button', { name: '重试' }).click();
  await expect.element(toastOf('已重新提交给渠道')).toBeVisible();
  expect(callsTo('POST /admin/refund/retry').at(-1)?.body).toEqual({ id: '3' });
  await act('放弃').click();
  await dialog().getByRole('button', { name: '放弃' }).click();
  await expect.element(dialog().getByText('请填写放弃原因')).toBeVisible();
  await note('放弃原因').fill('买家要求改为线下退');
  await dialog().getByRole('button', { name: '放弃' }).click();
  await expect.element(toastOf('已放弃，订单恢复为已支付')).toBeVisible();
  expect(callsTo('POST /admin/refund/abandon').at(-1)?.body).toEqual({
    id: '3',
    note: '买家要求改为线下退',
  });
});

test('never abandons the refund of a double payment', async () => {
  list(refund({ state: 'failed', kind: 'surplus' }));
  await openAdmin('/refunds?state=failed');
  await expect.element(act('重试')).toBeVisible();
  await expect.element(act('放弃')).not.toBeInTheDocument();
});

test('hides decisions without the permission, and opens the order', async () => {
  answer('GET /admin/order/detail', refuse(404, '没有这个订单'));
  await openAdmin('/refunds', { permissions: ['orders.view'] });
  await button('退得回的一篇').click();
  await expect.element(dialog('没有这个订单')).toBeVisible();
  expect(callsTo('GET /admin/order/detail')[0]?.query).toEqual({ id: '1' });
  await expect.element(act('同意')).not.toBeInTheDocument();
});
