import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Revenue } from '#features/orders/schema.ts';
import type { Reconciliation } from '#features/payments/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import {
  button,
  choose,
  closeAdmin,
  dialog,
  openAdmin,
  row,
  tab,
  toastOf,
} from '#testing/browser/open-admin.ts';
import type { AdminWithdrawal } from '../schema.ts';

const at = '2026-11-20T08:00:00+08:00';
const day = (name: string, changes: Partial<Revenue['days'][number]> = {}): Revenue['days'][number] => ({
  day: name,
  orders: 1,
  amount: 1000,
  vip: 1000,
  column: 0,
  post: 0,
  refunded: 0,
  ...changes,
});
const bill = (changes: Partial<Reconciliation> = {}): Reconciliation => ({
  id: '1',
  gateway: 'wechat',
  day: '2026-11-19',
  state: 'equal',
  oursCount: 2,
  oursAmount: 5000,
  theirsCount: 2,
  theirsAmount: 5000,
  differences: [],
  error: '',
  madeAt: at,
  ...changes,
});
const different = bill({
  state: 'different',
  differences: [{ kind: 'missing_here', what: 'payment', number: 'P1', ours: null, theirs: 1234 }],
});
const withdrawal = (changes: Partial<AdminWithdrawal> = {}): AdminWithdrawal => ({
  id: '5',
  amount: 30_000,
  payee: '工商银行 6222',
  state: 'requested',
  note: '',
  createdAt: at,
  decidedAt: null,
  paidAt: null,
  authorId: '12',
  authorName: '沈观潮',
  memberId: '7',
  ...changes,
});
const revenue = {
  days: [day('2026-11-19'), day('2026-11-20', { orders: 2, amount: 4500, post: 3500, refunded: 200 })],
};
const pageOf = <T,>(...records: T[]) => ({ records, cursor: null });

beforeEach(() => {
  answer('GET /admin/order/revenue', revenue);
  answer('GET /admin/ledger/accounts', [
    { account: 'bank', balance: 5000 },
    { account: 'gateway:wechat', balance: -1000 },
    { account: 'authors', balance: -4000 },
  ]);
  answer(
    'GET /admin/ledger/list',
    pageOf({
      id: '1',
      key: 'sale:1',
      kind: 'sale' as const,
      orderId: '1',
      orderNumber: 'G0001',
      authorId: '12',
      authorName: '沈观潮',
      gatewayNumber: '4200001',
      bookedAt: at,
      entries: [
        { account: 'gateway:wechat', amount: 2600 },
        { account: 'author:12', amount: -2600 },
      ],
    }),
  );
  answer('GET /admin/reconciliation/list', pageOf(different, bill({ id: '2', day: '2026-11-18' })));
  answer('GET /admin/withdrawal/list', pageOf(withdrawal()));
});

test('shows every tab', { tags: ['strict'] }, async () => {
  const long = '长'.repeat(100);
  answer('GET /admin/withdrawal/list', pageOf(withdrawal({ payee: long, note: long })));
  await openAdmin('/ledger');
  await expect
    .element(page.getByRole('img', { name: /销售额走势图：共 ¥55，最多的一天是 2026-11-20，¥45/ }))
    .toBeVisible();
  await expectWellMade();
  await tab('账户').click();
  await expect.element(row('G0001')).toBeVisible();
  await expectNoSidewaysScroll();
  await tab('对账').click();
  await row('2026-11-19').getByRole('button', { name: '展开行' }).click();
  await expect.element(page.getByText('账单有，我们没有')).toBeVisible();
  await expectNoSidewaysScroll();
  await tab('提现').click();
  await expect.element(row('长长')).toBeVisible();
  await expectNoSidewaysScroll();
});

