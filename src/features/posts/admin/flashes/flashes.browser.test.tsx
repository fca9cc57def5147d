import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { button, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminRecord } from '../../manage/schema.ts';

const flash = (id: string, title: string) =>
  ({
    id,
    title,
    kind: 'news',
    state: 'published',
    important: true,
    views: 8,
    publishedAt: '2026-11-20T08:00:00+08:00',
  }) as AdminRecord;
const pageOf = (records: AdminRecord[]) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
  cursor: null,
});
const field = (name: string) => page.getByRole('textbox', { name });
const publish = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

beforeEach(() => {
  answer('GET /admin/post/list', pageOf([flash('1', '旧快讯')]));
  answer('POST /admin/post/create', { id: '77' });
  answer('GET /admin/post/detail', {
    version: 1,
    content: { columnId: '1', title: '', html: '', tags: [] },
  } as never);
  answer('POST /admin/post/save', { version: 2, savedAt: '2026-11-20T09:30:00+08:00' });
  answer('POST /admin/post/publish', {
    version: 2,
    savedAt: '2026-11-20T09:30:00+08:00',
    isHeld: false,
  });
});

test('shows the form and earlier flashes, and missing values at their fields; Enter in a field publishes nothing', {
  tags: ['strict'],
}, async () => {
  answer('GET /admin/post/list', pageOf([flash('1', '长'.repeat(200))]));
  await openAdmin('/flashes');
  await expect.element(row('长长')).toBeVisible();
  expect(callsTo('GET /admin/post/list').at(-1)?.query).toMatchObject({
    state: 'published',
    columnId: '1',
    sort: '-publishedAt',
  });
  await expect.element(field('标题')).toHaveFocus();
  await publish();
  await expect.element(page.getByText('请先写标题')).toBeVisible();
  await expect.element(page.getByText('请先写正文')).toBeVisible();
  await expectWellMade();
  await field('标题').fill('央行');
  await field('正文').fill('逆回购。');
  await field('股票代码').fill('300750 茅台');
  await expect.element(page.getByText('股票代码“茅台”不是六位数字')).toBeVisible();
  await field('股票代码').fill('300750');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('请先写标题')).not.toBeInTheDocument();
  expect(callsTo('POST /admin/post/create')).toEqual([]);
});

test('publishes by keyboard alone, keeps the input after a failure without a second post, and is ready for the next', async () => {
  answer('POST /admin/post/publish', networkError());
  await openAdmin('/flashes');
  await expect.element(field('标题')).toHaveFocus();
  await userEvent.keyboard('央行开展逆回购{Tab}央行今日开展 <3000> 亿元。{Enter}第二段{Tab}300059，600519');
  await publish();
  await expect.element(page.getByRole('alert')).toMatchTextContent('没有发出：网络连接错误！');
  await expect.element(field('正文')).toHaveValue('央行今日开展 <3000> 亿元。\n第二段');
  answer('POST /admin/post/publish', { version: 2, savedAt: '2026-11-20T09:30:00+08:00', isHeld: false });
  answer('GET /admin/post/list', pageOf([flash('77', '央行开展逆回购')]));
  await publish();
  await expect.element(toastOf('快讯已发布')).toBeVisible();
  await expect.element(row('央行开展逆回购')).toBeVisible();
  await expect.element(field('标题')).toHaveFocus();
  await expect.element(field('标题')).toHaveValue('');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(callsTo('POST /admin/post/create').map(({ body }) => body)).toEqual([
    { columnId: '1', title: '央行开展逆回购' },
  ]);
  expect(callsTo('POST /admin/post/save').at(-1)?.body).toEqual({
    id: '77',
    base: 1,
    content: {
      columnId: '1',
      title: '央行开展逆回购',
      html: '<p>央行今日开展 &lt;3000> 亿元。</p><p>第二段</p>',
      important: false,
      stockCodes: ['300059', '600519'],
      tags: [],
    },
  });
  expect(callsTo('POST /admin/post/publish').at(-1)?.body).toEqual({ id: '77', base: 2 });

  answer('POST /admin/post/publish', { version: 2, savedAt: '2026-11-20T09:30:00+08:00', isHeld: true });
  await userEvent.keyboard('第二条{Tab}正文');
  await page.getByRole('checkbox', { name: '重要' }).click();
  await button('发布').click();
  await expect.element(toastOf('已送审，通过后发布')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '重要' })).not.toBeChecked();
  expect(callsTo('POST /admin/post/create')).toHaveLength(2);
  expect(callsTo('POST /admin/post/save').at(-1)?.body.content).toMatchObject({
    title: '第二条',
    html: '<p>正文</p>',
    important: true,
    stockCodes: [],
  });
});
