import { rmSync, writeFileSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { readCode } from './codes.ts';
import { ghostMail, ghostMembers, growWordPress, oldNumber, oldPath, oldTitle } from './old-sites.ts';
import { pay } from './pay.ts';
import { settings } from './portal.ts';
import { type Portal, startPortal } from './start-portal.ts';

/**
 * The size of the site that moves in. The whole size is that of a paper of ten years:
 * `MOVING_POSTS=10000 MOVING_MEMBERS=2000 npx playwright test first-day`.
 */
const { MOVING_POSTS = '10', MOVING_MEMBERS = '10' } = process.env;
const posts = Number(MOVING_POSTS);
const members = Number(MOVING_MEMBERS);

// A separate portal that starts empty, as on the day it is installed.
const dataDir = `${settings.DATA_DIR}-first-day`;
const setupLine = /http:\S+\/admin\/setup#\S+/;
let portal: Portal;
let setup: string;
let site: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const settingsOfEmpty = { PORT: '0', DATA_DIR: dataDir, DEMO_CONTENT: 'false', WEB_PROCESSES: '0' };
  portal = await startPortal(settingsOfEmpty, setupLine);
  [setup = ''] = setupLine.exec(portal.output.join('\n')) ?? [];
  site = new URL(setup).origin;
});

