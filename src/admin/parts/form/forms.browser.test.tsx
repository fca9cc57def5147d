import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { SampleValues } from '#testing/browser/sample-forms.tsx';

// The parts are proven here once, for all screens that use them.
const values = (changes: Partial<SampleValues> = {}): SampleValues => ({
  version: 3,
  name: '',
  note: '',
  at: null,
  day: null,
  price: null,
  ...changes,
});
const field = (name: string) => page.getByRole('textbox', { name });
const alert = () => page.getByRole('alert').filter({ hasText: /./ });
const sent = () => callsTo('POST /admin/post/setPublishedAt').map(({ body }) => body);
const samples = () => import('#testing/browser/sample-forms.tsx');

test('shows a refusal at its field or in the dialog, keeps what was typed, and saves', {
  tags: ['strict'],
}, async () => {
  answer('POST /admin/post/setPublishedAt', refuse(400, '备注里有禁止的词', 'note'));
  const { SampleDialog } = await samples();
  await openAdmin('/', { part: <SampleDialog initial={values()} /> });
  await button('打开').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await expect.element(field('名称')).toHaveFocus();
  await expect.element(field('名称')).toHaveAccessibleDescription('请填写名称');
  await expect.element(field('名称')).toHaveAttribute('maxlength', '20');
  await expectWellMade();
  await field('名称').fill('铜');
  await expect.element(dialog().getByText('请填写名称')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);

  await field('备注').fill('稳赚');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('备注')).toHaveAccessibleDescription('备注里有禁止的词');
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  answer('POST /admin/post/setPublishedAt', refuse(400, '今天已经改过三次'));
  await button('保存').click();
  await expect.element(dialog().getByRole('alert').filter({ hasText: '今天已经改过三次' })).toBeVisible();
  await expect.element(field('备注')).not.toHaveAccessibleDescription();
  answer('POST /admin/post/setPublishedAt', networkError());
  await button('保存').click();
  await expect.element(dialog().getByRole('alert').filter({ hasText: '网络连接错误！' })).toBeVisible();
  await expect.element(field('备注')).toHaveValue('稳赚');

  await dialog().getByRole('button', { name: '取消' }).click();
  await dialog('有改动还没有保存').getByRole('button', { name: '继续编辑' }).click();
  await expect.element(field('名称')).toHaveValue('铜');
  answer('POST /admin/post/setPublishedAt', true);
  await button('保存').click();
  await expect.element(toastOf('已保存')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent()).toHaveLength(4);
  expect(sent().at(-1)).toEqual(values({ name: '铜', note: '稳赚' }));
  await expect.element(button('打开')).toHaveFocus();

  await button('打开').click();
  await field('名称').fill('丢掉');
  await dialog().getByRole('button', { name: '取消' }).click();
  await dialog('有改动还没有保存').getByRole('button', { name: '不保存' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent()).toHaveLength(4);
});

test('shows and saves moments as Shanghai time, days, and amounts in fen', async () => {
  answer('POST /admin/post/setPublishedAt', true);
  const { SampleDialog } = await samples();
  // In the summer of 1990 Shanghai had daylight saving time: then this browser's own time is not UTC+8.
  const initial = values({ name: '铜', at: '1990-07-01T00:00:00.000Z', day: '2026-11-21', price: 1850 });
  await openAdmin('/', { part: <SampleDialog initial={initial} /> });
  await button('打开').click();
  const moment = dialog().getByLabelText('开始时间');
  await expect.element(moment).toHaveValue('1990-07-01 08:00');
  await expect.element(dialog().getByText('北京时间')).not.toBeInTheDocument();
  await expect.element(dialog().getByLabelText('哪一天')).toHaveValue('2026-11-21');
  await expect.element(field('价格（元）')).toHaveValue('18.50');
  await moment.click();
  await moment.fill('1990-07-02 09:30');
  await userEvent.keyboard('{Enter}');
  await expect.element(moment).toHaveValue('1990-07-02 09:30');
  await field('价格（元）').fill('0.5');
  await button('保存').click();
  await expect.element(field('价格（元）')).toHaveAccessibleDescription(/1/);
  // Enter in the picker chose the time, and the amount is too low: nothing was sent.
  expect(sent()).toEqual([]);
  await field('价格（元）').fill('20.05');
  await button('保存').click();
  await expect
    .poll(sent)
    .toEqual([{ ...initial, at: '1990-07-02T01:30:00.000Z', day: '2026-11-21', price: 2005 }]);
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300);
  await button('打开').click();
  await expect.element(moment).toHaveAccessibleDescription('这里都是北京时间，和这台电脑的时钟不同');
});

