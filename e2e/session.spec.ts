import type { APIRequestContext, Page } from '@playwright/test';
import { fetchCall, headersOf } from './calls.ts';
import { expect, open, openAsMember, openScreen, stored, test } from './journey.ts';
import { accounts } from './portal.ts';

// session.browser.test.tsx and share-dialog.browser.test.tsx cover the other rules of sessions, failures and copying.

/** Ends the session on the server, without the browser's knowledge. */
const revokeSession = (request: APIRequestContext, token: string | undefined) =>
  fetchCall(request, 'GET /blade-auth/oauth/logout', {}, token);

const dialog = (page: Page) => page.getByRole('alertdialog');
const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');

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
