import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminPlan } from '#features/memberships/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const plan = (changes: Partial<AdminPlan> = {}): AdminPlan => ({
  id: '1',
  scope: 'vip',
  columnId: null,
  columnName: '',
  name: '月度 VIP',
  months: 1,
  days: null,
  price: 3000,
  firstPrice: null,
  isTrial: false,
  isActive: true,
  listOrder: 1,
  updatedAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const field = (name: string) => page.getByRole('textbox', { name });
const spin = (name: string) => page.getByRole('spinbutton', { name });

beforeEach(() =>
  answer('GET /admin/plan/list', [plan(), plan({ id: '2', name: '年度 VIP', price: 30_000 })]),
);

test.for(widths)('lists plans and opens the form, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/plan/list', [plan({ name: '长'.repeat(30) })]);
  await openAdmin('/offers');
  await expect.element(row('长长')).toMatchTextContent('¥30');
  expectNoSidewaysScroll();
  await expectAccessible();
  await page.getByRole('button', { name: '长长' }).click();
  await expect.element(dialog('修改套餐')).toBeVisible();
  await expectAccessible();
});

test('shows an empty list and a failed list', async () => {
  answer('GET /admin/plan/list', []);
  await openAdmin('/offers');
  await expect.element(page.getByText('还没有套餐')).toBeVisible();
});

test('shows a failed list with a retry button', async () => {
  answer('GET /admin/plan/list', networkError());
  await openAdmin('/offers');
  await expect.element(page.getByText('没有取到套餐')).toBeVisible();
  answer('GET /admin/plan/list', [plan()]);
  await button('重试').click();
  await expect.element(row('月度 VIP')).toBeVisible();
});

test('sorts by price, and opens a row by keyboard', async () => {
  await openAdmin('/offers');
  await page.getByRole('columnheader', { name: '价格（元）', exact: true }).click();
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('月度');
  (row('年度').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('修改套餐“年度 VIP”')).toBeVisible();
});

test('shows missing values at their fields, and sends fen once the form is complete', async () => {
  answer('POST /admin/plan/save', { id: '3' });
  await openAdmin('/offers');
  await button('新建套餐').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写价格')).toBeVisible();
  await field('价格（元）').first().fill('12.345');
  await expect.element(dialog().getByText('最多两位小数')).toBeVisible();
  await field('价格（元）').first().fill('18.50');
  await button('保存').click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  expect(callsTo('POST /admin/plan/save')).toEqual([]);
  await field('名称').fill('季度 VIP');
  await expect.element(dialog().getByText('请填写名称')).not.toBeInTheDocument();
  await spin('期限').fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('套餐已保存')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsTo('POST /admin/plan/save').at(-1)?.body).toMatchObject({
    scope: 'vip',
    name: '季度 VIP',
    months: 3,
    days: null,
    price: 1850,
    firstPrice: null,
  });
  await expect.poll(() => callsTo('GET /admin/plan/list').length).toBeGreaterThan(1);
});

test('shows an error at the field it names or above the button, and keeps typed values', async () => {
  answer('POST /admin/plan/save', refuse(400, '名称已经用过', 'name'));
  await openAdmin('/offers');
  await page.getByRole('button', { name: '月度 VIP' }).click();
  await field('名称').fill('年度 VIP');
  await button('保存').click();
  await expect.element(page.getByText('名称已经用过')).toBeVisible();
  answer('POST /admin/plan/save', refuse(409, '套餐刚刚被别人改动'));
  await field('名称').fill('半年 VIP');
  await button('保存').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('套餐刚刚被别人改动');
  await expect.element(field('名称')).toHaveValue('半年 VIP');
});

test('asks for confirmation before it discards unsaved changes', async () => {
  await openAdmin('/offers');
  await page.getByRole('button', { name: '月度 VIP' }).click();
  await field('名称').fill('改了');
  await button('取消').click();
  await dialog('有改动还没有保存').getByRole('button', { name: '继续编辑' }).click();
  await expect.element(field('名称')).toHaveValue('改了');
  await button('取消').click();
  await button('不保存').click();
  await expect.element(page.getByText('修改套餐')).not.toBeInTheDocument();
});
