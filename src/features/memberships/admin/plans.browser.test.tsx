import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminPlan } from '../schema.ts';

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

const columns = [{ id: '101', columnName: '宏观手记', children: [] as Column[] } as unknown as Column];
const sent = () => callsTo('POST /admin/plan/save').at(-1)?.body;

beforeEach(() => {
  answer('GET /admin/plan/list', [
    plan(),
    plan({ id: '2', name: '年度 VIP', price: 30_000, isActive: false, listOrder: 9 }),
  ]);
  answer('POST /admin/plan/save', { id: '3' });
});

test('lists plans, and opens one whose target is fixed', { tags: ['strict'] }, async () => {
  const name = '长'.repeat(30);
  const trial = { id: '2', name: '试读', scope: 'column' as const, columnId: '101', columnName: '宏观手记' };
  answer('GET /admin/plan/list', [
    plan({ name, firstPrice: 1850 }),
    plan({ ...trial, months: null, days: 7, isTrial: true, isActive: false }),
  ]);
  await openAdmin('/offers', { columns });
  await expect.element(row('长长')).toMatchTextContent('1 个月¥30¥18.50在售');
  await expect.element(row('试读')).toMatchTextContent('栏目：宏观手记7 天¥30—停售体验');
  await expectWellMade();
  await button('试读').click();
  await expect.element(dialog('修改套餐“试读”')).toMatchTextContent('宏观手记');
  for (const label of ['类型', '栏目'])
    await expect.element(page.getByRole('combobox', { name: label })).toBeDisabled();
  await expect.element(page.getByRole('checkbox', { name: '体验套餐' })).toBeDisabled();
  await expect.element(dialog()).toMatchTextContent('数字大的排在前面。');
  await expect.element(field('首次价格（元）')).not.toBeInTheDocument();
  await expectWellMade();
});

test('sorts by price, opens a row by keyboard, and asks before it discards changes', async () => {
  await openAdmin('/offers');
  await page.getByRole('columnheader', { name: '价格（元）', exact: true }).click();
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('月度');
  (row('年度').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('修改套餐“年度 VIP”')).toBeVisible();
  await field('名称').fill('改了');
  await button('取消').click();
  await dialog('有改动还没有保存').getByRole('button', { name: '继续编辑' }).click();
  await expect.element(field('名称')).toHaveValue('改了');
  await button('保存').click();
  await expect.element(toastOf('套餐已保存')).toBeVisible();
  expect(sent()).toMatchObject({
    id: '2',
    scope: 'vip',
    columnId: null,
    name: '改了',
    months: 1,
    days: null,
    price: 30_000,
    firstPrice: null,
    isTrial: false,
    isActive: false,
    listOrder: 9,
  });
  await button('月度 VIP').click();
  await field('名称').fill('改了');
  await button('取消').click();
  await button('不保存').click();
  await expect.element(page.getByText('修改套餐')).not.toBeInTheDocument();
});

test('creates plans: shows missing values at their fields, and sends fen', async () => {
  answer('GET /admin/plan/list', []);
  await openAdmin('/offers', { columns });
  await expect.element(page.getByText('还没有套餐')).toBeVisible();
  await button('新建套餐').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写价格')).toBeVisible();
  await field('价格（元）').first().fill('12.345');
  await expect.element(dialog().getByText('最多两位小数')).toBeVisible();
  await field('价格（元）').first().fill('9，9');
  await expect.element(dialog().getByText('逗号只能隔开千位')).toBeVisible();
  await field('价格（元）').first().fill('18.50');
  await button('保存').click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  expect(sent()).toBeUndefined();
  await field('名称').fill('季度 VIP');
  await expect.element(dialog().getByText('请填写名称')).not.toBeInTheDocument();
  await field('首次价格（元）').fill('9.9');
  await spin('期限').fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('套餐已保存')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  const created = { isActive: true, listOrder: 0, price: 1850 };
  const quarter = { scope: 'vip', columnId: null, name: '季度 VIP', months: 3, days: null };
  expect(sent()).toEqual({ ...created, ...quarter, firstPrice: 990, isTrial: false });
  await expect.poll(() => callsTo('GET /admin/plan/list').length).toBeGreaterThan(1);
  await button('新建套餐').click();
  await field('名称').fill('试读');
  await field('首次价格（元）').fill('9.9');
  await field('价格（元）').first().fill('18.50');
  await page.getByRole('checkbox', { name: '体验套餐' }).click();
  await choose('类型', '栏目订阅');
  await choose('栏目', '宏观手记');
  await spin('期限').fill('500');
  await choose('期限单位', '天');
  await button('保存').click();
  await expect.poll(() => callsTo('POST /admin/plan/save').length).toBe(2);
  const trial = { scope: 'column', columnId: '101', name: '试读', months: null, days: 120 };
  expect(sent()).toEqual({ ...created, ...trial, firstPrice: null, isTrial: true });
});
