import { readFile } from 'node:fs/promises';
import { expect, open, test } from './journey.ts';

// first-day.spec.ts imports sites.
test.use({ reader: 'admin' });

test('the whole site is exported and downloaded as a file', async ({ page }) => {
  await open(page, '/admin/transfers');
  await page.getByRole('button', { name: '导出整站' }).click();
  await page.getByRole('dialog', { name: '导出整站' }).getByRole('button', { name: '开始导出' }).click();
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
