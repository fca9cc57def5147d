import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminColumn } from '../manage/schema.ts';
import { emptyDraft } from './column-draft.ts';

const column = (id: string, columnName: string, changes: Partial<AdminColumn> = {}): AdminColumn => ({
  ...emptyDraft,
  id,
  columnName,
  listOrder: 10,
  mark: `m${id}`,
  isBuiltIn: false,
  pieces: { draft: 0, scheduled: 0, published: 3, withdrawn: 0 },
  ...changes,
});
const empty = { draft: 0, scheduled: 0, published: 0, withdrawn: 0 };
const tree = [
  column('1', '资讯', { isBuiltIn: true, codePath: 1 }),
  column('5', '宏观手记'),
  column('51', '海外来信', { parentId: '5' }),
  column('6', '边走边看', { noMenu: 1 }),
];
const field = (name: string) => page.getByRole('textbox', { name });
const names = () =>
  page
    .getByRole('list', { name: '栏目', exact: true })
    .getByRole('button', { name: /篇$/ })
    .elements()
    .map(({ textContent }) => textContent?.replace(/内置|不在菜单|\d+ 篇/g, ''));
const sentOrder = () =>
  callsTo('POST /admin/column/arrange')
    .at(-1)
    ?.body.columns.map(({ id, parentId }: AdminColumn) => (parentId ? `${parentId}/${id}` : id))
    .join(' ');
const nameOf = (text: string) => page.getByRole('button', { name: new RegExp(`^${text}.*篇$`) });
const handle = (name: string) => page.getByRole('button', { name: `拖动“${name}”` });

beforeEach(() => answer('GET /admin/column/tree', { mark: 'm', columns: tree }));

test('lists the columns and opens one', { tags: ['strict'] }, async () => {
  const long = column('9', '长'.repeat(60), { isNav: 0, icon: 'wave' });
  answer('GET /admin/column/tree', { mark: 'm', columns: [...tree, long] });
  await openAdmin('/columns');
  await expect.element(nameOf('资讯')).toMatchTextContent('内置');
  await expect.element(nameOf('边走边看')).toMatchTextContent('不在菜单3 篇');
  await expect.element(nameOf('长')).toMatchTextContent('无页面');
  await expectPhoneLayout();
  await nameOf('长').click();
  await expect.element(page.getByRole('form', { name: /^栏目“长/ })).toBeVisible();
  await expectWellMade();
});

test('creates a column: shows missing fields, sends every field, opens the new column', async () => {
  answer('POST /admin/column/create', { id: '77' });
  await openAdmin('/columns?id=404');
  await expect.element(page.getByText('这个栏目已经不在了')).toBeVisible();
  await button('新建栏目').click();
  await field('栏目说明').fill('走到哪写到哪');
  await button('建立栏目').click();
  await expect.element(page.getByText('栏目名不能为空')).toBeVisible();
  expect(callsTo('POST /admin/column/create')).toEqual([]);
  await field('栏目名').fill('边走边写');
  await choose('上级栏目', '宏观手记');
  await page.getByRole('switch', { name: '登录后才能打开' }).click();
  await expect.element(page.getByText('游客打开栏目页会先去登录')).toBeVisible();
  answer('GET /admin/column/tree', { mark: 'm2', columns: [...tree, column('77', '边走边写')] });
  await button('建立栏目').click();
  await expect.element(toastOf('栏目已建立')).toBeVisible();
  await expect.element(page.getByRole('form', { name: '栏目“边走边写”' })).toBeVisible();
  const { listOrder: _, ...rest } = emptyDraft;
  expect(callsTo('POST /admin/column/create').at(-1)?.body).toEqual({
    ...rest,
    columnName: '边走边写',
    description: '走到哪写到哪',
    parentId: '5',
    loginAuth: 1,
  });
});

test("asks before another column replaces changes, and takes other people's changes after a conflict", async () => {
  const theirs = column('5', '宏观手记', { description: '别人写的', access: 'vip', mark: 'newer' });
  answer('POST /admin/column/save', refuse(409, '“宏观手记”刚被别人改过，请看过最新的内容后再保存'));
  await openAdmin('/columns?id=5');
  await field('栏目名').fill('宏观笔记');
  await nameOf('资讯').click();
  await dialog('有改动还没有保存').getByRole('button', { name: '继续编辑' }).click();
  await expect.element(field('栏目名')).toHaveValue('宏观笔记');
  answer('GET /admin/column/tree', {
    mark: 'm',
    columns: [column('1', '资讯', { isBuiltIn: true }), theirs],
  });
  await button('保存').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('刚被别人改过');
  await expect.element(page.getByRole('alert')).toMatchTextContent('你的改动还在，其他内容已换成最新的');
  await expect.element(field('栏目名')).toHaveValue('宏观笔记');
  await expect.element(field('栏目说明')).toHaveValue('别人写的');
  answer('POST /admin/column/save', true);
  await choose('图标', '水波');
  await button('保存').click();
  await expect.element(toastOf('已保存，读者的菜单已更新')).toBeVisible();
  const { isBuiltIn: _, pieces: __, ...values } = theirs;
  expect(callsTo('POST /admin/column/save').map(({ body }) => body)).toEqual([
    { ...values, columnName: '宏观笔记', description: '', access: 'public', mark: 'm5' },
    { ...values, columnName: '宏观笔记', icon: 'wave' },
  ]);
  await field('栏目名').fill('又改了');
  await nameOf('资讯').click();
  await button('不保存').click();
  await expect.element(page.getByRole('form', { name: '栏目“资讯”' })).toBeVisible();
  await expect.element(button('删除栏目')).not.toBeInTheDocument();
});

