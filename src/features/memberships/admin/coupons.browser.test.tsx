import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminPlan, Coupon } from '../schema.ts';

const coupon = (changes: Partial<Coupon> = {}): Coupon => ({
  id: '1',
  code: 'OPEN2026',
  name: '开张立减',
  amountOff: 300,
  percentOff: null,
  leastPrice: 1000,
  scope: 'all',
  targetId: null,
  targetName: '',
  startsAt: '2026-11-20T08:00:00+08:00',
  endsAt: null,
  totalLimit: 100,
  memberLimit: 1,
  used: 3,
  isActive: true,
  ...changes,
});
const list = (...records: Coupon[]) => answer('GET /admin/coupon/list', { records, cursor: null });
const field = (name: string) => page.getByRole('textbox', { name });
const spin = (name: string) => page.getByRole('spinbutton', { name });
const sent = () => callsTo('POST /admin/coupon/save').at(-1)?.body;

const plans = [{ id: '9', scope: 'vip', name: '年度 VIP', isActive: true } as AdminPlan];

beforeEach(() => {
  list(coupon(), coupon({ id: '2', code: 'HALF', name: '半价', isActive: false }));
  answer('GET /admin/plan/list', plans);
  answer('POST /admin/coupon/save', { id: '3' });
});

test('lists coupons, and opens one with its times', { tags: ['strict'] }, async () => {
  const long = {
    name: '长'.repeat(30),
    scope: 'column' as const,
    targetId: '2',
    targetName: '长'.repeat(60),
  };
  const percent = {
    id: '2',
    code: 'THIRD',
    amountOff: null,
    percentOff: 33,
    leastPrice: 0,
    totalLimit: null,
  };
  list(
    coupon(long),
    coupon({
      ...percent,
      scope: 'post',
      targetId: '77',
      endsAt: '2026-12-01T23:59:59+08:00',
      memberLimit: 2,
    }),
  );
  await openAdmin('/offers?tab=coupons');
  await expect.element(row('长长')).toMatchTextContent('减 ¥3满 ¥10 可用');
  await expect.element(row('长长')).toMatchTextContent('不限结束3 / 100每人 1 次启用');
  await expect.element(row('THIRD')).toMatchTextContent('减 33%单篇内容编号 77');
  await expect.element(row('THIRD')).toMatchTextContent('到 12-01 23:593 / 不限每人 2 次');
  await expectWellMade();
  await page.getByRole('button', { name: '长长' }).click();
  await expect.element(dialog('修改优惠券')).toBeVisible();
  await expect.element(field('开始')).toHaveValue('2026-11-20 08:00');
});

test('creates a coupon for one VIP plan, and shows missing values at their fields', async () => {
  await openAdmin('/offers?tab=coupons');
  await button('新建优惠券').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写减免金额')).toBeVisible();
  await field('减免金额（元）').fill('3');
  await button('保存').click();
  await expect.element(dialog().getByText('优惠码应为 4 到 20 位字母或数字')).toBeVisible();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  expect(callsTo('POST /admin/coupon/save')).toEqual([]);
  await field('优惠码').last().fill('desk2026');
  await expect.element(field('优惠码').last()).toHaveValue('DESK2026');
  await field('名称').fill('老读者');
  await choose('适用范围', 'VIP');
  await choose('VIP 套餐', '年度 VIP');
  await button('保存').click();
  await expect.element(toastOf('优惠券已保存')).toBeVisible();
  expect(sent()).toEqual({
    code: 'DESK2026',
    name: '老读者',
    amountOff: 300,
    percentOff: null,
    leastPrice: 0,
    scope: 'vip',
    targetId: '9',
    endsAt: null,
    totalLimit: null,
    memberLimit: 1,
    isActive: true,
  });
});

test('changes a coupon to a percentage; another scope clears its target', async () => {
  list(coupon({ id: '2', code: 'HALF', name: '半价', scope: 'post', targetId: '100001', isActive: false }));
  answer('POST /admin/coupon/save', refuse(409, '这个优惠码已经有了', 'code'));
  await openAdmin('/offers?tab=coupons');
  await button('半价').click();
  await expect.element(field('内容编号')).toHaveValue('100001');
  await choose('优惠方式', '减百分比');
  await spin('减免百分比').fill('');
  await button('保存').click();
  await expect.element(dialog().getByText('请填写减免百分比')).toBeVisible();
  await spin('减免百分比').fill('9，5');
  await expect.element(dialog().getByText('“9，5”不是整数，没有采用')).toBeVisible();
  await spin('减免百分比').fill('33');
  await expect.element(dialog().getByText('没有采用')).not.toBeInTheDocument();
  await spin('总次数').fill('20');
  await choose('适用范围', '栏目订阅');
  await button('保存').click();
  await expect.element(dialog().getByText('这个优惠码已经有了')).toBeVisible();
  await expect.element(spin('减免百分比')).toHaveValue('33');
  expect(sent()).toEqual({
    id: '2',
    code: 'HALF',
    name: '半价',
    amountOff: null,
    percentOff: 33,
    leastPrice: 1000,
    scope: 'column',
    targetId: null,
    startsAt: '2026-11-20T08:00:00+08:00',
    endsAt: null,
    totalLimit: 20,
    memberLimit: 1,
    isActive: false,
  });
});

test('searches a code, and stops coupons singly, together, and back again', async () => {
  answer('POST /admin/coupon/setActive', ({ body }) =>
    body.id === '2' && !body.isActive ? refuse(409, '优惠券已经停用') : true,
  );
  await openAdmin('/offers?tab=coupons');
  const report = page.getByRole('status').filter({ hasText: '停用' });
  await expect.element(row('HALF')).toMatchTextContent('停用');
  await expect.element(button('停用 HALF')).not.toBeInTheDocument();
  // Enter on a button of a row presses the button, and does not open the row.
  (button('启用 HALF').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('已启用 1 张')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsTo('POST /admin/coupon/setActive').at(-1)?.body).toEqual({ id: '2', isActive: true });
  await page.getByRole('checkbox', { name: '选择 OPEN2026' }).click();
  await page.getByRole('checkbox', { name: '选择 HALF' }).click();
  await button('批量停用').click();
  await expect.element(report).toMatchTextContent('停用：1 张成功，1 张没有成功');
  await expect.element(report).toMatchTextContent('HALF：优惠券已经停用');
  await button('撤销（启用）').click();
  await expect.element(page.getByText('已启用 1 张')).toBeVisible();
  expect(callsTo('POST /admin/coupon/setActive').at(-1)?.body).toEqual({ id: '1', isActive: true });
  list();
  await page.getByRole('searchbox', { name: '查找优惠码' }).fill('NONE2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有这个优惠码')).toBeVisible();
  expect(callsTo('GET /admin/coupon/list').at(-1)?.query.keyword).toBe('NONE2026');
});