test.afterAll(async () => {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('an empty site is set up and publishes its first post; a paper moves in from WordPress and Ghost, and sells its first post', {
  tag: '@deep',
}, async ({ browser }) => {
  test.setTimeout(180_000 + posts * 60);
  const desk = await browser.newContext({ baseURL: site });
  const page = await desk.newPage();
  page.setDefaultTimeout(20_000);
  const faults = collectFaults(page);
  const guide = page.getByRole('region', { name: '从空站到第一篇' });

  await test.step('the address that the first start prints leads to the setup, once', async () => {
    await page.goto(setup);
    await expect(page.getByRole('textbox', { name: '站点名称' })).toBeFocused();
    await page.keyboard.type('海岸财经');
    await page.getByRole('textbox', { name: '你的姓名' }).fill('林主编');
    await page.getByRole('textbox', { name: '手机号' }).fill('13900000001');
    await page.getByLabel('密码', { exact: true }).fill('观澜-first-day');
    await page.getByRole('button', { name: '完成设置' }).click();
    await expect(guide.getByText('1 / 5')).toBeVisible();
    await expect(page.getByRole('link', { name: '海岸财经首页' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
  });

  await test.step('the guide leads to the first post, which a visitor reads', async () => {
    await guide.getByRole('button', { name: '看栏目' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '栏目' })).toBeVisible();
    await page.getByRole('link', { name: '工作台' }).click();
    await expect(guide.getByText('2 / 5')).toBeVisible();
    await guide.getByRole('button', { name: '写第一篇' }).click();
    await expect(page.getByRole('textbox', { name: '标题', exact: true })).toBeFocused();
    await page.keyboard.type('开张第一篇');
    await page.keyboard.press('Enter');
    await page.keyboard.type('潮水起落，自有其时。');
    await choose(page, page.getByLabel('可见范围'), '公开');
    await expect(page.getByRole('status').filter({ hasText: /已保存 \d\d:\d\d/ })).toBeVisible();
    await publish(page);

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
    await visitor.close();
    await read.close();
  });

  const began = Date.now();
  const clicks = await countClicks(desk);
  await test.step('posts, pages and comments of WordPress are imported into reviewed columns', async () => {
    await importFile(page, '旧站.xml', growWordPress(posts));
    const run = page.getByRole('row').filter({ hasText: '旧站.xml' });
    await run.getByRole('button', { name: '核对栏目' }).click({ timeout: 60_000 });
    const form = page.getByRole('dialog', { name: '旧站.xml：栏目' });
    await expect(form).toContainText(`${posts + 8} 篇内容`);
    await choose(page, form.getByRole('combobox', { name: /宏观/ }), '新建栏目');
    await form.getByRole('button', { name: '开始导入' }).click();
    await expect(run).toContainText(/完成/, { timeout: 60_000 + posts * 40 });
    await expect(run).toContainText(/新增 \d+（5 篇存为草稿），已有 0，跳过 \d+，有误 0/);
  });

  await test.step('members of Ghost are imported', async () => {
    await page.goto('/admin/members');
    await page.getByRole('button', { name: '导入会员' }).click();
    const dialog = page.getByRole('dialog', { name: '导入会员' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '读者.csv', mimeType: 'text/csv', buffer: ghostMembers(members) });
    await dialog.getByRole('button', { name: '导入', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: '读者.csv' })).toContainText(
      `新增 ${members}，更新 0，没有变化 0，跳过 0，有误 0`,
      { timeout: 60_000 + members * 40 },
    );
  });

  const paid = await test.step('the first paid post is published', async () => {
    await page.goto('/admin/posts');
    await page.getByRole('button', { name: '写新稿' }).click();
    await page.getByRole('dialog', { name: '写新稿' }).getByRole('button', { name: '开始写' }).click();
    await page.getByRole('textbox', { name: '标题', exact: true }).fill('港口的秘密');
    await page.keyboard.press('Enter');
    await page.keyboard.type('开头人人可读。');
    await page.getByRole('button', { name: /^付费线/ }).click();
    await page.keyboard.type('下文只给买家。');
    await choose(page, page.getByLabel('可见范围'), '付费');
    await page.getByRole('textbox', { name: '价格' }).fill('6');
    await publish(page);
    return (await page.getByRole('link', { name: '在站点上查看' }).getAttribute('href')) ?? '';
  });
  expect(faults).toEqual([]);
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  await desk.close();

  await test.step('old addresses lead to the new ones', () => expectOldAddresses(browser));
  await test.step('a reader of Ghost logs in by a mailed code and buys', () => expectSale(browser, paid));
  test.info().annotations.push({
    type: 'moving in',
    description: `${posts} posts, ${members} members: ${minutes} minutes, ${clicks()} clicks`,
  });
});

/** Opens the addresses that readers and search engines know, as a visitor. */
async function expectOldAddresses(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  const last = posts;
  for (const [address, title] of [
    [oldPath(1), oldTitle(1)],
    [oldPath(last), oldTitle(last)],
    [`/?p=${oldNumber(last)}`, oldTitle(last)],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  }
  await page.goto(oldPath(last));
  await page
    .getByRole('main')
    .getByRole('link', { name: oldTitle(last - 1), exact: true })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(oldTitle(last - 1));
  for (const address of ['/tag/%E5%A4%AE%E8%A1%8C/', '/category/%e5%ae%8f%e8%a7%82/', '/feed/'])
    expect((await context.request.get(address)).status(), address).toBe(200);
  await context.close();
}

async function expectSale(browser: Browser, paid: string): Promise<void> {
  const context = await browser.newContext({ baseURL: site });
  const page = await context.newPage();
  await page.goto(paid);
  await expect(page.getByText('下文只给买家。')).toHaveCount(0);
  await page.goto(`/login?returnTo=${encodeURIComponent(paid)}`);
  await page.getByRole('tab', { name: '邮箱登录' }).click();
  await page.getByRole('textbox', { name: '邮箱' }).fill(ghostMail(1));
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = await readCode(context.request, ghostMail(1));
  await page.getByRole('textbox', { name: '验证码' }).fill(code);
  await page.getByRole('checkbox', { name: /同意/ }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(`**${paid}`);
  await page
    .getByRole('button', { name: /购买本篇|¥6/ })
    .first()
    .click();
  await pay(page, context);
  await expect(page.getByText('下文只给买家。')).toBeVisible();
  await context.close();
}

/** Chooses a file on the screen of imports, and leaves the options as they are. */
async function importFile(page: Page, name: string, content: Buffer): Promise<void> {
  // Playwright takes at most 50 MB from memory.
  const file = test.info().outputPath(name);
  writeFileSync(file, content);
  await page.goto('/admin/transfers');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: '选择要导入的文件' }).click(),
  ]);
  await chooser.setFiles(file);
  const dialog = page.getByRole('dialog', { name: '导入内容' });
  await dialog.getByRole('button', { name: '开始导入' }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
}

/** Publishes the post that is open, from the keyboard. */
async function publish(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: '发布' }).getByRole('button', { name: '现在发布' }).click();
  await expect(page.getByText('已发布', { exact: true })).toBeVisible();
}

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.locator('.ant-select-item-option', { hasText: option }).click();
}

/** Counts the clicks in the pages that the context opens from now on. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let clicks = 0;
  await context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await context.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    addEventListener('click', ({ isTrusted }) => isTrusted && countClick(), true);
  });
  return () => clicks;
}

function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.context().on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.context().on('weberror', (fault) => faults.push(fault.error().message));
  return faults;
}