test('shows only the tabs and actions that permissions allow', async () => {
  await openAdmin('/ledger?tab=bills', { permissions: ['ledger.view', 'reconciliation.view'] });
  await expect.element(row('2026-11-19')).toBeVisible();
  await expect.element(tab('销售额')).not.toBeInTheDocument();
  await expect.element(button('对一天的账')).not.toBeInTheDocument();
  await expect.element(page.getByRole('columnheader', { name: '操作' })).not.toBeInTheDocument();
  await tab('提现').click();
  await expect.element(row('沈观潮')).toBeVisible();
  await expect.element(row('沈观潮').getByRole('button')).not.toBeInTheDocument();
  closeAdmin();
  await openAdmin('/ledger', { permissions: ['ledger.view'] });
  await expect.element(row('G0001')).toBeVisible();
  await expect.element(tab('对账')).not.toBeInTheDocument();
});

test('sums the revenue of the period in the URL, and the bookings of one account', async () => {
  answer('GET /admin/order/revenue', networkError());
  await openAdmin('/ledger');
  const today = dayOf(new Date());
  const before = (days: number) => dayOf(new Date(Date.now() - days * dayMs));
  await expect.element(page.getByText('没有取到销售额')).toBeVisible();
  expect(callsTo('GET /admin/order/revenue')[0]?.query).toEqual({ startTime: before(29), endTime: today });
  answer('GET /admin/order/revenue', revenue);
  await page.getByText('7 天', { exact: true }).click();
  await expect.element(page.getByText('3 笔')).toBeVisible();
  expect(callsTo('GET /admin/order/revenue').at(-1)?.query).toEqual({ startTime: before(6), endTime: today });
  expect(location.search).toContain(`startTime=${before(6)}`);
  await page.getByText('单篇内容').last().click();
  await expect.element(page.getByRole('img', { name: /单篇内容走势图：共 ¥35/ })).toBeVisible();
  await button('以表格查看每一天').click();
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('2026-11-202¥45¥10¥0¥35¥2');
  await tab('账户').click();
  await expect.element(row('G0001')).toMatchTextContent('销售G0001微信支付¥26作者 沈观潮-¥26');
  await expect.element(page.getByRole('definition').filter({ hasText: '-¥40' })).toBeVisible();
  await choose('账户', '微信支付');
  await expect
    .poll(() => callsTo('GET /admin/ledger/list').at(-1)?.query)
    .toEqual({ account: 'gateway:wechat', size: '20' });
  answer('GET /admin/ledger/export', refuse(403, '没有导出的权限'));
  await button('导出 CSV').click();
  await expect.element(page.getByText('没有导出的权限').first()).toBeVisible();
  expect(callsTo('GET /admin/ledger/export')[0]?.query).toEqual({ account: 'gateway:wechat' });
});

test('shows the differences from bills, and compares a day anew', async () => {
  const failed = bill({
    id: '2',
    gateway: 'alipay',
    day: '2026-11-18',
    state: 'failed',
    error: '账单还没有出',
  });
  answer('GET /admin/reconciliation/list', pageOf(different, failed, bill({ id: '3', day: '2026-11-17' })));
  answer('POST /admin/reconciliation/run', bill());
  await openAdmin('/ledger?tab=bills');
  await expect.element(row('2026-11-19')).toMatchTextContent('有差异1 处');
  await row('2026-11-19').getByRole('button', { name: '展开行' }).click();
  await expect.element(page.getByText('账单有，我们没有')).toBeVisible();
  await expect.element(page.getByText('我们 没有，渠道 ¥12.34')).toBeVisible();
  await row('2026-11-18').getByRole('button', { name: '展开行' }).click();
  await expect.element(page.getByText('账单还没有出')).toBeVisible();
  await expect.element(row('2026-11-17').getByRole('button', { name: '展开行' })).not.toBeInTheDocument();
  await button('重新对账：微信支付 2026-11-19').click();
  await button('对账').click();
  await expect.element(toastOf('2026-11-19 账单一致')).toBeVisible();
  expect(callsTo('POST /admin/reconciliation/run').at(-1)?.body).toEqual({
    gateway: 'wechat',
    day: '2026-11-19',
  });
  answer('POST /admin/reconciliation/run', refuse(409, '正在核对这一天'));
  const yesterday = () => dayOf(new Date(Date.now() - dayMs));
  // Midnight may pass between the opening of the dialog and here.
  const days = [yesterday()];
  await button('对一天的账').click();
  days.push(yesterday());
  await button('对账').click();
  await expect.element(dialog().getByText('请选择渠道')).toBeVisible();
  await page.getByRole('combobox', { name: '渠道' }).last().click();
  await page.getByTitle('支付宝', { exact: true }).last().click();
  await button('对账').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('正在核对这一天');
  answer('POST /admin/reconciliation/run', bill({ state: 'different', day: '2026-11-17' }));
  await button('对账').click();
  await expect.element(toastOf('2026-11-17 账单有差异')).toBeVisible();
  expect(callsTo('POST /admin/reconciliation/run').at(-1)?.body).toEqual({
    gateway: 'alipay',
    day: expect.toSatisfy((day) => days.includes(day)),
  });
  await choose('结果', '有差异');
  await choose('渠道', '支付宝');
  await expect
    .poll(() => callsTo('GET /admin/reconciliation/list').at(-1)?.query)
    .toMatchObject({ state: 'different', gateway: 'alipay' });
});

