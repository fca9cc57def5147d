import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { EconomicEvent } from '../schema.ts';

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

test('lists events, imports a file, pulls from the source, and deletes an event', {
  tags: ['strict'],
}, async () => {
  answer('POST /admin/economicEvent/import', {
    added: 3,
    unchanged: 1,
    failed: 1,
    faults: [{ line: 4, reason: '时间（time）不是时刻：九点，应为 09:30:00' }],
  });
  answer('POST /admin/economicEvent/pull', { isOk: false, message: '还没有设置经济日历地址' });
  answer('POST /admin/economicEvent/delete', refuse(409, '正在导入，请稍后再删'));
  await open();
  await expect.element(row('10 月 CPI 同比')).toMatchTextContent('11-24 09:3010 月 CPI 同比中国 · 重要性 3');
  await expect.element(row('10 月 CPI 同比')).toMatchTextContent('0.3% / 0.4% / —');
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
  await button('立即抓取').click();
  await expect.element(page.getByText('还没有设置经济日历地址')).toBeVisible();
  await expectWellMade();
  const confirm = async () => {
    await button('删除：10 月 CPI 同比').click();
    await dialog('删除“10 月 CPI 同比”').getByRole('button', { name: '删除' }).click();
  };
  await confirm();
  await expect.element(page.getByText('正在导入，请稍后再删')).toBeVisible();
  await button('确定').click();
  answer('POST /admin/economicEvent/delete', 1);
  answer('GET /admin/economicEvent/list', { records: [], cursor: null });
  await confirm();
  await expect.element(page.getByText('还没有事件')).toBeVisible();
  expect(callsTo('POST /admin/economicEvent/delete').map(({ body }) => body)).toEqual([
    { ids: ['1'] },
    { ids: ['1'] },
  ]);
});
