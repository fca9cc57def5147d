import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { TagChange, TagDetail, TagRecord } from '../schema.ts';

const tag = (changes: Partial<TagRecord> = {}): TagRecord => ({
  id: '1',
  name: '人工智能',
  description: '',
  posts: 1200,
  ...changes,
});
const ai = tag({ id: '2', name: 'AI', posts: 30 });
const change: TagChange = {
  ...{ id: '9', kind: 'merge', names: ['GPT', 'LLM'], target: '大模型', state: 'running' },
  ...{ done: 25_000, total: 100_000 },
};
const pageOf = (records: TagRecord[], changes: TagChange[] = []) => ({
  ...{ records, changes },
  total: records.length,
  cursor: null,
});
const detail: TagDetail = { ...tag(), description: '旧介绍', formerNames: ['机器智能'] };
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;
const listQuery = () => callsTo('GET /admin/tag/list').at(-1)?.query;
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/tag/list', pageOf([tag(), ai]));
  answer('GET /admin/tag/detail', detail);
});

test('lists tags with what is in progress, and opens one', { tags: ['strict'] }, async () => {
  const long = tag({ id: '3', name: '长'.repeat(50), description: '介'.repeat(300) });
  const changes: TagChange[] = [
    change,
    { ...change, id: '8', state: 'failed', kind: 'delete', names: ['甲', '乙', '丙', '丁', '戊', '己'] },
    { ...change, id: '7', state: 'queued', kind: 'rename', names: ['旧'], target: '新' },
  ];
  answer('GET /admin/tag/list', pageOf([tag(), long], changes));
  await openAdmin('/tags');
  await expect.element(row('人工智能')).toMatchTextContent('1,200');
  await expect.element(page.getByText('标签“GPT”“LLM”合并到“大模型”')).toBeVisible();
  await expect.element(page.getByText('已处理 25,000 / 100,000 篇')).toBeVisible();
  await expect
    .element(page.getByRole('progressbar', { name: '“GPT”“LLM”' }))
    .toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByText('删除标签“甲”“乙”“丙”“丁”“戊”等 6 个标签')).toBeVisible();
  await expect.element(page.getByText('没有完成。请再做一次')).toBeVisible();
  await expect.element(page.getByText('标签“旧”改名为“新”')).toBeVisible();
  await expect.element(page.getByText('等待处理，共 100,000 篇')).toBeVisible();
  await expectWellMade();
  await button('人工智能').click();
  await expect.element(field('介绍')).toHaveValue('旧介绍');
  await expectPhoneLayout();
});

