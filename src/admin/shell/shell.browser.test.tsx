import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const empty = { records: [], total: 0, size: 20, current: 1, pages: 1, cursor: null };
const menu = () => page.getByRole('navigation', { name: '后台菜单' });
const finder = () => page.getByRole('combobox', { name: '查找' });
const option = (title: string) => page.getByTitle(title);

beforeEach(() => {
  answer('GET /admin/post/list', empty);
  answer('GET /admin/member/list', empty);
  answer('GET /admin/order/list', { records: [], cursor: null });
  answer('GET /admin/member/tags', []);
});

test('fits the menu of an administrator into a window of 900 px', async () => {
  await openAdmin('/posts');
  await expect.element(menu().getByRole('link', { name: '操作日志' })).toBeVisible();
  const links = menu().getByRole('link').elements();
  expect(links.length).toBeGreaterThan(20);
  expect(links.at(-1)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(900);
});

test('shows only the menu entries that the member may open, and always the home screen', async () => {
  await openAdmin('/orders', { permissions: ['orders.view'] });
  const names = () =>
    menu()
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['工作台', '订单', '退款与发票']);
});

test.for(widths)('finds screens, posts, members and orders with Ctrl+K, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/post/list', ({ query }) => ({
    ...empty,
    records: query.keyword === '铜' ? [{ id: '7', title: '铜价为什么又涨了' } as never] : [],
  }));
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  await openAdmin('/posts');
  await expect.element(page.getByText('还没有稿件')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(finder()).toHaveFocus();
  await expectAccessible();
  expectNoSidewaysScroll();
  await userEvent.keyboard('铜');
  await expect.element(option('铜价为什么又涨了')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/posts/7');
});

test('opens a screen on Enter right after its name, and sends no query without permission', async () => {
  answer('GET /admin/refund/list', { records: [], cursor: null });
  await openAdmin('/orders', { permissions: ['orders.view'] });
  await button('查找（Ctrl+K）').click();
  await expect.element(finder()).toHaveFocus();
  await userEvent.keyboard('退款{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/refunds');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsTo('GET /admin/member/list')).toEqual([]);
  expect(callsTo('GET /admin/post/list')).toEqual([]);
});

test('shows an error page for an unknown URL', async () => {
  await openAdmin('/no-such-screen');
  await expect.element(page.getByRole('heading', { level: 1, name: '后台没有这一页' })).toBeVisible();
});

test('shows a contributor the list of posts, but not the media library', async () => {
  await openAdmin('/media', { permissions: ['content.contribute'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: '后台菜单' });
  await expect.element(menu.getByRole('link', { name: '文章' })).toBeVisible();
  await expect.element(menu.getByRole('link', { name: '素材库' })).not.toBeInTheDocument();
});
