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

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('sees flashes enter the open list and the front page without a reload, also one that came out before the stream opened', async ({
    page,
    context,
    request,
  }) => {
    const front = await context.newPage();
    const frontStream = waitForStream(front);
    await open(front, '/index');
    await frontStream;
    const early = `离岸人民币短线拉升 ${Date.now()}`;
    const important = `央行宣布下调准备金率 0.5 个百分点 𠮷 ${Date.now()}`;
    const streamOpened = waitForStream(page);
    await open(page, '/globalInfo');
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    // The stream opens three seconds after the page has loaded.
    await publishPost(request, { title: early, html: '<p>升破关口。</p>', columnId: '1' });
    await streamOpened;
    await expect(item(page, early).first()).toBeVisible();

    const html = '<p>自下周一起执行。</p>';
    await publishPost(request, { title: important, html, columnId: '1', important: true });
    await expect(item(page, important).first()).toBeVisible();
    await expect(item(page, important).first()).toContainText('要');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    await front.bringToFront();
    await expect(item(front, important).first()).toBeVisible();
    // The cached front page was invalidated at once.
    expect(await (await request.get('/index')).text()).toContain(important);
  });

  test('keeps the place in the endless list over a post and Back, and over a reload', async ({
    page,
    edition,
  }) => {
    const articles = page.getByRole('main').getByRole('article');
    await page.setViewportSize({ width: 1440, height: 600 });
    await open(page, '/globalInfo');
    const firstCount = await articles.count();
    const old = headlineLink(page, edition.post('news-26'));
    await expect(async () => {
      await articles.last().scrollIntoViewIfNeeded();
      await expect(page.getByRole('main')).toContainText('没有更早的资讯', { timeout: 500 });
    }).toPass();
    const count = await articles.count();
    expect(count).toBeGreaterThan(20);
    await old.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    const before = await page.evaluate(() => window.scrollY);
    await old.click();
    await expect(page).toHaveURL(edition.post('news-26').address);
    await expect(page.getByRole('navigation', { name: '位置' })).toContainText('全球资讯详情');

    await test.step('a flash leads to the next and the previous one in place', async () => {
      const heading = page.getByRole('heading', { level: 1 });
      await page.getByRole('link', { name: /下一篇/ }).click();
      await expect(heading).not.toHaveText(edition.post('news-26').title);
      await page.getByRole('link', { name: /上一篇/ }).click();
      await expect(heading).toHaveText(edition.post('news-26').title);
      await page.goBack();
      await page.goBack();
      await expect(heading).toHaveText(edition.post('news-26').title);
    });

    await page.goBack();
    await expect(old).toBeVisible();
    expect(await articles.count()).toBeGreaterThanOrEqual(count);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

    await test.step('a reload keeps the place among news that loaded while scrolling', async () => {
      const name = (await articles.nth(firstCount).getByRole('heading').textContent()) ?? '';
      const topOf = async () => (await articles.filter({ hasText: name }).first().boundingBox())?.y ?? 0;
      const y = await topOf();
      await page.evaluate((distance) => window.scrollBy(0, distance), y - 100);
      // The page saves its place when it has been scrolled, in a frame that a busy machine draws later.
      await expect.poll(async () => Math.abs((await topOf()) - 100)).toBeLessThan(2);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await page.reload();
      // Not the offset of the page: it changes with what loads above, while the news stays where it was.
      await expect.poll(async () => Math.abs((await topOf()) - 100)).toBeLessThan(40);
      expect(await articles.count()).toBeGreaterThan(firstCount);
    });
  });
});

test('what the command line publishes is in lists, search and on its own page as soon as it exits', {
  tag: '@deep',
}, async ({ page, request }) => {
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