test('describes and renames a tag, shows a refusal at its field, and frees a former name', async () => {
  answer('POST /admin/tag/describe', true);
  answer('POST /admin/tag/freeName', true);
  answer('POST /admin/tag/rename', refuse(409, '已经有标签“AI”，请改用合并', 'name'));
  await openAdmin('/tags');
  await button('人工智能').click();
  await field('介绍').fill('新介绍');
  await button('保存介绍').click();
  await expect.element(toastOf('介绍已保存')).toBeVisible();
  expect(sent('POST /admin/tag/describe')).toEqual({ id: '1', description: '新介绍' });
  await button('停用旧名 机器智能').click();
  await dialog('停用旧名').getByRole('button', { name: '停用' }).click();
  await expect.poll(() => sent('POST /admin/tag/freeName')).toEqual({ name: '机器智能' });
  await field('标签名').fill('');
  await button('改名').click();
  await expect.element(page.getByText('请填写标签名')).toBeVisible();
  await field('标签名').fill('AI');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('请改用合并')).toBeVisible();
  answer('POST /admin/tag/rename', { posts: 1200 });
  await field('标签名').fill('智能');
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('1,200 篇文章会陆续换成新名字')).toBeVisible();
  expect(sent('POST /admin/tag/rename')).toEqual({ id: '1', name: '智能' });
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('searches and sorts, merges the selected tags into one of them, and deletes one', async () => {
  answer('POST /admin/tag/merge', { posts: 30 });
  answer('POST /admin/tag/delete', { posts: 30 });
  await openAdmin('/tags');
  await page.getByRole('columnheader', { name: '标签', exact: true }).click();
  await expect.poll(() => listQuery()?.sort).toBe('-name');
  const search = page.getByRole('searchbox', { name: '查找标签' });
  await search.fill('智能');
  // In one task, before the screen shows the search.
  const input = search.element() as HTMLInputElement;
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '大模型');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => listQuery()?.keyword).toBe('智能');
  await expect.element(row('人工智能')).toBeVisible();
  await expect.element(search).toHaveValue('大模型');
  history.back();
  await expect.element(search).toHaveValue('');
  await page.getByRole('checkbox', { name: '选择人工智能' }).click();
  await page.getByRole('checkbox', { name: '选择AI' }).click();
  await button('批量合并').click();
  const merging = dialog('合并选中的 2 个标签');
  await merging.getByRole('button', { name: '合并' }).click();
  await expect.element(merging.getByText('请选择合并到的标签')).toBeVisible();
  await merging.getByRole('combobox').click();
  await page.getByTitle('人工智能（1,200 篇）').click();
  await merging.getByRole('button', { name: '合并' }).click();
  await expect
    .poll(() => callsTo('POST /admin/tag/merge').map(({ body }) => body))
    .toEqual([{ ids: ['2'], intoId: '1' }]);
  await row('AI').getByRole('button', { name: '删除' }).click();
  await dialog().getByRole('button', { name: '删除' }).click();
  await expect.poll(() => sent('POST /admin/tag/delete')).toEqual({ ids: ['2'] });
  answer('GET /admin/tag/list', networkError());
  await button('导出 CSV').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('网络连接错误！');
});

test('lists, adds, changes, imports and deletes stocks', { tags: ['strict'] }, async () => {
  const saved: object[] = [];
  answer('GET /admin/stock/list', () => ({
    records: saved.length > 0 ? [{ code: '600519', name: '茅台酒', market: 'SH', aliases: ['茅台'] }] : [],
    total: saved.length > 0 ? 1 : 0,
    cursor: null,
  }));
  answer('POST /admin/stock/save', ({ body }: { body: object }) => saved.push(body) > 0);
  answer('POST /admin/stock/import', {
    ...{ added: 3, changed: 1, unchanged: 0, failed: 2, faults: [{ line: 5, message: '请填写名称' }] },
  });
  answer('POST /admin/stock/delete', 1 as never);
  await openAdmin('/tags?tab=stocks');
  await expect.element(page.getByText('还没有股票')).toBeVisible();
  await button('添加').click();
  await field('代码').fill('600519');
  await field('名称').fill('贵州茅台');
  await page.getByRole('combobox', { name: '别名' }).fill('茅台');
  await userEvent.keyboard('{Enter}');
  await button('保存').click();
  await expect.element(row('茅台酒')).toBeVisible();
  await button('茅台酒').click();
  await expect.element(field('名称')).toHaveValue('茅台酒');
  await expect.element(field('代码')).not.toBeInTheDocument();
  await expectPhoneLayout();
  await field('名称').fill('贵州茅台');
  await button('保存').click();
  await expect
    .poll(() => saved)
    .toEqual([
      { code: '600519', name: '贵州茅台', market: '', aliases: ['茅台'], isNew: true },
      { code: '600519', name: '贵州茅台', market: 'SH', aliases: ['茅台'], isNew: false },
    ]);
  await button('导入').click();
  await page.getByLabelText('选择或拖入股票表').upload(new File(['代码,名称'], '股票.csv'));
  await dialog().getByRole('button', { name: '导入' }).click();
  const report = dialog('导入股票').getByRole('status');
  await expect.element(report).toMatchTextContent('新增 3 个，改动 1 个，未变 0 个，2 行没有导入');
  await expect.element(report).toMatchTextContent('第 5 行：请填写名称还有 1 行');
  await button('知道了').click();
  await row('茅台酒').getByRole('button', { name: '删除' }).click();
  await dialog('删除茅台酒？').getByRole('button', { name: '删除' }).click();
  await expect.poll(() => sent('POST /admin/stock/delete')).toEqual({ ids: ['600519'] });
});
