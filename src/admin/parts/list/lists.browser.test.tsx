import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, fillPeriod, openAdmin, row, tab } from '#testing/browser/open-admin.ts';
import type { SampleOrder } from '#testing/browser/sample-lists.tsx';

// The parts are proven here once, for all screens that use them.
const order = (at: number): SampleOrder => ({
  id: String(at),
  number: `G${at}`,
  title: `第${at}单`,
  amount: at * 100,
});
const orders = (from: number, count: number) => Array.from({ length: count }, (_, at) => order(from + at));
const listed = (records: SampleOrder[], cursor: string | null = null) =>
  ({ records, cursor, total: 5 }) as never;
const lastQuery = () => callsTo('GET /admin/order/list').at(-1)?.query;
const checkbox = (title: string) => page.getByRole('checkbox', { name: `选择${title}` });
const bulkBar = () => page.getByRole('toolbar', { name: '批量操作' });
const currentPage = () => page.getByRole('navigation', { name: '翻页' }).getByText(/^第 \d+ 页$/);
const keyword = () => page.getByRole('searchbox', { name: '搜索记录' });

const opened: string[] = [];
const acts: [verb: string, ids: string[]][] = [];

beforeEach(() => {
  opened.length = 0;
  acts.length = 0;
});

/** Answers a page of three orders and one of two. */
function answerTwoPages(): void {
  answer('GET /admin/order/list', ({ query }) =>
    query.cursor === 'two' ? listed(orders(21, 2)) : listed(orders(1, 3), 'two'),
  );
}

async function openOrders(address = '/') {
  const { SampleList } = await import('#testing/browser/sample-lists.tsx');
  const part = <SampleList onOpen={(id) => opened.push(id)} onAct={(verb, ids) => acts.push([verb, ids])} />;
  await openAdmin(address, { part });
}

test('tells a list that loads, failed, is empty, or has no match, and scrolls a wide one on a phone', {
  tags: ['strict'],
}, async () => {
  const first = Promise.withResolvers<never>();
  answer('GET /admin/order/list', () => first.promise);
  await openOrders();
  await expect.element(page.getByText('正在取记录 …')).toBeVisible();
  first.resolve(networkError() as never);
  await expect.element(page.getByRole('heading', { name: '没有取到记录' })).toBeVisible();
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
  await expect.element(page.getByText('还没有记录')).not.toBeInTheDocument();
  answer('GET /admin/order/list', listed([]));
  await button('重试').click();
  await expect.element(page.getByText('还没有记录')).toBeVisible();
  await expect.element(button('导出 CSV')).not.toBeInTheDocument();
  await keyword().fill(' 铜 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的记录')).toBeVisible();
  expect(lastQuery()).toEqual({ keyword: '铜', size: '20' });
  answerTwoPages();
  await button('看全部记录').click();
  await expect.element(row('第3单')).toBeVisible();
  await expect.element(keyword()).toHaveValue('');
  expect(lastQuery()).toEqual({ size: '20' });
  await expect.element(page.getByText('共 5 条')).toBeVisible();
  await checkbox('第2单').click();
  await expect.element(bulkBar()).toBeVisible();
  await expectWellMade();
  await page.viewport(360, 900);
  const box = page.getByRole('group', { name: '记录' });
  await expect.element(box).toHaveAttribute('tabindex', '0');
  box.element().scrollLeft = 60;
  expect(box.element().scrollLeft).toBe(60);
});

test('goes back to the first page when a filter, the order or the page size changes, and drops the selection with a filter', async () => {
  answerTwoPages();
  await openOrders();
  await checkbox('第1单').click();
  await button('下一页').click();
  await expect.element(row('第21单')).toBeVisible();
  await expect.element(currentPage()).toMatchTextContent('第 2 页');
  await expect.element(button('下一页')).toBeDisabled();
  expect(location.search).toBe('?page=2&cursor=two');
  await checkbox('第22单').click();
  await expect.element(bulkBar()).toMatchTextContent('已选 2 条');
  await button('上一页').click();
  await expect.element(checkbox('第1单')).toBeChecked();
  await expect.element(currentPage()).toMatchTextContent('第 1 页');
  await expect.element(button('上一页')).toBeDisabled();
  await button('选择全部页').click();
  await expect.element(bulkBar()).toMatchTextContent('已选 5 条');
  expect(callsTo('GET /admin/order/list').at(-1)?.query).toEqual({ size: '100', cursor: 'two' });

  await button('下一页').click();
  await choose('类型', '会员');
  await expect.element(row('第1单')).toBeVisible();
  expect(lastQuery()).toEqual({ kind: 'vip', size: '20' });
  expect(location.search).toBe('?kind=vip');
  await expect.element(currentPage()).toMatchTextContent('第 1 页');
  await expect.element(bulkBar()).not.toBeInTheDocument();
  await expect.element(checkbox('第1单')).not.toBeChecked();

  await button('下一页').click();
  await expect.element(row('第21单')).toBeVisible();
  await page.getByRole('columnheader', { name: '金额' }).click();
  await expect.poll(lastQuery).toEqual({ kind: 'vip', sort: '-amount', size: '20' });
  await page.getByRole('columnheader', { name: '金额' }).click();
  await expect.poll(lastQuery).toEqual({ kind: 'vip', sort: 'amount', size: '20' });
  await expect.element(row('第1单')).toBeVisible();
  await button('下一页').click();
  await expect.element(row('第21单')).toBeVisible();
  await choose('每页条数', '每页 50');
  await expect.poll(lastQuery).toEqual({ kind: 'vip', sort: 'amount', size: '50' });
});

