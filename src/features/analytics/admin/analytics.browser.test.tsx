import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayMs, dayOf } from '#shared/dates.ts';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { RankRow, Trend } from '../schema.ts';

const rank = (key: string, title: string, changes: Partial<RankRow> = {}): RankRow => ({
  key,
  title,
  note: '脱水研报',
  views: 1234,
  readers: 800,
  registrations: 8,
  conversion: 0.01,
  ...changes,
});
const figure = { today: 120, yesterday: 100, average: 90.5 };
const today = {
  day: '2026-11-20',
  asOf: '2026-11-20T09:30:00+08:00',
  views: figure,
  readers: { ...figure, today: 50 },
  registrations: { today: 1, yesterday: 0, average: 0 },
  top: [rank('8', '今天的稿')],
};
const trend = (changes: Partial<Trend> = {}): Trend => ({
  scope: 'site',
  key: '',
  title: '全站',
  from: '2026-11-19',
  to: '2026-11-20',
  days: [
    { day: '2026-11-19', views: 100, readers: 60, registrations: 2 },
    { day: '2026-11-20', views: 150, readers: 50, registrations: 1 },
  ],
  ...changes,
});
const days = { from: '2026-11-19', to: '2026-11-20' };
const ranking = () => page.getByRole('region', { name: '排行', exact: true });
const lastQuery = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.query;

const origins = {
  referrer: [
    { value: 'baidu.com', readers: 30 },
    { value: '', readers: 10 },
  ],
  device: [{ value: '微信', readers: 40 }],
  region: [],
};

// The chart module is large: load it before the first test waits for it.
beforeAll(() => import('#admin/parts/trend-canvas.tsx'), 60_000);
beforeEach(() => {
  answer('GET /admin/analytics/today', today);
  answer('GET /admin/analytics/trend', trend());
  answer('GET /admin/analytics/ranking', { ...days, records: [rank('1', '锂价'), rank('2', '铜价')] });
  answer('GET /admin/analytics/origins', ({ query }: { query: Record<string, string> }) => ({
    ...days,
    records: origins[query.kind as keyof typeof origins],
  }));
  answer('GET /admin/analytics/searchWords', {
    ...days,
    records: [{ word: '宁德', searches: 30, emptySearches: 4 }],
  });
});

test('shows the figures; a phone scrolls a wide table sideways', { tags: ['strict'] }, async () => {
  const host = `${'a'.repeat(80)}.example`;
  answer('GET /admin/analytics/ranking', { ...days, records: [rank('1', '长'.repeat(200))] });
  answer('GET /admin/analytics/origins', { ...days, records: [{ value: host, readers: 30 }] });
  await openAdmin('/analytics');
  await expect.element(row('长长')).toMatchTextContent('1,23480081.00%');
  await expect.element(page.getByRole('img', { name: /^全站从 2026-11-19 到 .*共 250/ })).toBeVisible();
  await expect.element(page.getByText('已超过 20%')).toBeVisible();
  await expect.element(page.getByText('今天已到 50%')).toBeVisible();
  await expect.element(page.getByText('今天开始有了')).toBeVisible();
  await page.getByText('以表格查看每一天').click();
  await expect.element(row('2026-11-20')).toMatchTextContent('+50.0%');
  await expectWellMade();
  await page.viewport(360, 900);
  await expect.element(page.getByRole('group', { name: '来源网站' })).toBeVisible();
  for (const name of ['排行', '来源网站']) {
    const box = page.getByRole('group', { name }).element();
    box.scrollLeft = 60;
    expect(box.scrollLeft).toBe(60);
  }
});

test('applies a period to all parts, shows which of them failed, and other figures of the others', async () => {
  answer('GET /admin/analytics/today', networkError());
  answer('GET /admin/analytics/ranking', refuse(500, '服务器出错了'));
  await openAdmin('/analytics?from=2026-01-01&to=2026-01-31');
  await expect.element(page.getByText('没有取到今天的数字')).toBeVisible();
  const january = { from: '2026-01-01', to: '2026-01-31' };
  for (const key of ['trend', 'ranking', 'origins', 'searchWords'] as const)
    await expect.poll(() => lastQuery(`GET /admin/analytics/${key}`)).toMatchObject(january);
  answer('GET /admin/analytics/ranking', { ...days, records: [] });
  await ranking().getByRole('button', { name: '重试' }).click();
  await expect.element(page.getByText('这些天还没有人读')).toBeVisible();
  await page.getByText('7 天', { exact: true }).click();
  const week = { from: dayOf(new Date(Date.now() - 6 * dayMs)), to: dayOf(new Date()) };
  await expect.poll(() => lastQuery('GET /admin/analytics/ranking')).toMatchObject(week);
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(week);
  await page.getByRole('region', { name: '全站' }).getByText('注册', { exact: true }).first().click();
  await expect
    .element(page.getByRole('img', { name: /注册走势图：共 3，最多的一天是 2026-11-19/ }))
    .toBeVisible();
  await expect.element(row('baidu.com')).toMatchTextContent('75.0%');
  await expect.element(row('直接打开')).toMatchTextContent('10');
  await page.getByText('设备', { exact: true }).click();
  await expect.element(row('微信')).toMatchTextContent('100.0%');
  await page.getByText('地区', { exact: true }).click();
  await expect.element(page.getByText('这些天还没有读者')).toBeVisible();
  await expect.element(row('宁德')).toMatchTextContent('30');
  answer('GET /admin/analytics/searchWords', { ...days, records: [] });
  await page.getByText('没有结果的', { exact: true }).click();
  await expect.element(page.getByText('搜什么都有结果')).toBeVisible();
  expect(lastQuery('GET /admin/analytics/searchWords')).toMatchObject({ ...week, only: 'empty' });
});

test('ranks columns by readers, and shows and exports the figures of an opened column', async () => {
  await openAdmin('/analytics?from=2026-01-01');
  await page.getByText('栏目', { exact: true }).last().click();
  await page.getByRole('columnheader', { name: '读者' }).first().click();
  await expect
    .poll(() => lastQuery('GET /admin/analytics/ranking'))
    .toMatchObject({ by: 'column', order: 'readers' });
  answer('GET /admin/analytics/trend', trend({ scope: 'column', key: '2', title: '脱水研报' }));
  await page.getByRole('link', { name: '铜价' }).click();
  await expect.element(page.getByRole('heading', { name: '其中的稿件' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: '脱水研报' })).toBeVisible();
  expect(lastQuery('GET /admin/analytics/trend')).toMatchObject({ scope: 'column', key: '2' });
  expect(lastQuery('GET /admin/analytics/ranking')).toMatchObject({ by: 'post', columnId: '2' });
  await expect.element(page.getByRole('heading', { name: '今日一览' })).not.toBeInTheDocument();
  answer('GET /admin/analytics/exportTrend', refuse(400, '日期不正确') as never);
  await button('导出 CSV').first().click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('日期不正确');
  expect(lastQuery('GET /admin/analytics/exportTrend')).toMatchObject({
    scope: 'column',
    key: '2',
    from: '2026-01-01',
  });
  await button('确定').click();
  await page.getByRole('link', { name: '回到全站' }).click();
  await expect.element(page.getByRole('heading', { name: '今日一览' })).toBeVisible();
});
