import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import type { AdminPin } from '#features/frontpage/pins/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const pin = (id: string, changes: Partial<AdminPin> = {}): AdminPin => ({
  id,
  postId: `10${id}`,
  title: `第${id}篇`,
  columnName: '脱水研报',
  startsAt: '2026-11-20T08:00:00+08:00',
  endsAt: null,
  state: 'running',
  ...changes,
});
const columns = [{ id: '2', columnName: '脱水研报', kind: 'article' } as Column];
const open = () => openAdmin('/frontpage?tab=pins', { columns });
const list = () => page.getByRole('list', { name: '置顶的内容' });
const titles = () =>
  list()
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => /第\d篇/.exec(textContent ?? '')?.[0]);
const handle = (title: string) => page.getByRole('button', { name: `拖动《${title}》` });
const sentIds = () => callsTo('POST /admin/pin/arrange').at(-1)?.body;

beforeEach(() => answer('GET /admin/pin/list', [pin('1'), pin('2', { state: 'hidden' }), pin('3')]));

test.for(widths)('lists the pins of the home page, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/pin/list', [pin('1', { title: '长'.repeat(100) }), pin('2', { state: 'hidden' })]);
  await open();
  await expect.element(list()).toMatchTextContent('读者看不到');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows a place without pins, and one that failed to load', async () => {
  answer('GET /admin/pin/list', networkError());
  await open();
  await expect.element(page.getByText('没有取到置顶')).toBeVisible();
  answer('GET /admin/pin/list', []);
  await button('重试').click();
  await expect.element(page.getByText('这里没有置顶')).toBeVisible();
});

test('pins a post of a column found by its title', async () => {
  answer('POST /admin/pin/add', { id: '4' });
  answer('GET /admin/post/list', {
    records: [{ id: '77', title: '电芯报价', columnName: '脱水研报' } as never],
    total: 1,
    size: 20,
    current: 1,
    pages: 1,
    cursor: null,
  });
  await open();
  await choose('置顶的位置', '脱水研报');
  await expect.poll(() => callsTo('GET /admin/pin/list').at(-1)?.query).toEqual({ columnId: '2' });
  await page.getByRole('combobox', { name: '搜一篇来置顶' }).fill('电芯');
  await page.getByTitle('电芯报价（脱水研报）').click();
  await expect.element(toastOf('已置顶，读者立即看到')).toBeVisible();
  expect(callsTo('GET /admin/post/list').at(-1)?.query).toMatchObject({
    state: 'published',
    keyword: '电芯',
    columnId: '2',
  });
  expect(callsTo('POST /admin/pin/add').at(-1)?.body).toEqual({ columnId: '2', postId: '77' });
});

test('sorts pins by drag, by keyboard and with buttons', async () => {
  let saved = ['1', '2', '3'];
  answer('GET /admin/pin/list', () => saved.map((id) => pin(id)));
  answer('POST /admin/pin/arrange', ({ body }) => {
    saved = body.ids;
    return true;
  });
  await open();
  await userEvent.dragAndDrop(handle('第3篇'), handle('第1篇'), { steps: 10 });
  await expect.poll(sentIds).toEqual({ columnId: null, ids: ['3', '1', '2'] });
  await expect.poll(titles).toEqual(['第3篇', '第1篇', '第2篇']);
  await expect.element(handle('第3篇')).toHaveAttribute('aria-disabled', 'false');
  (handle('第3篇').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('已拿起《第3篇》。')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(titles).toEqual(['第1篇', '第3篇', '第2篇']);
  await userEvent.keyboard(' ');
  await expect.poll(sentIds).toEqual({ columnId: null, ids: ['1', '3', '2'] });
  await button('下移《第3篇》').click();
  await expect.poll(sentIds).toEqual({ columnId: null, ids: ['1', '2', '3'] });
  await expect.element(button('下移《第3篇》')).toBeDisabled();
});

test('restores the order when Escape cancels the drag or the server refuses the new order', async () => {
  answer('POST /admin/pin/arrange', refuse(409, '置顶刚被别人改过'));
  await open();
  await expect.element(handle('第1篇')).toBeVisible();
  (handle('第1篇').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('已拿起《第1篇》。')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(titles).toEqual(['第2篇', '第1篇', '第3篇']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(titles).toEqual(['第1篇', '第2篇', '第3篇']);
  expect(callsTo('POST /admin/pin/arrange')).toEqual([]);
  await button('下移《第1篇》').click();
  await expect.element(page.getByText('置顶刚被别人改过')).toBeVisible();
  await expect.poll(titles).toEqual(['第1篇', '第2篇', '第3篇']);
});

test('changes the period of a pin, and shows why it failed', async () => {
  answer('POST /admin/pin/save', refuse(404, '没有这条置顶，可能已被取消'));
  await open();
  await button('改《第1篇》的时间').click();
  await page.getByRole('textbox', { name: '结束时间' }).fill('2026-12-01 09:30');
  await page.getByRole('button', { name: '确定' }).first().click();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('没有这条置顶');
  answer('POST /admin/pin/save', true);
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(toastOf('置顶时间已改')).toBeVisible();
  expect(callsTo('POST /admin/pin/save').at(-1)?.body).toEqual({
    id: '1',
    startsAt: '2026-11-20T08:00:00+08:00',
    endsAt: '2026-12-01T01:30:00.000Z',
  });
});

test('removes a pin', async () => {
  answer('POST /admin/pin/remove', true);
  await open();
  await button('取消置顶《第2篇》').click();
  await expect.element(toastOf('已取消置顶')).toBeVisible();
  expect(callsTo('POST /admin/pin/remove').at(-1)?.body).toEqual({ id: '2' });
});
