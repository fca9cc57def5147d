import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RedirectRecord } from '#features/redirects/schema.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import { logIn } from '#testing/browser/open-site.ts';

const empty = { records: [], total: 0, size: 20, current: 1, pages: 1, cursor: null };
const menu = () => page.getByRole('navigation', { name: '后台菜单' });
const finder = () => page.getByRole('combobox', { name: '查找' });
const option = (title: string) => page.getByTitle(title);
const menuNames = () =>
  menu()
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(() => {
  answer('GET /admin/post/list', empty);
  answer('GET /admin/member/list', empty);
  answer('GET /admin/order/list', { records: [], cursor: null });
  answer('GET /admin/member/tags', []);
});

test('fits the menu of an administrator into 900 px, and finds screens, posts, members and orders with Ctrl+K', {
  tags: ['strict'],
}, async () => {
  await openAdmin('/posts');
  await expect.element(menu().getByRole('link', { name: '操作日志' })).toBeVisible();
  await expect.element(page.getByText('还没有稿件')).toBeVisible();
  const links = menu().getByRole('link').elements();
  expect(links.length).toBeGreaterThan(20);
  expect(links.at(-1)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(900);
  answer('GET /admin/post/list', ({ query }) => ({
    ...empty,
    records: query.keyword === '铜' ? [{ id: '7', title: '铜价为什么又涨了' } as never] : [],
  }));
  answer('GET /admin/member/list', { ...empty, records: [{ id: '91', name: '铜匠' } as never] });
  answer('GET /admin/order/list', {
    records: [{ id: '5', number: 'G5', title: '铜的一年' } as never],
    cursor: null,
  });
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(finder()).toHaveFocus();
  await expectWellMade();
  await userEvent.keyboard('铜');
  await expect.element(option('铜价为什么又涨了')).toBeVisible();
  await expect.element(option('铜匠')).toBeVisible();
  await expect.element(option('G5 铜的一年')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/posts/7');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('shows only the menu entries that the member may open, and sends no query without permission', async () => {
  answer('GET /admin/refund/list', { records: [], cursor: null });
  await openAdmin('/orders', { permissions: ['orders.view'] });
  await expect.poll(menuNames).toEqual(['工作台', '订单', '退款与发票']);
  await button('查找（Ctrl+K）').click();
  await expect.element(finder()).toHaveFocus();
  // Enter right after the name, before any search is answered.
  await userEvent.keyboard('退款{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/refunds');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(callsTo('GET /admin/member/list')).toEqual([]);
  expect(callsTo('GET /admin/post/list')).toEqual([]);
  // A closed palette gives the focus back to its button.
  await button('查找（Ctrl+K）').click();
  await expect.element(finder()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('查找（Ctrl+K）')).toHaveFocus();
  for (const words of ['订单', '没有这样的页面']) {
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(finder()).toHaveFocus();
    await expect.element(finder()).toHaveValue('');
    await userEvent.keyboard(words);
    await expect.element(finder()).toHaveValue(words);
    // Wherever the focus is.
    if (words === '订单') await dialog().getByText('查找页面、稿件、会员和订单').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  }
  // The shortcut closes the palette too, and a palette that is opened again while it closes is empty.
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(finder()).toHaveFocus();
  await userEvent.keyboard('订{Escape}');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(finder()).toHaveValue('');
  await expect.element(finder()).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.viewport(360, 900);
  await button('菜单').click();
  await dialog('菜单').getByRole('link', { name: '订单' }).click();
  await expect.poll(() => location.pathname).toBe('/admin/orders');
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('shows a contributor the list of posts, but not the media library', async () => {
  await openAdmin('/media', { permissions: ['content.contribute'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
  await expect.element(menu().getByRole('link', { name: '文章' })).toBeVisible();
  await expect.element(menu().getByRole('link', { name: '素材库' })).not.toBeInTheDocument();
});

test('shows an error page for an unknown URL, beside the menu of those who may only see posts', async () => {
  await openAdmin('/no-such-screen', { permissions: ['content.view'] });
  await expect.element(page.getByRole('heading', { level: 1, name: '后台没有这一页' })).toBeVisible();
  expect(menuNames()).toEqual(['工作台', '文章', '素材库']);
});

test('shows the next member of a tab nothing that the one before was answered', async () => {
  const redirect: RedirectRecord = {
    ...{ id: '1', source: '/theirs', status: 301, target: '/a', postId: null, hits: 1, lastHitAt: null },
    createdAt: '2026-11-20T08:00:00+08:00',
  };
  answer('GET /admin/redirect/list', {
    records: [redirect],
    total: 1,
    cursor: null,
  });
  answer('GET /admin/audit/list', { records: [], cursor: null });
  await openAdmin('/redirects');
  await expect.element(row('/theirs')).toBeVisible();
  await menu().getByRole('link', { name: '操作日志' }).click();
  await expect.element(page.getByText('还没有这样的操作')).toBeVisible();
  logIn(['*']);
  // Not answered yet: what the screen shows meanwhile is what it remembers.
  answer('GET /admin/redirect/list', () => Promise.withResolvers<never>().promise);
  await menu().getByRole('link', { name: '旧地址' }).click();
  await expect.poll(() => callsTo('GET /admin/redirect/list')).toHaveLength(2);
  await expect.element(page.getByText('正在取旧地址')).toBeVisible();
  expect(row('/theirs').query()).toBeNull();
});
