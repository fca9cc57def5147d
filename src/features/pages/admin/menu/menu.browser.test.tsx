import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { EditedMenu, MenuItem } from '../../menu/schema.ts';

const items: MenuItem[] = [
  { kind: 'home', isHidden: false },
  { kind: 'column', id: '101', isHidden: false },
  { kind: 'contest', isHidden: false },
];
const menu = (changes: Partial<EditedMenu> = {}) =>
  answer('GET /admin/menu/detail', {
    mark: '0-a',
    items,
    pages: [
      { id: '7', title: '关于我们', isPublished: true },
      { id: '8', title: '草稿', isPublished: false },
    ],
    ...changes,
  });
const columns = [{ id: '101', columnName: '宏观手记', kind: 'article' } as Column];
const open = () => openAdmin('/columns?tab=menu', { columns });
const list = () => page.getByRole('list', { name: '菜单项' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const sent = () => callsTo('POST /admin/menu/save').at(-1)?.body;

beforeEach(() => menu());

test('lists the menu with long names, and sends no removed link', { tags: ['strict'] }, async () => {
  answer('POST /admin/menu/save', true);
  const link = { name: '名'.repeat(20), href: `/${'a'.repeat(499)}`, pageId: null };
  const other = { ...link, href: `/${'b'.repeat(499)}` };
  const group: MenuItem = { kind: 'group', isHidden: true, title: '组'.repeat(10), links: [link, other] };
  menu({ items: [...items, { kind: 'link', isHidden: false, link: { ...link, name: '旧的' } }, group] });
  await open();
  await expect.element(list()).toMatchTextContent('宏观手记');
  await expect.element(list()).toMatchTextContent('股神争霸');
  await expectWellMade();
  await button('移除链接“旧的”').click();
  await button('保存').click();
  await expect.poll(sent).toEqual({ mark: '0-a', items: [...items, group] });
});

test('sorts and hides entries, adds a published page and a group, and keeps them after a concurrent change', async () => {
  answer('POST /admin/menu/save', refuse(409, '菜单或栏目刚被别人改过，请在最新的菜单上再改'));
  await open();
  await button('上移“宏观手记”').click();
  await page.getByRole('switch', { name: '显示“股神争霸”' }).click();
  await button('添加链接').click();
  await page.getByRole('combobox', { name: '链接到' }).click();
  await expect.element(page.getByTitle('单页：关于我们', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('option', { name: '草稿' })).not.toBeInTheDocument();
  await page.getByTitle('单页：关于我们', { exact: true }).click();
  await button('添加分组').click();
  await button('保存').click();
  await expect.element(page.getByText('请填写标题')).toBeVisible();
  expect(callsTo('POST /admin/menu/save')).toEqual([]);
  await field('分组的标题').fill('更多');
  await field('第 1 个链接的地址').fill('https://shop.cn/');
  await field('第 1 个链接的名称').fill('店铺');
  await button('在分组里添加链接').click();
  await button('移除第 2 个链接').click();
  await button('保存').click();
  await expect.element(page.getByText(/菜单或栏目刚被别人改过/)).toBeVisible();
  await expect.element(field('分组的标题')).toHaveValue('更多');
  answer('POST /admin/menu/save', true);
  await button('保存').click();
  await expect.element(toastOf('菜单已保存，读者立即看到')).toBeVisible();
  expect(sent()).toEqual({
    mark: '0-a',
    items: [
      items[1],
      items[0],
      { kind: 'contest', isHidden: true },
      { kind: 'link', isHidden: false, link: { name: '', pageId: '7', href: '' } },
      {
        kind: 'group',
        isHidden: false,
        title: '更多',
        links: [{ name: '店铺', pageId: null, href: 'https://shop.cn/' }],
      },
    ],
  });
});
