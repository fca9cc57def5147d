import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminPin } from '../../pins/schema.ts';

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

test('lists the pins of the home page', { tags: ['strict'] }, async () => {
  answer('GET /admin/pin/list', [
    pin('1', { title: '长'.repeat(100) }),
    pin('2', { state: 'hidden', endsAt: '2026-12-01T09:30:00+08:00' }),
  ]);
  await open();
  await expect.element(list()).toMatchTextContent('脱水研报，11-20 08:00 起，一直有效');
  await expect.element(list()).toMatchTextContent('读者看不到');
  await expect.element(list()).toMatchTextContent('至 12-01 09:30');
  await expectWellMade();
});

test('pins a post of a column found by its title, changes its period, and removes another', async () => {
  answer('POST /admin/pin/add', { id: '4' });
  answer('POST /admin/pin/save', refuse(404, '没有这条置顶，可能已被取消'));
  answer('POST /admin/pin/remove', true);
  answer('GET /admin/post/list', {
    records: [{ id: '77', title: '电芯报价', columnName: '脱水研报' } as never],
    total: 1,
    size: 20,
    current: 1,
    pages: 1,
    cursor: null,
  });
  answer('GET /admin/pin/list', ({ query }) => (query.columnId ? [pin('1'), pin('2')] : []));
  await open();
  await expect.element(page.getByText('这里没有置顶')).toBeVisible();
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
  await button('取消置顶《第2篇》').click();
  await expect.element(toastOf('已取消置顶')).toBeVisible();
  expect(callsTo('POST /admin/pin/remove').at(-1)?.body).toEqual({ id: '2' });
});

test('sorts pins by drag, by keyboard and with buttons, and restores an order that was refused', async () => {
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
  const pickUp = async () => {
    (handle('第3篇').element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('已拿起《第3篇》。')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(titles).toEqual(['第1篇', '第3篇', '第2篇']);
  };
  await pickUp();
  await userEvent.keyboard('{Escape}');
  await expect.poll(titles).toEqual(['第3篇', '第1篇', '第2篇']);
  expect(callsTo('POST /admin/pin/arrange')).toHaveLength(1);
  await pickUp();
  const held = Promise.withResolvers<boolean>();
  answer('POST /admin/pin/arrange', async ({ body }) => {
    saved = body.ids;
    return held.promise;
  });
  await userEvent.keyboard(' ');
  await expect.poll(sentIds).toEqual({ columnId: null, ids: ['1', '3', '2'] });
  // The focus stays on the handle while the new order is saved.
  await expect.element(handle('第3篇')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(handle('第3篇')).toHaveFocus();
  held.resolve(true);
  await expect.element(handle('第3篇')).toHaveAttribute('aria-disabled', 'false');
  await expect.element(handle('第3篇')).toHaveFocus();
  await button('下移《第3篇》').click();
  await expect.poll(sentIds).toEqual({ columnId: null, ids: ['1', '2', '3'] });
  await expect.element(button('下移《第3篇》')).toBeDisabled();
  answer('POST /admin/pin/arrange', refuse(409, '置顶刚被别人改过'));
  await button('下移《第1篇》').click();
  await expect.element(page.getByText('置顶刚被别人改过')).toBeVisible();
  await expect.poll(titles).toEqual(['第1篇', '第2篇', '第3篇']);
});
