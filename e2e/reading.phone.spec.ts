import { expectNoSidewaysScroll } from './checks.ts';
import { expect, headlineLink, open, phone, test } from './journey.ts';

test.use(phone);

test('the bottom bar leads to the main entries, and asks a visitor to log in', async ({ page }) => {
  await open(page, '/index');
  const bar = page.getByRole('navigation', { name: '主要入口' });
  await expect(bar.getByRole('link')).toHaveText(['首页', '资讯', '研报', 'VIP', '登录']);
  await expect(bar.getByRole('link', { name: '首页' })).toHaveAttribute('aria-current', 'page');
  await bar.getByRole('link', { name: '研报' }).tap();
  await expect(page).toHaveURL('/login?returnTo=%2Frined');
});

test('the columns scroll sideways by touch, and the page does not', async ({ page, edition }) => {
  await open(page, '/107');
  const current = page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '市井生意' });
  await expect(current).toBeInViewport({ ratio: 0.9 });
  await expectNoSidewaysScroll(page);
  await headlineLink(page, edition.post('street-01')).tap();
  await expect(page).toHaveURL(edition.post('street-01').address);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectNoSidewaysScroll(page);
});

test('a long post can be read and shared with one hand', async ({ page, edition }) => {
  const post = edition.post('vip-01');
  await open(page, `/mobileDetail?id=${post.id}`);
  await expect(page.getByRole('region', { name: /VIP.*可读/ })).toBeVisible();
  await open(page, edition.post('macro-01').address);
  const actions = page.getByRole('complementary', { name: '操作' });
  await expect(actions.getByRole('button', { name: '分享' })).toBeInViewport();
  const text = page
    .getByRole('main')
    .getByText(edition.post('macro-01').openRuns[0] ?? '')
    .first();
  const sizeOf = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const usual = await sizeOf();
  expect(usual).toBeGreaterThanOrEqual(16);
  await actions.getByRole('button', { name: '字号' }).tap();
  expect(await sizeOf()).toBeGreaterThan(usual);
  await expectNoSidewaysScroll(page);
});

test('a search is typed, narrowed and read', async ({ page }) => {
  await open(page, '/index');
  await page.getByRole('banner').getByRole('link', { name: '搜索' }).tap();
  await expect(page).toHaveURL('/search');
  await page.getByRole('combobox', { name: '搜索' }).fill('银行');
  await page.getByRole('main').getByRole('button', { name: '搜索' }).tap();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.getByText('筛选', { exact: true }).tap();
  await page.getByRole('radio', { name: /宏观手记/ }).tap();
  await expect(page).toHaveURL(/columnId=102/);
  await expectNoSidewaysScroll(page);
});

test('touch targets are at least 24 px', async ({ page, edition }) => {
  for (const address of [
    '/index',
    '/102',
    edition.post('deep-01').address,
    '/search?keyword=银行',
    '/login',
  ]) {
    await open(page, address);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, summary, input, select, nav a')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => !element.closest('label') && !element.matches('.vh, .vh *'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(
          ({ element, box }) =>
            `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`,
        ),
    );
    expect(small, address).toEqual([]);
  }
});
