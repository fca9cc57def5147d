import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { publishPost } from './admin-calls.ts';
import { type Credentials, fetchData, headersOf, logIn } from './calls.ts';
import { expect, open, openAsMember } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

// src/client/user-state.test.ts tests quick changes of a flag and failed calls, src/web/shell/session.browser.test.tsx the
// other rules of ended sessions.

/** Every journey has its own member, because each member's collects and follows are separate. */
const test = newcomerTest('读者乙𠮷');

type Author = { id: string; name: string; followers: number };
type PageOf<R> = { total: number; records: R[] };

const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');
/** The collect button on a post's own page: in the side bar, or in the bottom bar of a smaller screen. */
const collectButton = (page: Page) =>
  page
    .getByRole('group', { name: '操作' })
    .or(page.getByRole('complementary', { name: '操作' }))
    .getByRole('button', { name: '收藏' });
const collectButtonInRow = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: `收藏：${title}` });
const followButtonIn = (container: Locator, name: string) =>
  container.getByRole('button', { name: new RegExp(`关注\\s*${name}$`) });

const fetchCollects = (request: APIRequestContext, token: string | undefined, call = 'articleCollects') =>
  fetchData<PageOf<{ title: string }>>(request, `GET /member/${call}`, {}, token);

const waitForCall = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(`/api${path}`));

async function logInOnPage(page: Page, { mobile, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
}

test("collecting in a list shows on the post's page and among the favourites, and undoing it there undoes it in the list", async ({
  page,
  request,
  token,
  edition,
}) => {
  const { title, address } = edition.post('deep-01');
  await open(page, '/101');
  await expect(collectButtonInRow(page, title)).toHaveAttribute('aria-pressed', 'false');
  const added = waitForCall(page, '/member/addArticleCollect');
  await collectButtonInRow(page, title).click();
  await expect(collectButtonInRow(page, title)).toHaveAttribute('aria-pressed', 'true');
  await added;
  await page.getByRole('main').locator(`h2 a[href="${address}"]`).click();
  await expect(page).toHaveURL(address);
  await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
  expect((await fetchCollects(request, token)).records.map((record) => record.title)).toEqual([title]);

  await open(page, '/personal/collect');
  await expect(page.getByRole('main')).toContainText(title);

  await open(page, address);
  await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
  const deleted = waitForCall(page, '/member/deleteArticleCollect');
  await collectButton(page).click();
  await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'false');
  await deleted;
  await expect.poll(async () => (await fetchCollects(request, token)).total).toBe(0);
  await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '产业深潜' }).click();
  await expect(collectButtonInRow(page, title)).toHaveAttribute('aria-pressed', 'false');

  await test.step('news uses its own call', async () => {
    const news = edition.post('news-20');
    await open(page, news.address);
    const newsAdded = waitForCall(page, '/member/addNewsCollect');
    await collectButton(page).click();
    await newsAdded;
    const { records } = await fetchCollects(request, token, 'newsCollects');
    expect(records.map((record) => record.title)).toEqual([news.title]);
  });
});

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('who collects logs in first, returns to the exact address, and is asked to confirm', async ({
    page,
    request,
    me,
    token,
    edition,
  }) => {
    const { address } = edition.post('macro-01');
    // On a tablet, the buttons are in the bottom bar.
    await page.setViewportSize({ width: 1000, height: 800 });
    await test.step('the front page makes none of the calls that only members need', async () => {
      const requestedUrls: string[] = [];
      page.on('request', (sent) => requestedUrls.push(sent.url()));
      // The news stream is opened in the same round of effects that would make the calls for members.
      const streamOpened = page.waitForResponse('**/api/reception/liveNews?**');
      await open(page, '/index');
      await streamOpened;
      expect(requestedUrls.filter((url) => /follow-notices|member\//.test(url))).toEqual([]);
    });

    await open(page, address);
    await page.evaluate(() => window.scrollTo(0, 900));
    await collectButton(page).click();
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
    await logInOnPage(page, me);
    await expect(page).toHaveURL(address);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
    const offer = toasts(page).filter({ hasText: '要收藏这一篇吗' });
    await expect(offer).toBeVisible();
    expect((await fetchCollects(request, token)).total, 'nothing is collected without confirmation').toBe(0);
    const added = waitForCall(page, '/member/addArticleCollect');
    await offer.getByRole('button', { name: '收藏' }).click();
    await added;
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(offer).toHaveCount(0);
  });
});

test('following an author brings their new post as a live message, until the member unfollows', async ({
  page,
  request,
  token,
  edition,
}) => {
  const { address } = edition.post('deep-01');
  const authors = await fetchData<Author[]>(request, 'GET /reception/author/getHotAuthorList', { size: 20 });
  const author = authors.find(({ name }) => name === '长堤') as Author;
  await open(page, address);
  const main = page.getByRole('main');
  const added = waitForCall(page, '/member/addFollow');
  await followButtonIn(main, author.name).first().click();
  for (const button of await followButtonIn(main, author.name).all())
    await expect(button).toHaveText(/^已关注/);
  await added;
  await main.getByRole('link', { name: author.name, exact: true }).first().click();
  await expect(page).toHaveURL(`/author?id=${author.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(author.name);
  await expect(followButtonIn(main, author.name)).toHaveAttribute('aria-pressed', 'true');
  const follows = await fetchData<PageOf<{ author: Author }>>(request, 'GET /member/follows', {}, token);
  expect(follows.records.map((record) => record.author.name)).toEqual([author.name]);

  const title = `抽水蓄能的第二本账 ${Date.now()}`;
  const html = '<p>水往上走，钱往下走。</p>';
  await publishPost(request, { title, html, columnId: '101', authorId: author.id });
  await expect(page.getByRole('banner').getByRole('link', { name: '消息，1 条未读' })).toBeVisible({
    timeout: 20_000,
  });
  await page.locator('header summary').click();
  const menu = page.locator('header details');
  await expect(menu.getByRole('link', { name: /^消息\s*，1 条未读$/ })).toBeVisible();
  await menu.getByRole('link', { name: /消息/ }).click();
  await expect(page).toHaveURL('/personal/messages');
  await expect(main).toContainText(title);

  await test.step('unfollowing on the page of the author ends it on their posts too', async () => {
    await open(page, `/author?id=${author.id}`);
    await expect(followButtonIn(main, author.name)).toHaveAttribute('aria-pressed', 'true');
    const deleted = waitForCall(page, '/member/deleteFollow');
    await followButtonIn(main, author.name).click();
    await deleted;
    await main.getByRole('article').getByRole('heading').getByRole('link').first().click();
    await expect(page).toHaveURL(/detail/);
    await expect(followButtonIn(main, author.name).first()).toHaveAttribute('aria-pressed', 'false');
  });
});

test('a session that ends while reading is announced by a warning, and after the log-in the reader is at the same place', async ({
  page,
  request,
  me,
  edition,
  allowed,
}) => {
  allowed.expect(/status of 401/);
  const { address } = edition.post('macro-01');
  await openAsMember(page, address);
  await page.evaluate(() => window.scrollTo(0, 1100));
  const { access_token } = await logIn(request, me);
  const revoked = await request.post('/api/member/revokeOtherSessions', { headers: headersOf(access_token) });
  expect(revoked.status()).toBe(200);
  await collectButton(page).click();
  await expect(toasts(page).filter({ hasText: '登录状态过期，请重新登录！' })).toHaveCount(1);
  await expect(page).toHaveURL(address);
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
  await logInOnPage(page, me);
  await expect(page).toHaveURL(address);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1100);
  await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'false');
});
