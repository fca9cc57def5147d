import type { Page, Route } from '@playwright/test';
import { expect, open, openScreen, test } from './journey.ts';
import { baseURL } from './portal.ts';

// A file of the build that does not arrive: a blocked request, or a tab that was open while the portal was upgraded.

const retry = (page: Page) => page.getByRole('button', { name: '重试' });
const block = (route: Route) => route.abort();
const isGone = (route: Route) => route.fulfill({ status: 404, contentType: 'text/html', body: '' });

/** Counts the documents that the page loads at this address from now on. */
function countDocuments(page: Page, path: string): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === path) documents += 1;
  });
  return () => documents;
}

test.beforeEach(({ allowed }) => allowed.expect(/ERR_FAILED|404 \(Not Found\)|dynamically imported module/));

test('a page whose scripts are blocked keeps what it has, says so, and opens on retry', {
  tag: '@deep',
}, async ({ page, edition }) => {
  await test.step('a view without content shows a failed state', async () => {
    await page.route('**/assets/*article-list.page*.js', block);
    await page.goto('/rined');
    await expect(page.getByRole('heading', { name: '没有取到内容' })).toBeVisible();
    await page.unroute('**/assets/*article-list.page*.js');
    await retry(page).click();
    // A visitor may not see the view itself, only that the site works again.
    await expect(page).toHaveURL(/\/login\?returnTo=/);
    await expect(page.getByRole('button', { name: '登录' }).first()).toBeVisible();
  });

  await test.step('a rendered page keeps its text', async () => {
    const { address, title } = edition.post('macro-05');
    await page.route('**/assets/*detail.page*.js', block);
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('这一页没有载入完整');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.unroute('**/assets/*detail.page*.js');
    await retry(page).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a page none of whose scripts arrive says so', async () => {
    await page.route('**/assets/libraries*.js', block);
    await page.goto('/rined');
    await expect(page.getByRole('alert')).toContainText('这一页没有载入完整');
    await page.unroute('**/assets/libraries*.js');
    await retry(page).click();
    await expect(page).toHaveURL(/\/login\?returnTo=/);
  });
});

test('after an upgrade, a navigation loads the new build once, at its address, and never in a loop', {
  tag: '@deep',
}, async ({ page }) => {
  await open(page, '/index');
  const documents = countDocuments(page, '/search');
  // The old build's file is gone; after the reload, the page asks for a file of the new build.
  await page.route('**/assets/*search.page*.js', isGone);
  page.on('request', async (request) => {
    if (request.isNavigationRequest()) await page.unroute('**/assets/*search.page*.js');
  });
  await page.getByRole('contentinfo').getByRole('link', { name: '搜索' }).first().click();
  await expect(page.getByRole('heading', { name: '大家在搜' })).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/search`);
  expect(documents()).toBe(1);

  await test.step('a file that stays away is asked for once more', async () => {
    // As in a new tab: a tab reloads once in a while only.
    await page.evaluate(() => sessionStorage.clear());
    const loads = countDocuments(page, '/rined');
    await page.route('**/assets/*article-list.page*.js', isGone);
    await page.goto('/rined');
    await expect(retry(page)).toBeVisible();
    expect(loads()).toBe(2);
  });
});

test.describe('in the back office', () => {
  test.use({ reader: 'admin' });

  test('a screen whose script is missing opens on retry, and after an upgrade loads the new build once', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.route('**/admin-assets/*orders*.js', block);
    await page.goto('/admin/orders');
    await expect(page.getByRole('heading', { name: '这一页没能打开' })).toBeVisible();
    await page.unroute('**/admin-assets/*orders*.js');
    await retry(page).click();
    await expect(page.getByRole('heading', { level: 1, name: '订单' })).toBeVisible();

    await openScreen(page, '/admin/posts');
    const documents = countDocuments(page, '/admin/orders');
    await page.route('**/admin-assets/*orders*.js', isGone);
    page.on('request', async (request) => {
      if (request.isNavigationRequest()) await page.unroute('**/admin-assets/*orders*.js');
    });
    await page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '订单' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '订单' })).toBeVisible();
    expect(documents()).toBe(1);
  });
});
