import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import type { EditedMenu, MenuItem } from '#features/pages/menu/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

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

test.for(widths)('lists the menu with long names, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const link = { name: '名'.repeat(20), href: `/${'a'.repeat(499)}`, pageId: null };
  const group: MenuItem = { kind: 'group', isHidden: true, title: '组'.repeat(10), links: [link, link] };
  menu({ items: [...items, { kind: 'link', isHidden: false, link }, group] });
  await open();
  await expect.element(list()).toMatchTextContent('宏观手记');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('a menu that failed to load is loaded by the retry button', async () => {
  answer('GET /admin/menu/detail', networkError());
  await open();
  await expect.element(page.getByText('没有取到菜单')).toBeVisible();
  menu();
  await button('重试').click();
  await expect.element(list()).toMatchTextContent('股神争霸');
});

test('sorts and hides entries, adds a page and a group, and saves them together', async () => {
  answer('POST /admin/menu/save', true);
  await open();
  await button('上移“宏观手记”').click();
  await page.getByRole('switch', { name: '显示“股神争霸”' }).click();
  await button('添加链接').click();
  await choose('链接到', '单页：关于我们');
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

test('a draft of a page cannot be chosen, and a removed link is not sent', async () => {
  answer('POST /admin/menu/save', true);
  const link = { name: '旧的', href: '/old', pageId: null };
  menu({ items: [...items, { kind: 'link', isHidden: false, link }] });
  await open();
  await page.getByRole('combobox', { name: '链接到' }).click();
  await expect.element(page.getByRole('option', { name: '单页：关于我们' })).toBeInTheDocument();
  await expect.element(page.getByRole('option', { name: '草稿' })).not.toBeInTheDocument();
  await button('移除链接“旧的”').click();
  await button('保存').click();
  await expect.poll(sent).toEqual({ mark: '0-a', items });
});

test('keeps what was changed after a concurrent change', async () => {
  answer('POST /admin/menu/save', refuse(409, '菜单或栏目刚被别人改过，请在最新的菜单上再改'));
  await open();
  await button('添加分组').click();
  await field('分组的标题').fill('更多');
  await button('移除第 1 个链接').click();
  await button('保存').click();
  await expect.element(page.getByText(/菜单或栏目刚被别人改过/)).toBeVisible();
  await expect.element(field('分组的标题')).toHaveValue('更多');
});
