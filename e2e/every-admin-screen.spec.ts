import type { Page } from '@playwright/test';
import { features } from '../src/features/index.ts';
import { settingGroups } from '../src/kernel/settings/catalogue.ts';
import { expectNoSidewaysScroll } from './checks.ts';
import { expect, openScreen, waitForScreen } from './journey.ts';
import { test } from './visit.ts';

// Component tests check each screen's accessibility, and its layout on a phone (src/admin).

test.use({ reader: 'admin' });

async function expectComplete(page: Page): Promise<void> {
  await waitForScreen(page);
  await expect(page.locator('h1')).toHaveCount(1);
  await expectNoSidewaysScroll(page);
}

test('every screen of the menu opens with its tabs, without a failed call', async ({ page }) => {
  test.setTimeout(400_000);
  const failedCalls: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failedCalls.push(`${response.status()} ${response.url()}`);
  });
  await openScreen(page, '/admin');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const main = page.getByRole('main');
  for (const { label } of features.flatMap(({ menu = [] }) => menu))
    await test.step(label, async () => {
      const entry = page
        .getByRole('navigation', { name: '后台菜单' })
        .getByRole('link', { name: new RegExp(`^${label}`) });
      await entry.click();
      await expect(entry).toHaveAttribute('aria-current', 'page');
      await expectComplete(page);
      for (const tab of (await main.getByRole('tablist').first().getByRole('tab').all()).slice(1)) {
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
        await expectComplete(page);
      }
    });

  await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '设置' }).click();
  for (const title of [...Object.values(settingGroups).map((group) => group.title), '协议文本'])
    await test.step(title, async () => {
      await main.getByRole('link', { name: title, exact: true }).click();
      await expect(main.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
      await expectComplete(page);
    });
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  expect(failedCalls).toEqual([]);
});
