import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import {
  button,
  choose,
  dialog,
  fillPeriod,
  openAdmin,
  row,
  tab,
  toastOf,
} from '#testing/browser/open-admin.ts';
import type { AdminOrder, AdminOrderDetail } from '../../schema.ts';

const at = '2026-11-20T08:00:00+08:00';
const order = (changes: Partial<AdminOrder> = {}): AdminOrder => ({
  id: '1',
  number: 'G202611200800000000000001',
  kind: 'post',
  shelf: 'article',
  thing: 'post:100001',
  title: '铜价的下一步',
  isGift: false,
  listPrice: 3000,
  isVipPrice: false,
  discount: 400,
  amount: 2600,
  refundedAmount: 0,
  state: 'paid',
  closeReason: null,
  gateway: 'wechat',
  createdAt: at,
  expiresAt: at,
  secondsLeft: 0,
  paidAt: at,
  months: null,
  days: null,
  endsAt: null,
  post: { id: '100001', kind: 'article', columnId: '2', isWithdrawn: true },
  columnId: '2',
  planId: null,
  memberId: '7',
  memberName: '欧阳买书人',
  memberMobile: '139****0001',
  authorId: '12',
  authorName: '沈观潮',
  ...changes,
});
const detail = (changes: Partial<AdminOrderDetail> = {}): AdminOrderDetail => ({
  ...order(),
  authorShare: 7000,
  refunds: [],
  invoice: null,
  gift: null,
  payments: [
    {
      id: '1',
      gateway: 'wechat',
      channel: 'native',
      tradeNumber: 'P0001',
      gatewayNumber: '4200001',
      amount: 2600,
      state: 'succeeded',
      isSurplus: false,
      createdAt: at,
      succeededAt: at,
    },
  ],
  entries: [
    { kind: 'sale', account: 'gateway:wechat', amount: 2600, bookedAt: at },
    { kind: 'sale', account: 'author:12', amount: -1820, bookedAt: at },
  ],
  ...changes,
});
const failedRefund: AdminOrderDetail['refunds'][number] = {
  id: '3',
  number: 'R0003',
  kind: 'request',
  amount: 2600,
  reason: '买错了',
  state: 'failed',
  note: '稍等',
  createdAt: at,
  finishedAt: null,
  orderId: '1',
  orderNumber: 'G1',
  orderTitle: '铜价的下一步',
  memberId: '7',
  memberName: '欧阳买书人',
  error: '余额不足',
  tries: 2,
  nextTryAt: null,
  gateway: 'wechat',
  gatewayNumber: null,
  issuedInvoice: null,
};
const invoice: AdminOrderDetail['invoice'] = {
  id: '4',
  titleKind: 'company',
  title: '一家公司',
  taxNumber: '91310000MA1FL0TEST',
  email: 'a@example.cn',
  state: 'issued',
  note: '',
  hasFile: true,
  createdAt: at,
  number: '26312000000123456789',
  amount: 2600,
};
const pageOf = (records: AdminOrder[], cursor: string | null = null) => ({ records, cursor });
const lastQuery = () => callsTo('GET /admin/order/list').at(-1)?.query;
/** Opens the order of a row, whose details have these changes. */
const openOrder = async (changes: Partial<AdminOrderDetail>) => {
  answer('GET /admin/order/detail', detail(changes));
  await button(changes.title ?? '铜价的下一步').click();
  await expect.element(dialog('支付记录')).toBeVisible();
};
const closeOrder = () => dialog('支付记录').getByRole('button', { name: '关闭' }).click();

beforeEach(() => answer('GET /admin/order/list', pageOf([order()])));

test('lists orders, and shows all details of one', { tags: ['strict'] }, async () => {
  const title = '长'.repeat(100);
  const gone = { id: '2', title: '年度 VIP', memberId: null, memberName: '', memberMobile: '' };
  answer('GET /admin/order/list', pageOf([order({ title, refundedAmount: 1050 }), order(gone)]));
  await openAdmin('/orders');
  await expect.element(row('长长')).toMatchTextContent('¥26已退 ¥10.50');
  await expect.element(row('年度 VIP')).toMatchTextContent('已注销');
  await expectWellMade();
  await openOrder({
    title,
    isVipPrice: true,
    state: 'refunding',
    refundedAmount: 1050,
    refunds: [failedRefund],
    invoice,
  });
  const drawer = dialog('支付记录');
  for (const text of [
    'VIP 价¥30',
    '优惠-¥4',
    '应付¥26',
    '已退¥10.50，余 ¥15.50',
    '稿件 100001（已撤回）',
    '作者分成沈观潮，70%',
    '微信支付 扫码 到账',
    '渠道单号 4200001',
    '买家申请 失败',
    '渠道：余额不足',
    '号码 26312000000123456789 · ¥26 · 91310000MA1FL0TEST · a@example.cn',
    '开票后有退款，这张发票要红冲。',
    '作者 沈观潮',
    '-¥18.20',
  ])
    await expect.element(drawer).toMatchTextContent(text);
  await expect
    .element(drawer.getByRole('link', { name: '欧阳买书人' }))
    .toHaveAttribute('href', '/admin/members?keyword=7');
  await expect.element(drawer.getByRole('button', { name: '退款' })).not.toBeInTheDocument();
  await expectWellMade();
});

