import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { EconomicEvent } from '#features/economic-events/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const event = (changes: Partial<EconomicEvent> = {}): EconomicEvent => ({
  id: '1',
  at: '2026-11-24T09:30:00+08:00',
  title: '10 月 CPI 同比',
  region: '中国',
  importance: 3,
  previous: '0.3%',
  forecast: '0.4%',
  actual: '',
  ...changes,
});
const open = () => openAdmin('/frontpage?tab=calendar');

beforeEach(() => {
  answer('GET /admin/economicEvent/list', {
    records: [event(), event({ id: '2', title: '长'.repeat(100), actual: '1.25 万亿' })],
    cursor: null,
  });
});

test.for(widths)('lists events, %i px wide', async (width) => {
  await page.viewport(width, 900);
  await open();
  await expect.element(row('10 月 CPI 同比')).toMatchTextContent('重要性 3');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('imports a file and names the lines that were not written', async () => {
  answer('POST /admin/economicEvent/import', {
    added: 3,
    unchanged: 1,
    failed: 1,
    faults: [{ line: 4, reason: '时间（time）不是时刻：九点，应为 09:30:00' }],
  });
  await open();
  await expect.element(button('选择 CSV 文件')).toBeVisible();
  const field = document.querySelector<HTMLInputElement>('main input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File(['date,time,event\n'], '日历.csv'));
  if (!field) throw new Error('no file field');
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await expect
    .element(page.getByText('“日历.csv”：新增或更新 3 个，没有变化 1 个，没有写入 1 行'))
    .toBeVisible();
  await expect.element(page.getByText('第 4 行：时间（time）不是时刻')).toBeVisible();
});

test('pulls from the source and says why it failed', async () => {
  answer('POST /admin/economicEvent/pull', { isOk: false, message: '还没有设置经济日历地址' });
  await open();
  await button('立即抓取').click();
  await expect.element(page.getByText('还没有设置经济日历地址')).toBeVisible();
});

test('deletes an event after a confirmation', async () => {
  answer('POST /admin/economicEvent/delete', refuse(500, '服务器出错'));
  await open();
  await button('删除：10 月 CPI 同比').click();
  answer('POST /admin/economicEvent/delete', 1);
  await dialog('删除“10 月 CPI 同比”').getByRole('button', { name: '删除' }).click();
  await expect
    .poll(() => callsTo('POST /admin/economicEvent/delete').map(({ body }) => body))
    .toEqual([{ ids: ['1'] }]);
});