test("after a conflict keeps what was typed, takes other people's changes, and saves over the newest version", async () => {
  answer('GET /admin/post/talk', values({ name: '铜', note: '旧' }) as never);
  answer('POST /admin/post/setPublishedAt', refuse(409, '刚被别人改过'));
  const { SamplePage } = await samples();
  await openAdmin('/', { part: <SamplePage /> });
  await expect.element(button('保存')).toBeDisabled();
  await field('名称').fill('铜价');
  await expect.element(page.getByText('有改动还没有保存')).toBeVisible();
  answer('GET /admin/post/talk', values({ version: 4, name: '锌', note: '新' }) as never);
  await button('保存').click();
  await expect.element(alert()).toMatchTextContent('刚被别人改过。你的改动还在，其他内容已换成最新的。');
  await expect.element(field('名称')).toHaveValue('铜价');
  await expect.element(field('备注')).toHaveValue('新');
  answer('POST /admin/post/setPublishedAt', () => {
    answer('GET /admin/post/talk', values({ version: 5, name: '铜价', note: '新' }) as never);
    return true;
  });
  await button('保存').click();
  await expect.element(toastOf('已保存')).toBeVisible();
  expect(sent().at(-1)).toEqual(values({ version: 4, name: '铜价', note: '新' }));
  await expect.element(page.getByText('有改动还没有保存')).not.toBeInTheDocument();
  await expect.element(button('保存')).toBeDisabled();
  // The next save starts from the version that this one made.
  await expect.poll(() => callsTo('GET /admin/post/talk').length).toBeGreaterThan(2);
  await field('备注').fill('再改');
  await button('保存').click();
  await expect.poll(() => sent().at(-1)).toEqual(values({ version: 5, name: '铜价', note: '再改' }));
});

test('tells a read that loads, failed, is forbidden, or found nothing, and keeps what it had', async () => {
  const slow = Promise.withResolvers<never>();
  answer('GET /admin/post/talk', ({ query }) => {
    if (query.id === 'slow') return slow.promise;
    if (query.id === 'forbidden') return refuse(403, '需要“订单”的权限');
    return query.id === 'missing' ? refuse(404, '它已被删除') : networkError();
  });
  const { SampleReads } = await samples();
  await openAdmin('/', { part: <SampleReads ids={['slow', 'forbidden', 'missing', 'failed']} /> });
  const read = (id: string) => page.getByRole('region', { name: id });
  await expect.element(read('slow').getByRole('status', { name: '正在取样例' })).toBeVisible();
  await expect.element(read('forbidden').getByRole('heading', { name: '权限不足' })).toBeVisible();
  await expect.element(read('forbidden')).toMatchTextContent('需要“订单”的权限');
  await expect.element(read('forbidden').getByRole('button', { name: '重试' })).not.toBeInTheDocument();
  await expect.element(read('missing').getByRole('heading', { name: '没有这个样例' })).toBeVisible();
  await expect.element(read('missing')).toMatchTextContent('它已被删除');
  await expect.element(read('failed').getByRole('heading', { name: '没有取到样例' })).toBeVisible();
  await expect.element(read('failed')).toMatchTextContent('网络连接错误！');
  slow.resolve('到了' as never);
  await expect.element(read('slow')).toMatchTextContent('到了');
  answer('GET /admin/post/talk', '又有了' as never);
  await read('failed').getByRole('button', { name: '重试' }).click();
  await expect.element(read('failed')).toMatchTextContent('又有了');
  answer('GET /admin/post/talk', refuse(404, '它已被删除'));
  await button('再取failed').click();
  await expect.poll(() => callsTo('GET /admin/post/talk')).toHaveLength(6);
  await expect.element(read('failed')).toMatchTextContent('又有了');
});

test('shows what a call finds until the input changes, or why it failed', async () => {
  answer('POST /admin/leak/traceNumber', { reader: { id: '7', name: '沈观潮', isDeleted: false } });
  const { SampleLookup } = await samples();
  await openAdmin('/', { part: <SampleLookup /> });
  await button('查编号').click();
  await expect.element(page.getByText('请填写编号')).toBeVisible();
  await field('编号').fill('7k2m');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('这是 沈观潮 的编号')).toBeVisible();
  await field('编号').fill('7k2n');
  await expect.element(page.getByText('这是 沈观潮 的编号')).not.toBeInTheDocument();
  answer('POST /admin/leak/traceNumber', { reader: null });
  await button('查编号').click();
  await expect.element(page.getByText('没有这个编号')).toBeVisible();
  answer('POST /admin/leak/traceNumber', networkError());
  await button('查编号').click();
  await expect.element(alert()).toMatchTextContent('网络连接错误！');
  await expect.element(page.getByText('没有这个编号')).not.toBeInTheDocument();
  await expect.element(field('编号')).toHaveValue('7k2n');
});
