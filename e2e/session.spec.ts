import type { APIRequestContext, Locator, Page, Route } from '@playwright/test';
import { ask, headersOf } from './calls.ts';
import { expect, open, openAsMember, stored, storyOf, test } from './journey.ts';

/** Ends the session on the server; the browser does not know of it. */
const revoke = (request: APIRequestContext, token: string | undefined) =>
  ask(request, 'GET /blade-auth/oauth/logout', {}, token);

const dialog = (page: Page) => page.getByRole('alertdialog');
const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');

/** Sends a call of the page to one for members only: the real server's 401, which no page of this edition asks for. */
const asMembersCall = (route: Route) =>
  route.continue({ method: 'GET', url: new URL('/api/member/profile', route.request().url()).href });

/** Presses several things before the page can answer to the first. */
const pressAtOnce = (...things: Locator[]) =>
  Promise.all(things.map((thing) => thing.evaluate((element: HTMLElement) => element.click())));

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

  test('is told once however many calls hear of it, and the reader may stay as a visitor', async ({
    page,
    request,
    token,
    edition,
  }) => {
    await openAsMember(page, '/101');
    await revoke(request, token);
    const period = (name: string) => page.getByRole('button', { name, exact: true });
    await pressAtOnce(period('日'), period('周'), period('月'));
    await expect(dialog(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
    await storyOf(page, edition.piece('deep-01')).click();
    await expect(
      page.getByRole('region', { name: 'VIP 可读' }).getByRole('link', { name: '开通 VIP' }),
    ).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });

  test('is told over the content by a call for members only, too', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    await openAsMember(page, '/101');
    await revoke(request, token);
    await page.route('**/researchCharts?**', asMembersCall);
    await page.getByRole('button', { name: '月' }).click();
    await expect(dialog(page)).toContainText('登录过期，请重新登录');
    await expect(page).toHaveURL('/101');
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

  test.describe(() => {
    test.use({ reader: 'member' });

    test('together with the end of the session waits its turn: one dialog at a time (seed §4)', async ({
      page,
      request,
      token,
      allowed,
    }) => {
      allowed.expect(/ERR_FAILED/);
      await openAsMember(page, '/101');
      await revoke(request, token);
      await page.route('**/getResearchArticleList?**', (route) => route.abort());
      await pressAtOnce(
        page.getByRole('button', { name: '月', exact: true }),
        page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '宏观手记' }),
      );
      const texts = [/登录过期，请重新登录/, /网络连接错误！/];
      await expect(dialog(page)).toHaveCount(1);
      await expect(page.getByRole('heading', { name: '没有取到内容' })).toBeAttached();
      const first = (await dialog(page).textContent()) ?? '';
      const [other] = texts.filter((text) => !text.test(first));
      expect(texts.filter((text) => text.test(first))).toHaveLength(1);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toContainText(other ?? '');
      await expect(dialog(page)).toHaveCount(1);
      // The page asks again as a visitor, which fails again; when that is told depends on when it was asked.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(dialog(page)).toBeHidden({ timeout: 500 });
      }).toPass();
    });
  });

  test('with the server’s own words shows them', async ({ page, allowed }) => {
    allowed.expect(/status of 400/);
    await open(page, '/index');
    await page.route('**/getResearchArticleList?**', (route) =>
      route
        .fetch({ url: `${route.request().url()}&startTime=%E4%B8%8D%E6%98%AF%E6%97%A5%E6%9C%9F` })
        .then((response) => route.fulfill({ response })),
    );
    await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '宏观手记' }).click();
    await expect(dialog(page)).toContainText(/时间|日期/);
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

  test('a long press over selected text copies nothing; a short click does all the same', async ({
    page,
    edition,
    baseURL,
  }) => {
    const { address } = edition.piece('macro-01');
    await open(page, address);
    await page.evaluate(async () => {
      await navigator.clipboard.writeText('the reader’s own');
      const paragraph = document.querySelector('main p');
      if (paragraph) getSelection()?.selectAllChildren(paragraph);
    });
    const share = page.getByRole('group', { name: '操作' }).getByRole('button', { name: '分享' });
    await share.click({ delay: 400 });
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
    expect(await clipboard(page)).toBe('the reader’s own');
    await expect(toasts(page)).toHaveCount(0);
    await share.click();
    await expect(toasts(page)).toContainText('已复制');
    expect(await clipboard(page)).toBe(`${baseURL}${address}`);
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