test('approves payouts, records their payment with a number, and rejects one with a reason', async () => {
  const approved = { state: 'approved' as const, authorName: '林听涛', amount: 12_345 };
  answer(
    'GET /admin/withdrawal/list',
    pageOf(
      withdrawal(),
      withdrawal({ ...approved, id: '6' }),
      withdrawal({ id: '7', state: 'paid', authorName: '已付的', paidAt: '2026-11-22T09:30:00+08:00' }),
    ),
  );
  answer('POST /admin/withdrawal/approve', true);
  answer('POST /admin/withdrawal/pay', refuse(409, '这笔提现已经处理过'));
  answer('POST /admin/withdrawal/reject', true);
  await openAdmin('/ledger?tab=withdrawals&state=all');
  await expect.element(row('已付的')).toMatchTextContent('11-22 09:30');
  await expect.element(row('已付的').getByRole('button')).not.toBeInTheDocument();
  await button('同意：沈观潮 ¥300').click();
  await expect.element(dialog().getByText('收款账户：工商银行 6222')).toBeVisible();
  await button('同意付 ¥300').click();
  await expect.element(toastOf('已同意，等待打款')).toBeVisible();
  expect(callsTo('POST /admin/withdrawal/approve').at(-1)?.body).toEqual({ id: '5', note: '' });
  await button('已打款：林听涛 ¥123.45').click();
  await dialog().getByRole('button', { name: '已打款' }).click();
  await expect.element(dialog().getByText('请填写打款凭证号')).toBeVisible();
  await page.getByRole('textbox', { name: '打款凭证号' }).fill('网银 1');
  await dialog().getByRole('button', { name: '已打款' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这笔提现已经处理过');
  answer('POST /admin/withdrawal/pay', true);
  await dialog().getByRole('button', { name: '已打款' }).click();
  await expect.element(toastOf('已记下这笔打款')).toBeVisible();
  expect(callsTo('POST /admin/withdrawal/pay').at(-1)?.body).toEqual({ id: '6', note: '网银 1' });
  await button('拒绝：林听涛 ¥123.45').click();
  await expect.element(dialog().getByText('不再打款，退回作者账户。')).toBeVisible();
  await page.getByRole('textbox', { name: '拒绝原因' }).fill('账户不对');
  await dialog().getByRole('button', { name: '拒绝' }).click();
  await expect.element(toastOf('已拒绝，作者会收到原因')).toBeVisible();
  expect(callsTo('POST /admin/withdrawal/reject').at(-1)?.body).toEqual({ id: '6', note: '账户不对' });
  answer('GET /admin/withdrawal/list', pageOf());
  await tab('待处理').click();
  await expect.element(page.getByText('没有要处理的提现')).toBeVisible();
  expect(callsTo('GET /admin/withdrawal/list').at(-1)?.query.state).toBe('requested');
  await tab('已拒绝').click();
  await expect.element(page.getByText('没有这样的提现')).toBeVisible();
  expect(callsTo('GET /admin/withdrawal/list').at(-1)?.query.state).toBe('rejected');
});
