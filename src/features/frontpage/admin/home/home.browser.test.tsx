import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import { fixedBlockKinds } from '#shared/home-blocks.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { HomeLayout } from '../../home/schema.ts';

const fixed = fixedBlockKinds.map((kind) => ({ kind, isHidden: false }));
const layout = (changes: Partial<HomeLayout> = {}) =>
  answer('GET /admin/home/layout', { version: 0, isDefault: true, blocks: fixed, ...changes });
const columns = [{ id: '101', columnName: '宏观手记', kind: 'article' } as Column];
const open = () => openAdmin('/frontpage?tab=home', { columns });
const list = () => page.getByRole('list', { name: '首页的板块' });
const sent = () => callsTo('POST /admin/home/save').at(-1)?.body;
const handle = (name: string) => page.getByRole('button', { name: `拖动${name}`, exact: true });

beforeEach(() => layout());

test('lists the blocks', { tags: ['strict'] }, async () => {
  const text = { kind: 'text' as const, title: '长'.repeat(40), text: '长'.repeat(1000), isHidden: true };
  const column = { kind: 'column' as const, columnId: '101', isHidden: false };
  layout({ blocks: [text, column, ...fixed], isDefault: false, version: 2 });
  await open();
  await expect.element(list()).toMatchTextContent('财经日历');
  await expect.element(list()).toMatchTextContent('栏目“宏观手记”');
  await expect.element(page.getByRole('switch', { name: '显示文字' })).not.toBeChecked();
  await expect.element(button('移除“头条”')).not.toBeInTheDocument();
  await expectWellMade();
});

test('sorts, hides and adds blocks, and saves them together', async () => {
  answer('POST /admin/home/save', true);
  await open();
  await button('下移“行情”').click();
  (handle('“作者”').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(list().getByRole('listitem').nth(-2)).toMatchTextContent('作者');
  await userEvent.keyboard(' ');
  await page.getByRole('switch', { name: '显示“股神争霸”' }).click();
  await choose('添加栏目', '宏观手记');
  await button('添加一段文字').click();
  await button('保存').click();
  await expect.element(page.getByText('请填写文字')).toBeVisible();
  expect(callsTo('POST /admin/home/save')).toEqual([]);
  await page.getByRole('textbox', { name: '文字的标题' }).fill('编者的话');
  await page.getByRole('textbox', { name: '文字', exact: true }).fill('潮起有信');
  await button('保存').click();
  await expect.element(toastOf('首页版面已保存，读者立即看到')).toBeVisible();
  const kinds = ['lead', 'quotes', ...fixedBlockKinds.slice(2, -2), 'authors', 'references'];
  expect(sent()).toEqual({
    base: 0,
    blocks: [
      ...kinds.map((kind) => ({ kind, isHidden: kind === 'contest' })),
      { kind: 'column', columnId: '101', isHidden: false },
      { kind: 'text', title: '编者的话', text: '潮起有信', isHidden: false },
    ],
  });
});

test('keeps the unsaved layout when it changed meanwhile, and restores the default one', async () => {
  layout({
    version: 3,
    isDefault: false,
    blocks: [...fixed, { kind: 'column', columnId: '101', isHidden: false }],
  });
  answer('POST /admin/home/save', ({ body }) =>
    body.base === 4 ? true : refuse(409, '首页版面刚被别人改过，请在最新的版面上再改'),
  );
  await open();
  await button('移除栏目“宏观手记”').click();
  layout({ version: 4, isDefault: false, blocks: fixed.toReversed() });
  await button('保存').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('你的改动还在');
  layout({ version: 5, isDefault: false, blocks: fixed.toReversed() });
  await button('保存').click();
  await expect.element(toastOf('首页版面已保存，读者立即看到')).toBeVisible();
  expect(sent()).toEqual({ base: 4, blocks: fixed });
  await expect.element(list().getByRole('listitem').first()).toMatchTextContent('作者');
  answer('POST /admin/home/reset', () => {
    layout({ version: 6 });
    return true;
  });
  await button('恢复默认').click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await expect.element(toastOf('已恢复默认版面')).toBeVisible();
  expect(callsTo('POST /admin/home/reset').at(-1)?.body).toEqual({ base: 5 });
  await expect.element(list().getByRole('listitem').first()).toMatchTextContent('行情');
  await expect.element(button('恢复默认')).not.toBeInTheDocument();
});
