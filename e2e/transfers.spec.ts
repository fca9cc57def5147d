import { readFile } from 'node:fs/promises';
import { fetchCall } from './calls.ts';
import { expectAccessible } from './checks.ts';
import { expect, open, test } from './journey.ts';

test.use({ reader: 'admin' });

const csv = `标题,正文,日期
导入的第一条,内容一。,2026-01-02
,这一条没有标题。,2026-01-03
导入的第三条,内容三。,2026-01-04
`;

test('a dropped file is imported by the worker, and its invalid line is reported', async ({
  page,
  request,
  token,
}) => {
  await open(page, '/admin/transfers');
  await page.getByText('或把它拖到这里').evaluate((element, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], '旧稿.csv', { type: 'text/csv' }));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, csv);
  const dialog = page.getByRole('dialog', { name: '导入内容' });
  await expect(dialog).toContainText('旧稿.csv');
  await dialog.getByLabel('栏目', { exact: true }).click();
  await page.locator('.ant-select-item-option', { hasText: '脱水研报' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '开始导入' }).click();
  await expect(dialog).toBeHidden();

  const item = page.getByRole('row').filter({ hasText: '旧稿.csv' }).first();
  await expect(item).toContainText('新增 2，已有 0，跳过 0，有误 1');
  await item.getByRole('button', { name: '没有导入的记录' }).click();
  await expect(page.getByRole('dialog', { name: '旧稿.csv' })).toContainText(
    '旧稿.csv 第 3 行：标题（title）不能为空',
  );
  await expectAccessible(page);
  const { data } = JSON.parse(
    await fetchCall(request, 'GET /admin/post/list', { keyword: '导入的第三条' }, token),
  );
  expect(data.records.map(({ title }: { title: string }) => title)).toContain('导入的第三条');
});

const wordPressExport = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>搬来的第一篇</title><link>https://old.example/2010/08/06/first/</link><wp:post_id>91001</wp:post_id>
<content:encoded><![CDATA[<p>请看<a href="https://old.example/?p=91002">第二篇</a>。</p>]]></content:encoded>
<wp:post_date_gmt>2010-08-06 08:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>搬来的第二篇</title><link>https://old.example/2010/08/07/second/</link><wp:post_id>91002</wp:post_id>
<content:encoded><![CDATA[<p>第二篇的正文。</p>]]></content:encoded>
<wp:post_date_gmt>2010-08-07 08:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>`;

test('the old addresses of an imported WordPress site lead to its posts, and so do its links', async ({
  page,
  request,
  token,
}) => {
  const answer = await request.post('/api/admin/transfer/import', {
    headers: { authorization: `Basic ${btoa('guanlan:guanlan')}`, 'blade-auth': `bearer ${token}` },
    multipart: {
      columnId: '101',
      file: { name: '旧站.xml', mimeType: 'text/xml', buffer: Buffer.from(wordPressExport) },
    },
  });
  expect(answer.status()).toBe(200);
  await open(page, '/admin/transfers');
  await expect(page.getByRole('row').filter({ hasText: '旧站.xml' })).toContainText('新增 2');
  await page.goto('/2010/08/06/first/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('搬来的第一篇');
  await page.getByRole('main').getByRole('link', { name: '第二篇', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('搬来的第二篇');
  expect(new URL(page.url()).pathname).toBe('/101/detail');
  await page.goto('/?p=91001&from=timeline');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('搬来的第一篇');
});

test('the whole site is exported and downloaded as a file', async ({ page }) => {
  await open(page, '/admin/transfers');
  await page.getByRole('button', { name: '导出整站' }).click();
  const dialog = page.getByRole('dialog', { name: '导出整站' });
  await dialog.getByRole('checkbox').check();
  await expect(dialog.getByRole('alert')).toContainText('密码和两步验证不在其中');
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const item = page.getByRole('row').filter({ hasText: '不含会员' }).first();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    item.getByRole('button', { name: '下载' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^整站导出-\d{4}-\d\d-\d\d-不含会员\.zip$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('manifest.json')).toBe(true);
});
