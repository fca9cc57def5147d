import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { publishPost } from './admin-calls.ts';
import { expect, headlineLink, open, test, waitForHydration } from './journey.ts';
import { runGuanlan } from './portal.ts';

/** Publishes a post with the real command line, which exits once the post can be searched. */
function publishByCommand(column: string, record: object): void {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-live-'));
  const file = join(folder, 'flash.jsonl');
  writeFileSync(file, `${JSON.stringify(record)}\n`);
  try {
    expect(runGuanlan('import', file, '--column', column)).toContain('added=1 ');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const waitForStream = (page: Page) => page.waitForResponse('**/api/reception/liveNews?**');
const item = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

test.describe('a member looking at global news', () => {
  test.use({ reader: 'member' });

  test('sees an important flash enter the open list without a reload', async ({ page, request }) => {
    const title = `央行宣布下调准备金率 0.5 个百分点 𠮷 ${Date.now()}`;
    const streamOpened = waitForStream(page);
    await open(page, '/globalInfo');
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await streamOpened;
    await publishPost(request, { title, html: '<p>自下周一起执行。</p>', columnId: '1', important: true });

    await expect(item(page, title).first()).toBeVisible();
    await expect(item(page, title).first()).toContainText('要');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    // The cached front page was invalidated at once, in every process.
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(await (await request.get('/index')).text()).toContain(title);
  });

  test('sees a flash that came out between the load and the opening of the stream', async ({
    page,
    request,
  }) => {
    const title = `离岸人民币短线拉升 ${Date.now()}`;
    await open(page, '/globalInfo');
    // The stream opens three seconds after the page has loaded.
    await publishPost(request, { title, html: '<p>升破关口。</p>', columnId: '1' });
    await expect(item(page, title).first()).toBeVisible({ timeout: 15_000 });
  });

  test('keeps the position and loaded items of the endless list over opening a post and going back', async ({
    page,
    edition,
  }) => {
    await open(page, '/globalInfo');
    const old = headlineLink(page, edition.post('news-26'));
    const oldest = page.getByRole('main').getByRole('article').last();
    await expect(async () => {
      await oldest.scrollIntoViewIfNeeded();
      await expect(page.getByRole('main')).toContainText('没有更早的资讯', { timeout: 500 });
    }).toPass();
    const count = await page.getByRole('main').getByRole('article').count();
    expect(count).toBeGreaterThan(20);
    await old.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    const before = await page.evaluate(() => window.scrollY);
    await old.click();
    await expect(page).toHaveURL(edition.post('news-26').address);
    await expect(page.getByRole('navigation', { name: '位置' })).toContainText('全球资讯详情');
    await page.goBack();
    await expect(old).toBeVisible();
    expect(await page.getByRole('main').getByRole('article').count()).toBeGreaterThanOrEqual(count);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  test('goes from a flash to the next and the previous, each in place', async ({ page, edition }) => {
    await open(page, edition.post('news-20').address);
    const first = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('link', { name: /上一篇/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '');
    await page.getByRole('link', { name: /下一篇/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '');
  });
});

test('a visitor of the front page sees a flash enter the strip as well', async ({ page, request }) => {
  const title = `两市成交额创年内新高 ${Date.now()}`;
  const streamOpened = waitForStream(page);
  await open(page, '/index');
  await streamOpened;
  await publishPost(request, { title, html: '<p>全天成交 1.8 万亿元。</p>', columnId: '1' });
  await expect(item(page, title).first()).toBeVisible();
});

test('what the command line publishes is in lists, search and on its own page as soon as it exits', async ({
  page,
  request,
}) => {
  const mark = `嵊泗贻贝养殖${Date.now()}`;
  const title = `${mark}：一根绳子的账`;
  // Fills the page cache before publishing.
  for (const address of ['/107', '/index']) expect((await request.get(address)).status()).toBe(200);
  publishByCommand('107', {
    title,
    body: '<p>绳子三块六一米，贻贝一斤两块四。</p>',
    format: 'html',
    tags: ['养殖'],
  });
  for (const address of ['/107', '/index', `/search?keyword=${encodeURIComponent(mark)}`])
    expect(await (await request.get(address)).text(), address).toContain(mark);
  await page.goto('/107');
  await waitForHydration(page);
  await page
    .getByRole('main')
    .getByRole('article')
    .getByRole('link')
    .filter({ hasText: mark })
    .first()
    .click();
  await expect(page.getByRole('main')).toContainText('绳子三块六一米');
});
