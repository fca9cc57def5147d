import type { APIRequestContext, Page, Route } from '@playwright/test';
import { fetchCall, headersOf } from './calls.ts';
import { expect, headlineLink, open, openAsMember, openScreen, stored, test } from './journey.ts';
import { accounts } from './portal.ts';

// One journey per rule; session.browser.test.tsx and copy.browser.test.tsx cover the other rules of sessions, failures
// and copying.

/** Ends the session on the server, without the browser's knowledge. */
const revokeSession = (request: APIRequestContext, token: string | undefined) =>
  fetchCall(request, 'GET /blade-auth/oauth/logout', {}, token);

const dialog = (page: Page) => page.getByRole('alertdialog');
const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');

/**
 * Redirects a call of the page to one for members only, to get a real 401 of the server, which no page of this edition
 * would cause.
 */
const sendAsMember = (route: Route) =>
  route.continue({ method: 'GET', url: new URL('/api/member/profile', route.request().url()).href });

test.describe('a session that has ended (docs/product.md §4)', () => {
  test.use({ reader: 'member' });

  test('and is reported by an open call is announced in a dialog, whose button leads to the log-in and back', async ({
    page,
    request,
    token,
  }) => {
    await openAsMember(page, '/101');
    await revokeSession(request, token);
    await page.getByRole('button', { name: '月' }).click();
    await expect(dialog(page)).toContainText('温馨提示');
    await expect(dialog(page)).toContainText('登录过期，请重新登录');
    expect(await stored(page, 'token')).toBeNull();
    await dialog(page).getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL('/login?returnTo=%2F101');
    await expect(dialog(page)).toBeHidden();
  });

  test('and is refused by a call for members is announced by a warning, followed by the log-in page', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    await revokeSession(request, token);
    await page.route('**/api/reception/**', sendAsMember);
    await page.goto('/rined?tag=%E9%93%9C');
    await expect(toasts(page).filter({ hasText: '登录状态过期，请重新登录！' })).toHaveCount(1);
    await expect(page).toHaveURL(/^[^?]*\/login\?returnTo=%2Frined%3Ftag%3D/);
    await expect(dialog(page)).toBeHidden();
  });
});

test.describe('a session that has ended in the back office (docs/product.md §4)', () => {
  test.use({ reader: 'admin' });

  test('leads to the log-in without a question, and the form shows its input again', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    const addWord = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^添\s*加$/ })
        .click();
    const word = page.getByRole('dialog').getByRole('textbox', { name: '敏感词' });
    await openScreen(page, '/admin/words');
    await addWord();
    await word.fill('潮水𠮷');
    await page.getByRole('radio', { name: /^禁止/ }).click();
    await revokeSession(request, token);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^添\s*加$/ })
      .click();
    await expect(toasts(page).filter({ hasText: '登录状态过期，请重新登录！' })).toHaveCount(1);
    await expect(page).toHaveURL('/login?returnTo=%2Fadmin%2Fwords');
    const { mobile, password } = accounts.admin;
    await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
    await page.getByRole('textbox', { name: '密码' }).fill(password);
    await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL('/admin/words');
    await addWord();
    await expect(word).toHaveValue('潮水𠮷');
    await expect(page.getByRole('radio', { name: /^禁止/ })).toBeChecked();
  });
});

test.describe('a call that fails (docs/product.md §8)', () => {
  test('without an answer shows 网络连接错误！ in an alert, and the page can be retried', async ({
    page,
    allowed,
    edition,
  }) => {
    allowed.expect(/ERR_FAILED/);
    await open(page, '/index');
    await page.route('**/getResearchArticleList?**', (route) => route.abort());
    await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '宏观手记' }).click();
    await expect(dialog(page)).toContainText('温馨提示');
    await expect(dialog(page)).toContainText('网络连接错误！');
    const confirm = dialog(page).getByRole('button', { name: '确定' });
    await expect(confirm).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName)).not.toBe(
      'MAIN',
    );
    await confirm.click();
    await page.unroute('**/getResearchArticleList?**');
    await page.getByRole('button', { name: '重试' }).click();
    await expect(headlineLink(page, edition.post('macro-01'))).toBeVisible();
  });
});

test.describe('copying (docs/product.md §5)', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('sharing copies the address of the post and announces it once', async ({ page, edition, baseURL }) => {
    const { address } = edition.post('macro-01');
    await open(page, address);
    const share = page.getByRole('group', { name: '操作' }).getByRole('button', { name: '分享' });
    await share.click();
    const copy = page.getByRole('dialog', { name: '分享' }).getByRole('button', { name: '复制链接' });
    await copy.click();
    await copy.click();
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText('已复制');
    expect(await clipboard(page)).toBe(`${baseURL}${address}`);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('every call has the headers of docs/product.md §7, and no cookie identifies a reader', async ({
  page,
  context,
}) => {
  const call = page.waitForRequest('**/api/reception/article/researchCharts?**');
  await open(page, '/index');
  await page.getByRole('region', { name: '排行' }).getByRole('button', { name: '月' }).click();
  const headers = (await call).headers();
  expect(headers).toMatchObject({ authorization: headersOf().Authorization, 'tenant-id': '000000' });
  expect((await context.cookies()).filter(({ name }) => name !== 'XSRF-TOKEN')).toEqual([]);
});
