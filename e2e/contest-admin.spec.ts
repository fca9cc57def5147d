import { expect, open, test } from './journey.ts';

test.use({ reader: 'admin' });

test('a season is created, changed, recomputed and deleted', async ({ page }, { retry, workerIndex }) => {
  const name = `后台赛季 ${workerIndex}-${retry}`;
  await open(page, '/admin/contest');
  await page.getByRole('button', { name: '新建赛季' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '新建赛季' })).toBeVisible();
  await page.getByRole('textbox', { name: '名称' }).fill(name);
  for (const [label, day] of [
    ['开始日期', '2035-03-05'],
    ['结束日期', '2035-05-31'],
  ] as const) {
    await page.getByLabel(label).fill(day);
    await page.getByLabel(label).press('Enter');
    await expect(page.getByLabel(label)).toHaveValue(day);
  }
  await page.getByLabel('起始资金（元）').fill('200,000');
  await page.getByRole('button', { name: '建好赛季' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('未公开', { exact: true })).toBeVisible();

  await page.getByLabel('奖品').fill('冠军：一年 VIP');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('赛季已保存')).toBeVisible();
  await page.getByRole('tab', { name: '复算' }).click();
  await page.getByRole('button', { name: '开始复算' }).click();
  await expect(page.getByText('完全一致')).toBeVisible();

  await page.getByRole('button', { name: '全部赛季' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('200,000.00');
  await page.getByRole('button', { name: `删除赛季“${name}”` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByText('已删除 1 个')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
