import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { WordHit, WordRecord } from '../../words/schema.ts';

const word = (changes: Partial<WordRecord> = {}): WordRecord => ({
  id: '1',
  word: '内幕消息',
  level: 'block',
  category: '证券',
  createdAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const pageOf = (records: WordRecord[], cursor: string | null = null) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
  cursor,
});
const field = (name: string) => page.getByRole('textbox', { name });
const listFile = (text: string) => new File([text], '词表.csv', { type: 'text/csv' });

beforeEach(() => {
  answer('GET /admin/word/list', pageOf([word(), word({ id: '2', word: '稳赚', level: 'warn' })]));
  answer('GET /admin/word/categories', [{ category: '证券', words: 2 }]);
});

test('lists words, and opens one that is long', { tags: ['strict'] }, async () => {
  answer('GET /admin/word/list', pageOf([word({ word: '长'.repeat(50), category: '分'.repeat(20) })]));
  await openAdmin('/words');
  await expect.element(row('长长')).toMatchTextContent('禁止');
  await expectWellMade();
  await button('长'.repeat(50)).click();
  await expect.element(dialog('空格、符号、全角半角和大小写都不影响比对')).toBeVisible();
  await expectAccessible();
});

test('filters, adds a word that may be listed already, changes one, and deletes several in one call', async () => {
  answer('GET /admin/word/list', ({ query }) =>
    pageOf(query.prefix === '内' ? [] : [word(), word({ id: '2', word: '稳赚', level: 'warn' })]),
  );
  await openAdmin('/words');
  await choose('级别', '禁止');
  await choose('分类', '证券（2）');
  await expect.poll(() => callsTo('GET /admin/word/list').at(-1)?.query.category).toBe('证券');
  await page.getByRole('searchbox', { name: '查找敏感词' }).fill('内');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的敏感词')).toBeVisible();
  expect(callsTo('GET /admin/word/list').at(-1)?.query).toEqual({
    level: 'block',
    category: '证券',
    prefix: '内',
    size: '20',
  });
  await button('看全部敏感词').click();

  answer('POST /admin/word/add', refuse(409, '“暗号”已经在词表里，可以直接改它的级别'));
  await button('添加').click();
  await dialog().getByRole('button', { name: '添加' }).click();
  await expect.element(dialog().getByText('请填写敏感词')).toBeVisible();
  await field('敏感词').fill('暗号');
  await page.getByRole('radio', { name: /提醒/ }).click();
  await field('分类').fill('口令');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('已经在词表里');
  answer('POST /admin/word/add', { id: '3' });
  const listCalls = callsTo('GET /admin/word/list').length;
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('已添加，之后发布的内容都会检查它')).toBeVisible();
  expect(callsTo('POST /admin/word/add').at(-1)?.body).toEqual({
    word: '暗号',
    level: 'warn',
    category: '口令',
  });
  await expect.poll(() => callsTo('GET /admin/word/list').length).toBeGreaterThan(listCalls);

  answer('POST /admin/word/save', true);
  await button('稳赚').click();
  await expect.element(dialog().getByRole('radio', { name: /提醒/ })).toBeChecked();
  await expect.element(field('敏感词')).not.toBeInTheDocument();
  await page.getByRole('radio', { name: /送审/ }).click();
  await button('保存').click();
  await expect.element(toastOf('已修改')).toBeVisible();
  expect(callsTo('POST /admin/word/save').at(-1)?.body).toEqual({
    id: '2',
    level: 'review',
    category: '证券',
  });

  answer('POST /admin/word/delete', 2);
  await page.getByRole('checkbox', { name: '选择“内幕消息”' }).click();
  await page.getByRole('checkbox', { name: '选择“稳赚”' }).click();
  await button('批量删除').click();
  await expect.element(dialog('之后发布的内容不再检查它')).toBeVisible();
  await dialog('删除选中的 2 个').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 2 个')).toBeVisible();
  expect(callsTo('POST /admin/word/delete').map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }]);
});

test('imports a list: requires a file of at most 5 MB, shows an error, then reports line by line', async () => {
  answer('POST /admin/word/import', refuse(400, '词表不是文本'));
  await openAdmin('/words');
  await button('导入词表').click();
  await button('导入').click();
  await expect.element(dialog().getByText('请选择词表文件')).toBeVisible();
  await page.getByLabelText('选择或拖入词表文件').upload(listFile('长'.repeat(2 * 1024 * 1024)));
  await button('导入').click();
  await expect.element(dialog().getByText('词表文件过大，最多 5 MB；请分成几份导入')).toBeVisible();
  expect(callsTo('POST /admin/word/import')).toEqual([]);
  await page.getByLabelText('词表.csv').upload(listFile('甲,提醒\n乙,严禁'));
  await expect.element(dialog().getByText('词表文件过大')).not.toBeInTheDocument();
  await button('导入').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('词表不是文本');
  answer('POST /admin/word/import', {
    added: 1,
    changed: 0,
    unchanged: 0,
    failed: 2,
    faults: [{ line: 2, message: '级别“严禁”不认识' }],
  });
  await button('导入').click();
  const report = dialog('导入词表').getByRole('status');
  await expect.element(report).toMatchTextContent('新增 1 个，改动 0 个，未变 0 个，2 行没有导入');
  await expect.element(report).toMatchTextContent('第 2 行：级别“严禁”不认识');
  await expect.element(report).toMatchTextContent('还有 1 行');
  const { file, ...rest } = callsTo('POST /admin/word/import').at(-1)?.body ?? {};
  expect(callsTo('POST /admin/word/import')).toHaveLength(2);
  expect(rest).toEqual({ level: 'review', category: '' });
  expect((file as File).name).toBe('词表.csv');
  await button('知道了').click();
  await expect.element(dialog()).not.toBeInTheDocument();

  answer(
    'GET /admin/word/export',
    () => new Response('敏感词', { headers: { 'content-type': 'text/csv' } }) as never,
  );
  await button('导出整份词表').click();
  await expect.poll(() => callsTo('GET /admin/word/export').length).toBe(1);
});

test('checks a text, and hides the result as soon as the text changes', async () => {
  const hit: WordHit = {
    word: '内幕消息',
    level: 'block',
    category: '',
    field: 'text',
    label: '文字',
    found: '内幕 消息',
    excerpt: '有内幕 消息要卖',
  };
  answer('POST /admin/moderation/try', [hit]);
  await openAdmin('/words');
  await button('试一段文字').click();
  await button('检查').click();
  await expect.element(dialog().getByText('请粘贴要检查的文字')).toBeVisible();
  await field('要检查的文字').fill('有内幕 消息要卖');
  await button('检查').click();
  const hits = page.getByRole('list', { name: '命中的敏感词' });
  await expect.element(hits).toMatchTextContent('禁止');
  await expectAccessible();
  answer('POST /admin/moderation/try', []);
  await field('要检查的文字').fill('没有什么');
  await expect.element(hits).not.toBeInTheDocument();
  await button('检查').click();
  await expect.element(page.getByText('没有查到敏感词。')).toBeVisible();
  expect(callsTo('POST /admin/moderation/try').at(-1)?.body).toEqual({ text: '没有什么' });
});
