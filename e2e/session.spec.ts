import type { APIRequestContext, Page, Route } from '@playwright/test';
import { ask, headersOf } from './calls.ts';
import { expect, open, openAsMember, stored, storyOf, test } from './journey.ts';

// One journey a rule: what else the rules of sessions, failures and copying say is in session.browser.test.tsx and
// copy.browser.test.tsx.

/** Ends the session on the server; the browser does not know of it. */
const revoke = (request: APIRequestContext, token: string | undefined) =>
  ask(request, 'GET /blade-auth/oauth/logout', {}, token);

const dialog = (page: Page) => page.getByRole('alertdialog');
const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');

/** Sends a call of the page to one for members only: the real server's 401, which no page of this edition asks for. */
const asMembersCall = (route: Route) =>
  route.continue({ method: 'GET', url: new URL('/api/member/profile', route.request().url()).href });

test.describe('a session that has ended (seed §4)', () => {
  test.use({ reader: 'member' });

  test('is told by a dialog over the content, whose button leads to the log-in and back', async ({
    page,
    request,
    token,
  }) => {
    await openAsMember(page, '/101');
    await revoke(request, token);
    await page.getByRole('button', { name: '月' }).click();
    await expect(dialog(page)).toContainText('温馨提示');
    await expect(dialog(page)).toContainText('登录过期，请重新登录');
    expect(await stored(page, 'token')).toBeNull();
    await dialog(page).getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL('/login?returnTo=%2F101');
    await expect(dialog(page)).toBeHidden();
  });

  test('without content on screen is told by a warning, and then the log-in is there', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    await revoke(request, token);
    await page.route('**/api/reception/**', asMembersCall);
    await page.goto('/rined?tag=%E9%93%9C');
    await expect(toasts(page).filter({ hasText: '登录状态过期，请重新登录！' })).toHaveCount(1);
    await expect(page).toHaveURL(/^[^?]*\/login\?returnTo=%2Frined%3Ftag%3D/);
    await expect(dialog(page)).toBeHidden();
  });
});

test.describe('a call that fails (seed §8)', () => {
  test('without an answer shows 网络连接错误！ in an alert, and the page can be tried again', async ({
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
    await expect(storyOf(page, edition.piece('macro-01'))).toBeVisible();
  });
});

test.describe('copying (seed §5)', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('a short click copies the address of the piece and says so once', async ({
    page,
    edition,
    baseURL,
  }) => {
    const { address } = edition.piece('macro-01');
    await open(page, address);
    const share = page.getByRole('group', { name: '操作' }).getByRole('button', { name: '分享' });
    await share.click();
    await share.click();
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toContainText('已复制');
    expect(await clipboard(page)).toBe(`${baseURL}${address}`);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('the headers of seed §7 go with every call, and no cookie identifies a reader', async ({
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