test('filters from the first page on, keeps the filters in the URL, and exports by them', async () => {
  answer('GET /admin/order/list', pageOf([order()], 'c3'));
  await openAdmin('/orders?page=2&cursor=c2&state=stolen');
  await expect.poll(lastQuery).toEqual({ size: '20', cursor: 'c2' });
  await tab('已支付').click();
  await expect.poll(lastQuery).toEqual({ state: 'paid', size: '20' });
  await button('下一页').click();
  await expect.poll(lastQuery).toEqual({ state: 'paid', size: '20', cursor: 'c3' });
  await page.getByRole('searchbox', { name: '查找订单' }).fill('13900000001');
  await userEvent.keyboard('{Enter}');
  await fillPeriod('下单从', '2026-11-01', '2026-11-20');
  await choose('类型', '单篇内容');
  const chosen = {
    state: 'paid',
    kind: 'post',
    keyword: '13900000001',
    startTime: '2026-11-01',
    endTime: '2026-11-20',
  };
  await expect.poll(lastQuery).toEqual({ ...chosen, size: '20' });
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(chosen);
  await expect.element(button('存为视图')).toBeVisible();
  answer('GET /admin/order/export', refuse(403, '没有导出的权限'));
  await button('导出 CSV').click();
  await expect.element(page.getByText('没有导出的权限')).toBeVisible();
  const { keyword: _, ...exported } = chosen;
  expect(callsTo('GET /admin/order/export')[0]?.query).toEqual(exported);
  await button('确定').click();
  answer('GET /admin/order/list', networkError());
  await tab('退款中').click();
  await expect.element(page.getByText('没有取到订单')).toBeVisible();
  answer('GET /admin/order/list', pageOf([]));
  await button('重试').click();
  await button('看全部订单').click();
  await expect.element(page.getByText('读者下单以后，会出现在这里。')).toBeVisible();
  expect(location.search).toBe('');
});

test('refunds a part of the payment, no more than remains, and only of a paid order', async () => {
  answer('POST /admin/order/refund', refuse(409, '订单刚刚有变化'));
  await openAdmin('/orders');
  const refundButton = dialog('支付记录').getByRole('button', { name: '退款' });
  for (const [text, changes] of [
    ['超时未付', { state: 'closed', closeReason: 'expired', paidAt: null }],
    ['届时未付自动关闭', { state: 'pending', paidAt: null }],
    ['余 ¥0', { refundedAmount: 2600 }],
    ['买家已注销', { memberId: null, memberName: '', memberMobile: '', state: 'refunded' }],
  ] as const) {
    await openOrder(changes);
    await expect.element(dialog(text)).toBeVisible();
    await expect.element(refundButton).not.toBeInTheDocument();
    await closeOrder();
    await expect.element(dialog()).not.toBeInTheDocument();
  }
  await openOrder({ refundedAmount: 100 });
  await refundButton.click();
  const refund = dialog('退完以后');
  await expect.element(refund.getByText('可退 ¥25')).toBeVisible();
  const amount = page.getByRole('textbox', { name: '退款金额（元）' });
  await amount.fill('26');
  await expect.element(page.getByText('退款金额最多 25 元')).toBeVisible();
  await amount.fill('10.50');
  await expect.element(refund).not.toBeInTheDocument();
  await button('退 ¥10.50').click();
  await expect.element(page.getByText('请填写退款原因')).toBeVisible();
  expect(callsTo('POST /admin/order/refund')).toEqual([]);
  const reason = page.getByRole('textbox', { name: '退款原因' });
  await reason.fill('缺了一个附件');
  await button('退 ¥10.50').click();
  await expect.element(page.getByRole('alert').filter({ hasText: '订单刚刚有变化' })).toBeVisible();
  await expect.element(reason).toHaveValue('缺了一个附件');
  answer('POST /admin/order/refund', { refundId: '9' });
  const loads = callsTo('GET /admin/order/detail').length;
  await button('退 ¥10.50').click();
  await expect.element(toastOf('退款已提交，渠道退回后会通知买家')).toBeVisible();
  expect(callsTo('POST /admin/order/refund').at(-1)?.body).toEqual({
    id: '1',
    amount: 1050,
    reason: '缺了一个附件',
  });
  await expect.poll(() => callsTo('GET /admin/order/detail').length).toBeGreaterThan(loads);
});

test('refunds an invoiced order only after a confirmation that its invoice is reversed', async () => {
  answer('POST /admin/order/refund', { refundId: '9' });
  await openAdmin('/orders');
  await openOrder({ invoice });
  await dialog('支付记录').getByRole('button', { name: '退款' }).click();
  await page.getByRole('textbox', { name: '退款原因' }).fill('买错了');
  await button('退 ¥26').click();
  await expect.element(page.getByText('请确认会红冲发票')).toBeVisible();
  expect(callsTo('POST /admin/order/refund')).toEqual([]);
  await page.getByRole('checkbox', { name: '已开发票 26312000000123456789，我会红冲它' }).click();
  await button('退 ¥26').click();
  await expect.element(toastOf('退款已提交，渠道退回后会通知买家')).toBeVisible();
  const body = { id: '1', amount: 2600, reason: '买错了', afterInvoice: true };
  expect(callsTo('POST /admin/order/refund').at(-1)?.body).toEqual(body);
});

test('hides the refund without the permission', async () => {
  await openAdmin('/orders', { permissions: ['orders.view'] });
  await openOrder({});
  await expect.element(button('退款')).not.toBeInTheDocument();
});
