import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TagChange, TagDetail, TagRecord } from '#features/tags/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

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
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/tag/list', pageOf([tag(), ai]));
  answer('GET /admin/tag/detail', detail);
});

test.for(widths)('lists tags, long ones too, with what is in progress, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const long = tag({ id: '3', name: '长'.repeat(50), description: '介'.repeat(300) });
  answer('GET /admin/tag/list', pageOf([tag(), long], [change, { ...change, id: '8', state: 'failed' }]));
  await openAdmin('/tags');
  await expect.element(row('人工智能')).toMatchTextContent('1,200');
  await expect.element(page.getByText('已处理 25,000 / 100,000 篇')).toBeVisible();
  await expect.element(page.getByText('没有完成。请再做一次')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('says so if there are no tags or they could not be read, and searches and sorts', async () => {
  answer('GET /admin/tag/list', networkError());
  await openAdmin('/tags');
  await expect.element(page.getByText('没有取到标签')).toBeVisible();
  answer('GET /admin/tag/list', pageOf([]));
  await button('重试').click();
  await expect.element(page.getByText('还没有标签')).toBeVisible();
  answer('GET /admin/tag/list', pageOf([tag()]));
  await page.getByRole('searchbox', { name: '查找标签' }).fill('智能');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => callsTo('GET /admin/tag/list').at(-1)?.query.keyword).toBe('智能');
  await page.getByRole('columnheader', { name: '标签', exact: true }).click();
  await expect.poll(() => callsTo('GET /admin/tag/list').at(-1)?.query.sort).toBe('-name');
});

test('describes and renames a tag, shows a refusal at its field, and frees a former name', async () => {
  answer('POST /admin/tag/describe', true);
  answer('POST /admin/tag/freeName', true);
  answer('POST /admin/tag/rename', refuse(409, '已经有标签“AI”，请改用合并', 'name'));
  await openAdmin('/tags');
  await button('人工智能').click();
  await field('介绍').fill('新介绍');
  await expectAccessible();
  await button('保存介绍').click();
  await expect.element(toastOf('介绍已保存')).toBeVisible();
  expect(callsTo('POST /admin/tag/describe').at(-1)?.body).toEqual({ id: '1', description: '新介绍' });
  await button('停用旧名 机器智能').click();
  await dialog('停用旧名').getByRole('button', { name: '停用' }).click();
  await expect.poll(() => callsTo('POST /admin/tag/freeName').at(-1)?.body).toEqual({ name: '机器智能' });
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
  expect(callsTo('POST /admin/tag/rename').at(-1)?.body).toEqual({ id: '1', name: '智能' });
});

test('merges the selected tags into one of them, and deletes one', async () => {
  answer('POST /admin/tag/merge', { posts: 30 });
  answer('POST /admin/tag/delete', { posts: 30 });
  await openAdmin('/tags');
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
  await expect.poll(() => callsTo('POST /admin/tag/delete').at(-1)?.body).toEqual({ ids: ['2'] });
});

test('refuses staff who may not manage tags', async () => {
  await openAdmin('/tags', { permissions: ['content.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test.for(widths)('lists, adds and changes stocks, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const saved: object[] = [];
  answer('GET /admin/stock/list', () => ({
    records: saved.length > 0 ? [{ code: '600519', name: '茅台酒', market: 'SH', aliases: ['茅台'] }] : [],
    total: saved.length > 0 ? 1 : 0,
    cursor: null,
  }));
  answer('POST /admin/stock/save', ({ body }: { body: object }) => saved.push(body) > 0);
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
  expectNoSidewaysScroll();
  await expectAccessible();
  await field('名称').fill('贵州茅台');
  await button('保存').click();
  await expect
    .poll(() => saved)
    .toEqual([
      { code: '600519', name: '贵州茅台', market: '', aliases: ['茅台'], isNew: true },
      { code: '600519', name: '贵州茅台', market: 'SH', aliases: ['茅台'], isNew: false },
    ]);
});

test('keeps what is typed while the search before it is being shown', async () => {
  await openAdmin('/tags');
  const search = page.getByRole('searchbox', { name: '查找标签' });
  await search.fill('智能');
  // In one task, before the screen shows the search.
  const input = search.element() as HTMLInputElement;
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '大模型');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => callsTo('GET /admin/tag/list').at(-1)?.query.keyword).toBe('智能');
  await expect.element(row('人工智能')).toBeVisible();
  await expect.element(search).toHaveValue('大模型');
  history.back();
  await expect.element(search).toHaveValue('');
});
