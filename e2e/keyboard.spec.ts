import type { Page } from '@playwright/test';
import { expect, open, storyOf, test } from './journey.ts';
import { readers } from './portal.ts';

const focused = (page: Page) => page.locator(':focus');

test('the first stop is a way past the frame, and it leads into the page', async ({ page, edition }) => {
  await open(page, '/102');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到正文' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await focused(page).evaluate((element) => element.closest('main') !== null)).toBe(true);
  await storyOf(page, edition.piece('macro-01')).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(edition.piece('macro-01').address);
});

test('every stop of the front page can be seen, and Tab walks from head to foot', async ({ page }) => {
  await open(page, '/index');
  const stops = await page.evaluate(
    () => document.querySelectorAll('a[href], button, input, summary, [tabindex="0"]').length,
  );
  const seen: string[] = [];
  for (let stop = 0; stop < stops + 20; stop += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page).evaluateAll(([element]) => {
      if (!(element instanceof HTMLElement)) return null;
      const { width, height } = element.getBoundingClientRect();
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      const area = element.closest('header, nav, main, footer')?.tagName ?? '';
      return { area, problem: width < 1 || height < 1 || !isMarked ? element.outerHTML.slice(0, 160) : '' };
    });
    if (now === null) break;
    expect(now.problem, 'a stop that cannot be seen').toBe('');
    seen.push(now.area);
  }
  const order = seen.filter((area, at) => area !== seen[at - 1]);
  expect(order).toEqual(expect.arrayContaining(['HEADER', 'NAV', 'MAIN']));
  expect(order.indexOf('HEADER')).toBeLessThan(order.indexOf('NAV'));
  expect(order.indexOf('NAV')).toBeLessThan(order.indexOf('MAIN'));
});

test('a dialog keeps the focus inside and gives it back', async ({ page, allowed }) => {
  allowed.expect(/ERR_FAILED/);
  await open(page, '/index');
  await page.route('**/getResearchArticleList?**', (route) => route.abort());
  const link = page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '宏观手记' });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: '确定' })).toBeFocused();
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // The browser lets the focus out to its own bars, never to the page behind.
    expect(
      await page.evaluate(() => document.activeElement?.closest('main, header, nav, footer')),
    ).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});

test('the log-in form is filled and sent without a pointer', async ({ page }) => {
  await open(page, '/login');
  await page.getByRole('textbox', { name: '手机号' }).focus();
  await page.keyboard.type(readers.member.mobile);
  await page.keyboard.press('Tab');
  await page.keyboard.type(readers.member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/index');
});

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('opens the menu behind their name, walks it and closes it with Escape', async ({ page }) => {
    await open(page, '/index');
    const name = page.getByRole('banner').getByRole('group');
    await name.locator('summary').focus();
    await page.keyboard.press('Enter');
    const item = name.getByRole('link', { name: '个人中心' });
    await expect(item).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(item).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(item).toBeHidden();
    await expect(name.locator('summary')).toBeFocused();
  });

  test('fills the advanced search, and its address can be shared', async ({ page }) => {
    await open(page, '/index/search');
    await page.getByRole('searchbox', { name: '关键词' }).fill('铜');
    await page.getByRole('combobox', { name: '关键词出现在' }).selectOption('仅标题');
    await page.getByRole('combobox', { name: '作者' }).fill('没有这个作者');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: '没有找到作者' })).toBeVisible();
    await page.getByRole('combobox', { name: '作者' }).fill('北窗');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/authorId=\d+/);
    const hits = page.getByRole('main').getByRole('article');
    for (const title of await hits.getByRole('heading').allTextContents()) expect(title).toContain('铜');
    const shared = page.url();
    await page.goto('about:blank');
    await open(page, shared);
    await expect(hits.first()).toContainText('铜');
    await expect(page.getByRole('searchbox', { name: '关键词' })).toHaveValue('铜');
  });
});