test('filters by the first and the last day of a period, and by one of them alone', async () => {
  answerTwoPages();
  await openOrders('/?kind=none&startTime=2026-10-01');
  await expect.element(row('第3单')).toBeVisible();
  // An address may hold a value that the call does not know.
  expect(lastQuery()).toEqual({ startTime: '2026-10-01', size: '20' });
  const [from, to] = [page.getByPlaceholder('下单从'), page.getByPlaceholder('到', { exact: true })];
  await expect.element(from).toHaveValue('2026-10-01');
  await expect.element(to).toHaveValue('');
  await fillPeriod('下单从', '2026-11-01', '2026-11-20');
  await expect.poll(lastQuery).toEqual({ startTime: '2026-11-01', endTime: '2026-11-20', size: '20' });
  await expect.element(to).toHaveValue('2026-11-20');
});

test('moves over rows by keyboard, leaves the keys of their controls alone, and reports an action over several', async () => {
  answerTwoPages();
  await openOrders();
  await expect.element(row('第3单')).toBeVisible();
  (row('第1单').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(checkbox('第2单')).toBeChecked();
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual(['2']);
  await userEvent.keyboard('{End}');
  await expect.element(row('第3单')).toHaveFocus();
  await expect.element(row('第3单')).toHaveAttribute('tabindex', '0');
  await userEvent.keyboard('{Home}');
  await expect.element(row('第1单')).toHaveFocus();

  await expect.element(button('撤回第1单')).not.toBeInTheDocument();
  (button('撤回第3单').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('撤回第3单？')).toMatchTextContent('读者会看不到。');
  expect(opened).toEqual(['2']);
  await dialog().getByRole('button', { name: '取消' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(acts).toEqual([]);

  (row('第1单').element() as HTMLElement).focus();
  await userEvent.keyboard('{PageDown}');
  await checkbox('第22单').click();
  await button('批量撤回').click();
  await dialog('撤回选中的 2 条？').getByRole('button', { name: '撤回' }).click();
  const report = page.getByRole('status').filter({ hasText: '撤回' });
  await expect.element(report).toMatchTextContent('撤回：1 条成功，1 条没有成功');
  await expect.element(report).toMatchTextContent('第22单：已经撤回过了');
  await expect.element(report).toMatchTextContent('第2单：读者会收到通知');
  await expect.element(bulkBar()).not.toBeInTheDocument();
  await button('撤销（恢复）').click();
  await expect.element(page.getByText('已恢复 1 条')).toBeVisible();
  expect(acts).toEqual([
    ['撤回', ['2']],
    ['撤回', ['22']],
    ['恢复', ['2']],
  ]);
  await button('关闭').click();
  await expect.element(page.getByText('已恢复 1 条')).not.toBeInTheDocument();
});

test('exports the shown columns of all pages as CSV, and says why an export failed', async () => {
  const files = vi.spyOn(URL, 'createObjectURL');
  let isOnline = false;
  answer('GET /admin/order/list', ({ query }) => {
    if (query.cursor === 'two') return isOnline ? listed(orders(21, 2)) : networkError();
    return listed(orders(1, 3), 'two');
  });
  await openOrders('/?kind=vip');
  await button('列').click();
  await page.getByRole('checkbox', { name: '编号' }).click();
  await expect.element(page.getByRole('columnheader', { name: '编号' })).not.toBeInTheDocument();
  expect(localStorage.getItem('hiddenColumns')).toContain('{"记录":["number"]}');
  await button('导出 CSV').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('网络连接错误！');
  await page.getByRole('alertdialog').getByRole('button').click();
  expect(files).not.toHaveBeenCalled();
  isOnline = true;
  await button('导出 CSV').click();
  await expect.poll(() => files.mock.calls).toHaveLength(1);
  const [file] = files.mock.calls[0] as [Blob];
  const lines = (await file.text()).split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['标题,金额', '第1单,1']);
  expect(lines[5]).toBe('第22单,22');
  expect(lastQuery()).toEqual({ kind: 'vip', size: '100', cursor: 'two' });
  await expect.element(button('导出 CSV')).toBeVisible();
});

test('saves the filters as a view, shows why saving failed, renames and deletes the view', async () => {
  answerTwoPages();
  answer('POST /admin/savedView/save', refuse(409, '已经有名为“待办”的视图'));
  await openOrders('/?kind=vip&page=2&cursor=two');
  await tab('已支付 99+').click();
  await expect.poll(() => location.search).toBe('?kind=vip&state=paid');
  await button('存为视图').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写视图名称')).toBeVisible();
  const name = page.getByRole('textbox', { name: '视图名称' });
  await name.fill('待办');
  await button('保存').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('已经有名为“待办”的视图');
  const filters = { kind: 'vip', state: 'paid' };
  const saved = { id: '5', name: '待办', filters };
  answer('POST /admin/savedView/save', saved);
  // The same view was saved in another tab: the dialog must still save a new one.
  answer('GET /admin/savedView/list', [saved]);
  await button('保存').click();
  await expect.element(tab('待办')).toHaveAttribute('aria-selected', 'true');
  expect(callsTo('POST /admin/savedView/save').at(-1)?.body).toEqual({
    list: 'orders',
    name: '待办',
    filters,
  });
  await button('视图改名').click();
  await expect.element(name).toHaveValue('待办');
  await name.fill('要办');
  await button('保存').click();
  await expect
    .poll(() => callsTo('POST /admin/savedView/save').at(-1)?.body)
    .toEqual({ list: 'orders', name: '要办', filters, id: '5' });
  answer('POST /admin/savedView/delete', true);
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('删除视图').click();
  answer('GET /admin/savedView/list', []);
  await dialog('删除视图“待办”？').getByRole('button', { name: '删除' }).click();
  await expect.element(tab('全部')).toHaveAttribute('aria-selected', 'true');
  expect(callsTo('POST /admin/savedView/delete').at(-1)?.body).toEqual({ id: '5' });
  expect(location.search).toBe('');
});

test('keeps the focus on the handle of a moved item while the order is saved, and restores the order after a failure', async () => {
  const { SampleOrderList } = await import('#testing/browser/sample-lists.tsx');
  let saving = Promise.withResolvers<boolean>();
  // The library shows a copy of the moved item.
  const names = () =>
    [...document.querySelectorAll('ol[aria-label="次序"] > li:not([data-dnd-placeholder])')].map(
      ({ textContent }) => textContent,
    );
  const handle = page.getByRole('button', { name: '拖动第1项' });
  const moveDown = async () => {
    (handle.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('已拿起第1项。')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(names).toEqual(['2', '1', '3']);
    await userEvent.keyboard(' ');
    await expect.element(handle).toHaveAttribute('aria-disabled', 'true');
    await expect.element(handle).toHaveFocus();
    expect(names()).toEqual(['2', '1', '3']);
  };
  await openAdmin('/', { part: <SampleOrderList save={() => saving.promise} /> });
  await expect.element(handle).toBeVisible();
  await moveDown();
  saving.resolve(false);
  await expect.poll(names).toEqual(['1', '2', '3']);
  await expect.element(handle).toHaveAttribute('aria-disabled', 'false');
  await expect.element(handle).toHaveFocus();
  saving = Promise.withResolvers();
  await moveDown();
  saving.resolve(true);
  await expect.element(handle).toHaveAttribute('aria-disabled', 'false');
  await expect.element(handle).toHaveFocus();
  expect(names()).toEqual(['2', '1', '3']);
});

test('moves, hides and removes the items of an arranged list', async () => {
  const { SampleArrangedList } = await import('#testing/browser/sample-lists.tsx');
  let items: { id: string; isHidden: boolean }[] = [];
  const part = (
    <SampleArrangedList
      onChange={(changed) => {
        items = changed;
      }}
    />
  );
  await openAdmin('/', { part });
  await expect.element(button('上移a')).toBeDisabled();
  await expect.element(button('下移c')).toBeDisabled();
  await expect.element(button('移除a')).not.toBeInTheDocument();
  await expect.element(page.getByRole('switch', { name: '显示b' })).not.toBeChecked();
  await button('下移a').click();
  await expect.poll(() => items.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  await page.getByRole('switch', { name: '显示a' }).click();
  await button('移除b').click();
  await expect
    .poll(() => items)
    .toEqual([
      { id: 'a', isHidden: true },
      { id: 'c', isHidden: false },
    ]);
});
