import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminRefund } from '../../schema.ts';

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
  issuedInvoice: null,
  ...changes,
});
const list = (...records: AdminRefund[]) => answer('GET /admin/refund/list', { records, cursor: null });
const act = (verb: string) => button(`${verb}“退得回的一篇”`);
const note = (label: string) => page.getByRole('textbox', { name: label });

beforeEach(() => list(refund()));

test('lists refunds with what became of them', { tags: ['strict'] }, async () => {
  const long = '长'.repeat(100);
  const surplus = { orderTitle: '付了两次的', kind: 'surplus' as const, reason: '', memberName: '' };
  list(
    refund({ orderTitle: long, reason: long, note: long, error: long, tries: 3, state: 'failed' }),
    refund({ ...surplus, id: '4', state: 'succeeded', error: '余额不足', gateway: 'alipay' }),
  );
  await openAdmin('/refunds?state=all');
  await expect.element(row('长长')).toMatchTextContent('微信支付，试过 3 次');
  await expect.element(row('长长')).toMatchTextContent('渠道：长');
  await expect.element(row('付了两次的')).toMatchTextContent('已注销¥18多付退回已退回支付宝');
  // What the gateway said before the money was returned no longer matters.
  await expect.element(row('付了两次的').getByText('余额不足')).not.toBeInTheDocument();
  await expectWellMade();
});

test('lists refunds by state, and approves one without a note', async () => {
  answer('POST /admin/refund/approve', true);
  await openAdmin('/refunds?cursor=c2&page=2');
  await expect.element(row('退得回的一篇')).toMatchTextContent('¥18');
  await expect.element(tab('待处理')).toHaveAttribute('aria-selected', 'true');
  for (const [name, state] of [
    ['失败', 'failed'],
    ['进行中', 'open'],
    ['全部', 'all'],
    ['待处理', 'requested'],
  ] as const) {
    await tab(name).click();
    await expect.poll(() => callsTo('GET /admin/refund/list').at(-1)?.query).toEqual({ state, size: '20' });
  }
  await act('同意').click();
  await expect.element(dialog().getByText('“退得回的一篇”的 ¥18将经微信支付原路退回')).toBeVisible();
  list();
  await button('同意退 ¥18').click();
  await expect.element(toastOf('已同意，钱正在原路退回')).toBeVisible();
  await expect.element(page.getByText('没有要处理的退款')).toBeVisible();
  expect(callsTo('POST /admin/refund/approve').at(-1)?.body).toEqual({ id: '3', note: '' });
  await tab('失败').click();
  await expect.element(page.getByText('没有这样的退款')).toBeVisible();
});

test('warns before a refund that makes an issued invoice wrong, and confirms it', async () => {
  list(refund({ issuedInvoice: { number: '26312000000123456789' } }));
  answer('POST /admin/refund/approve', true);
  await openAdmin('/refunds');
  await act('同意').click();
  await expect
    .element(dialog().getByText('这笔订单已开发票 26312000000123456789，退款后要红冲'))
    .toBeVisible();
  await button('会红冲，同意退 ¥18').click();
  await expect.element(toastOf('已同意，钱正在原路退回')).toBeVisible();
  const body = { id: '3', note: '', afterInvoice: true };
  expect(callsTo('POST /admin/refund/approve').at(-1)?.body).toEqual(body);
});

test('rejects or abandons a refund only with a reason, and retries a failed one', async () => {
  list(
    refund(),
    refund({ id: '4', orderTitle: '退不掉的', state: 'failed', error: '余额不足', gateway: 'alipay' }),
    refund({ id: '5', orderTitle: '付了两次的', state: 'failed', kind: 'surplus' }),
    refund({ id: '6', orderTitle: '退完的', state: 'succeeded' }),
  );
  answer('POST /admin/refund/reject', refuse(409, '这笔退款已经处理过'));
  answer('POST /admin/refund/retry', true);
  answer('POST /admin/refund/abandon', true);
  await openAdmin('/refunds?state=all');
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
  await button('重试“退不掉的”').click();
  await expect.element(dialog().getByText('不会重复退款。上次渠道说：余额不足')).toBeVisible();
  await dialog().getByRole('button', { name: '重试' }).click();
  await expect.element(toastOf('已重新提交给渠道')).toBeVisible();
  expect(callsTo('POST /admin/refund/retry').at(-1)?.body).toEqual({ id: '4' });
  await button('放弃“退不掉的”').click();
  await dialog().getByRole('button', { name: '放弃' }).click();
  await expect.element(dialog().getByText('请填写放弃原因')).toBeVisible();
  await note('放弃原因').fill('买家要求改为线下退');
  await dialog().getByRole('button', { name: '放弃' }).click();
  await expect.element(toastOf('已放弃，订单恢复为已支付')).toBeVisible();
  expect(callsTo('POST /admin/refund/abandon').at(-1)?.body).toEqual({ id: '4', note: '买家要求改为线下退' });
  // The refund of a double payment must be returned; what has been decided cannot be decided again.
  await expect.element(row('付了两次的')).toMatchTextContent('重试');
  await expect.element(button('放弃“付了两次的”')).not.toBeInTheDocument();
  await expect.element(row('退完的').getByRole('button')).toHaveLength(1);
});

test('hides decisions without the permission, and opens the order', async () => {
  answer('GET /admin/order/detail', refuse(404, '没有这个订单'));
  await openAdmin('/refunds', { permissions: ['orders.view'] });
  await button('退得回的一篇').click();
  await expect.element(dialog('没有这个订单')).toBeVisible();
  expect(callsTo('GET /admin/order/detail')[0]?.query).toEqual({ id: '1' });
  await expect.element(act('同意')).not.toBeInTheDocument();
});
