import type { Page } from '@playwright/test';
import { expect, headlineLink, open, stored, test, waitForHydration } from './journey.ts';

const heads = (page: Page) => page.getByRole('heading', { level: 2 });

test('the front page shows every part of home below the menu of sections and columns, and loads no code for signing in', {
  tag: '@smoke',
}, async ({ page, edition }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page).toHaveURL('/index');
  await waitForHydration(page);
  for (const part of ['最新文章', '免费阅读', '资讯', '脱水研报', 'VIP 专享', '热门作者', '排行'])
    await expect(heads(page).filter({ hasText: new RegExp(`^${part}$`) })).toBeVisible();
  await expect(page.getByRole('region', { name: '推广' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('link', { name: edition.post('news-01').title }).first()).toBeVisible();

  const menu = page.getByRole('navigation', { name: '栏目' }).getByRole('link');
  const names = (await menu.allInnerTexts()).map((name) => name.trim());
  expect(names.slice(0, 5)).toEqual(['首页', '全球资讯', '脱水研报', 'VIP 专享', '产业深潜']);
  expect(names.slice(-2)).toEqual(['市井生意', '股神争霸']);
  expect(names).not.toContain('用户协议');
  await expect(menu.first()).toHaveAttribute('aria-current', 'page');

  const rankings = page.getByRole('region', { name: '排行' });
  await expect(rankings.getByRole('listitem').first()).toBeVisible();
  const ofMonth = page.waitForResponse('**/researchCharts?*period=month*');
  await rankings.getByRole('button', { name: '月' }).click();
  await ofMonth;
  await expect(rankings.getByRole('button', { name: '月' })).toHaveAttribute('aria-pressed', 'true');
  await expect(rankings.getByRole('listitem').first()).toBeVisible();
  expect(loaded.filter((path) => /sign-in|login|password|proof/.test(path))).toEqual([]);
});

test('a post opens in place, under the name of its column, Back restores the list position, and a tag filters it', async ({
  page,
  edition,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, '/102');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const link = headlineLink(page, edition.post('macro-01'));
  await link.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const before = await page.evaluate(() => window.scrollY);

  await link.click();
  await expect(page).toHaveURL(edition.post('macro-01').address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(edition.post('macro-01').title);
  await expect(page.getByRole('navigation', { name: '位置' }).getByRole('listitem')).toHaveText([
    '首页',
    '宏观手记',
    '宏观手记详情',
  ]);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(link).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

  await page.getByRole('navigation', { name: '位置' }).getByRole('link', { name: '首页' }).click();
  await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '产业深潜' }).click();
  await page.getByRole('navigation', { name: '标签' }).getByRole('link', { name: '储能' }).click();
  await expect(page).toHaveURL(/\/101\?tag=%E5%82%A8%E8%83%BD$/);
  await expect(headlineLink(page, edition.post('deep-06'))).toHaveCount(0);
  await expect(headlineLink(page, edition.post('deep-01'))).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('pages outside the menu open at their address: texts, a shared post, and the 404 page with links out', async ({
  page,
  edition,
  allowed,
}) => {
  await test.step('the agreement and the privacy policy link to each other', async () => {
    await open(page, '/agreement');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText('用户协议');
    await page.getByRole('navigation', { name: '文本' }).getByRole('link', { name: '隐私政策' }).click();
    await expect(page).toHaveURL('/agreement?kind=privacy');
    await expect(heading).toContainText('隐私政策');
  });

  await test.step('a shared link shows one post without the rest of the site', async () => {
    const post = edition.post('sea-02');
    await open(page, `/mobileDetail?id=${post.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
    await expect(page.getByRole('navigation', { name: '栏目' })).toHaveCount(0);
    // The comments load when they come near, and move the link below them.
    await page.getByRole('heading', { name: /^评论/ }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('list', { name: '评论', exact: true })).toBeVisible();
    await page.getByRole('link', { name: /读更多/ }).click();
    await expect(page).toHaveURL(post.address);
  });

  await test.step('an unknown path is a 404 page, and the last valid path stays saved', async () => {
    await open(page, '/101?tag=电力');
    await expect.poll(() => stored(page, 'routerPath')).toBe('/101?tag=%E7%94%B5%E5%8A%9B');
    allowed.expect(/status of 404/);
    expect((await page.goto('/no/𠮷/page'))?.status()).toBe(404);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('这一页不在了');
    expect(await stored(page, 'routerPath')).toBe('/101?tag=%E7%94%B5%E5%8A%9B');
    await page.getByRole('main').getByRole('link', { name: '回首页' }).click();
    await expect(page).toHaveURL('/index');
    await expect.poll(() => stored(page, 'routerPath')).toBe('/index');
  });
});

test('the theme follows the system until the reader chooses, and the choice is saved', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/index');
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  expect(dark).not.toBe(light);
  const barColour = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    );
  const darkBar = await barColour();
  await page.getByRole('button', { name: '切换深色或浅色' }).click();
  expect(await ground()).toBe(light);
  expect(await barColour()).not.toEqual(darkBar);
  expect(await barColour()).toHaveLength(1);
  await page.goto('/101');
  expect(await ground()).toBe(light);
});
