import { readFileSync } from 'node:fs';
import { fetchData } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { openContext } from './other-page.ts';

test.use({ reader: 'admin' });

type Trend = { days: { views: number; readers: number }[] };

test('what a visitor reads is counted, charted, ranked and exported', async ({
  page,
  browser,
  request,
  token,
  edition,
}) => {
  const { id, title, address } = edition.post('deep-02');
  const fetchToday = async () => {
    const query = { scope: 'post', key: id };
    const { days } = await fetchData<Trend>(request, 'GET /admin/analytics/trend', query, token);
    return days.at(-1) ?? { views: 0, readers: 0 };
  };
  const before = await fetchToday();
  // A user agent that no other journey used today, because a reader counts once a day.
  const context = await openContext(browser, undefined, { userAgent: 'Journey of the figures' });
  await open(await context.newPage(), address);
  await expect.poll(async () => (await fetchToday()).views).toBeGreaterThan(before.views);
  await context.close();

  await open(page, '/admin/analytics');
  await expect(page.getByRole('heading', { level: 2, name: '今日一览' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^全站从 .* 的阅读走势图/ }).locator('canvas')).toBeVisible();
  const row = page.getByRole('region', { name: '排行', exact: true }).getByRole('link', { name: title });
  await row.click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`scope=post&key=${id}`));

  await page.getByText('以表格查看每一天').click();
  const today = page.locator('details').getByRole('row').nth(1);
  await expect(today).toContainText(String((await fetchToday()).views));

  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toMatch(/^走势-.*\.csv$/);
  const bytes = readFileSync(await file.path());
  expect([...bytes.subarray(0, 3)], 'the byte order mark, by which Excel recognises UTF-8').toEqual([
    0xef, 0xbb, 0xbf,
  ]);
  expect(bytes.toString()).toContain('日期,阅读,读者,注册\r\n');
});
