import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { settings } from './portal.ts';
import { type Portal, startPortal } from './start-portal.ts';

// A separate portal that starts empty, as on the day it is installed.
const dataDir = `${settings.DATA_DIR}-first-day`;
const setupLine = /http:\S+\/admin\/setup#\S+/;
let portal: Portal;
let setup: string;
let site: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const settingsOfEmpty = { PORT: '0', DATA_DIR: dataDir, DEMO_CONTENT: 'false', WEB_PROCESSES: '1' };
  portal = await startPortal(settingsOfEmpty, setupLine);
  [setup = ''] = setupLine.exec(portal.output.join('\n')) ?? [];
  site = new URL(setup).origin;
});

test.afterAll(async () => {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('from an empty site to a published post that a visitor reads', async ({ browser }) => {
  const began = Date.now();
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.goto(setup);
  await expect(page.getByRole('textbox', { name: '站点名称' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('海岸财经');
  await page.getByRole('textbox', { name: '你的姓名' }).fill('林主编');
  await page.getByRole('textbox', { name: '手机号' }).fill('13900000001');
  await page.getByLabel('密码', { exact: true }).fill('观澜-first-day');
  await page.getByRole('button', { name: '完成设置' }).click();

  const guide = page.getByRole('region', { name: '从空站到第一篇' });
  await expect(guide.getByText('1 / 5')).toBeVisible();
  await expect(page.getByRole('link', { name: '海岸财经首页' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await guide.getByRole('button', { name: '看栏目' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '栏目' })).toBeVisible();
  await page.getByRole('link', { name: '工作台' }).click();
  await expect(guide.getByText('2 / 5')).toBeVisible();

  await guide.getByRole('button', { name: '写第一篇' }).click();
  await expect(page.getByRole('textbox', { name: '标题', exact: true })).toBeFocused();
  await page.keyboard.type('开张第一篇');
  await page.keyboard.press('Enter');
  await page.keyboard.type('潮水起落，自有其时。');
  await page.getByLabel('可见范围').click();
  await page.getByTitle('公开', { exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /已保存 \d\d:\d\d/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: '发布' }).getByRole('button', { name: '现在发布' }).click();
  await expect(page.getByText('已发布', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: '工作台' }).click();
  await expect(guide.getByText('4 / 5')).toBeVisible();
  const [read] = await Promise.all([
    page.waitForEvent('popup'),
    guide.getByRole('link', { name: '打开看看' }).click(),
  ]);
  await expect(read.getByRole('heading', { level: 1 })).toHaveText('开张第一篇');
  await expect(guide).toHaveCount(0);

  const visitor = await browser.newPage({ baseURL: site });
  await visitor.goto(new URL(read.url()).pathname + new URL(read.url()).search);
  await expect(visitor.getByText('潮水起落，自有其时。')).toBeVisible();
  await visitor.goto('/admin/setup');
  await expect(visitor.getByRole('heading', { name: '这个门户已经设置过了' })).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
  await visitor.close();
  test.info().annotations.push({ type: 'seconds', description: ((Date.now() - began) / 1000).toFixed(1) });
});

function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.context().on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.context().on('weberror', (fault) => faults.push(fault.error().message));
  return faults;
}