test('moves a column by keyboard, shows the new order at once, and restores the old order after an error', async () => {
  const arranged = Promise.withResolvers<ReturnType<typeof refuse>>();
  answer('POST /admin/column/arrange', () => arranged.promise);
  await openAdmin('/columns');
  await expect.element(nameOf('边走边看')).toBeVisible();
  (handle('资讯').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('已拿起“资讯”。')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(names).toEqual(['宏观手记', '资讯', '海外来信', '边走边看']);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(names).toEqual(['宏观手记', '海外来信', '资讯', '边走边看']);
  await userEvent.keyboard(' ');
  await expect.poll(sentOrder).toBe('5 5/51 1 6');
  expect(names()).toEqual(['宏观手记', '海外来信', '资讯', '边走边看']);
  await expect.element(handle('资讯')).toHaveFocus();
  arranged.resolve(refuse(409, '栏目的次序刚被别人改过，请在最新的次序上再排'));
  await expect.element(page.getByText('栏目的次序刚被别人改过')).toBeVisible();
  await expect.poll(names).toEqual(['资讯', '宏观手记', '海外来信', '边走边看']);
});

test('moves columns below others by dragging and by buttons, and folds the children of one', async () => {
  answer('POST /admin/column/arrange', true);
  await openAdmin('/columns?id=6');
  await userEvent.dragAndDrop(handle('边走边看'), handle('海外来信'), { steps: 10 });
  await expect.poll(sentOrder).toBe('1 5 5/6 5/51');
  expect(callsTo('POST /admin/column/arrange').at(-1)?.body.mark).toBe('m');
  const part = page.getByRole('region', { name: '栏目次序' });
  await expect.element(part.getByRole('button', { name: '移入' })).toBeEnabled();
  await expect.element(part.getByRole('button', { name: '下移' })).toBeDisabled();
  await part.getByRole('button', { name: '移入' }).click();
  await expect.poll(sentOrder).toBe('1 5 5/51 5/6');
  await page.getByRole('button', { name: '“宏观手记”的下级' }).click();
  await expect.poll(names).toEqual(['资讯', '宏观手记', '边走边看']);
});

test('deletes an empty column at once, and a column with content after the user chose a target', async () => {
  const references = column('7', '会员内参', { kind: 'reference' });
  answer('GET /admin/column/tree', {
    mark: 'm',
    columns: [...tree, references, column('8', '空栏', { pieces: empty })],
  });
  answer('POST /admin/column/delete', refuse(409, '“宏观手记”还不能删除：有订阅源把内容收进这个栏目'));
  await openAdmin('/columns?id=8');
  await button('删除栏目').click();
  await expect.element(dialog('栏目里没有内容')).toBeVisible();
  await button('取消').click();
  await nameOf('宏观手记').click();
  await expect.element(field('栏目名')).toHaveValue('宏观手记');
  await button('删除栏目').click();
  await expect.element(dialog()).toMatchTextContent('里面有 3 篇内容');
  await button('移走内容并删除').click();
  await expect.element(dialog().getByText('请选择移到哪个栏目')).toBeVisible();
  await expectAccessible();
  await page.getByRole('combobox', { name: '移到' }).click();
  await expect.element(page.getByTitle('边走边看', { exact: true })).toBeVisible();
  // Neither the column itself nor one of another kind.
  await expect.element(page.getByTitle('会员内参', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByTitle('宏观手记', { exact: true })).not.toBeInTheDocument();
  await page.getByTitle('边走边看', { exact: true }).click();
  await button('移走内容并删除').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('有订阅源');
  answer('POST /admin/column/delete', { moved: 3 });
  await button('移走内容并删除').click();
  await expect.element(toastOf('已删除，3 篇内容已移走')).toBeVisible();
  expect(callsTo('POST /admin/column/delete').at(-1)?.body).toEqual({ id: '5', moveTo: '6' });
  await expect.element(page.getByText('选一个栏目来修改')).toBeVisible();
});
