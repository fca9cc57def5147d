import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { publishPost } from './admin-calls.ts';
import { type Credentials, fetchCall, fetchData, headersOf, logIn } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { postData } from './codes.ts';
import { expect, open, openAsMember, phone, stored, test as visitorTest } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

/** Every journey has its own member, because each member's collects and follows are separate. */
const test = newcomerTest('读者乙𠮷');

type Author = { id: string; name: string; followers: number };
type PageOf<R> = { total: number; records: R[] };

const dialog = (page: Page) => page.getByRole('alertdialog');
const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');
const warning = (page: Page) => toasts(page).filter({ hasText: '登录状态过期，请重新登录！' });
/** The collect button on a post's own page: in the side bar, or in the bottom bar of a small screen. */
const collectButton = (page: Page) =>
  page
    .getByRole('group', { name: '操作' })
    .or(page.getByRole('complementary', { name: '操作' }))
    .getByRole('button', { name: '收藏' });
const collectButtonInRow = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: `收藏：${title}` });
const followButtonIn = (container: Locator, name: string) =>
  container.getByRole('button', { name: new RegExp(`关注\\s*${name}$`) });

const fetchCollects = (request: APIRequestContext, token: string | undefined) =>
  fetchData<PageOf<{ title: string }>>(request, 'GET /member/articleCollects', {}, token);

const fetchAuthors = (request: APIRequestContext) =>
  fetchData<Author[]>(request, 'GET /reception/author/getHotAuthorList', { size: 20 });

/** Records the calls with this path that the page makes, without CORS preflights. */
function recordCalls(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/api${path}`)) calls.push(request.url());
  });
  return calls;
}

const waitForCall = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(`/api${path}`));

async function logInOnPage(page: Page, { mobile, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
}

test.describe('collecting', () => {
  test("in a list shows on the post's page and among the favourites, and undoing it there undoes it in the list", {
    tag: '@smoke',
  }, async ({ page, request, token, edition }) => {
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
  });

  test('news uses its own call', async ({ page, request, token, edition }) => {
    const { title } = edition.post('news-20');
    await open(page, edition.post('news-20').address);
    const added = waitForCall(page, '/member/addNewsCollect');
    await collectButton(page).click();
    await added;
    const { records } = await fetchData<PageOf<{ title: string }>>(
      request,
      'GET /member/newsCollects',
      {},
      token,
    );
    expect(records.map((record) => record.title)).toEqual([title]);
  });

  test('several times in quick succession sends only the last state', async ({
    page,
    request,
    token,
    edition,
  }) => {
    await open(page, edition.post('macro-01').address);
    const added = recordCalls(page, '/member/addArticleCollect');
    const deleted = recordCalls(page, '/member/deleteArticleCollect');
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'false');
    await collectButton(page).dblclick();
    await collectButton(page).evaluate((button: HTMLElement) => {
      for (let pressCount = 0; pressCount < 5; pressCount += 1) button.click();
    });
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await fetchCollects(request, token)).total).toBe(1);
    expect(added).toHaveLength(1);
    expect(deleted).toHaveLength(0);
  });

  test('is rolled back with a message if the call fails', async ({
    page,
    request,
    token,
    edition,
    allowed,
  }) => {
    allowed.expect(/ERR_FAILED/);
    await open(page, edition.post('macro-01').address);
    await page.route('**/member/addArticleCollect**', (route) => route.abort());
    await collectButton(page).click();
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog(page)).toContainText('网络连接错误！');
    await dialog(page).getByRole('button', { name: '确定' }).click();
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'false');
    expect((await fetchCollects(request, token)).total).toBe(0);
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
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const added = waitForCall(page, '/member/addArticleCollect');
    await offer.getByRole('button', { name: '收藏' }).click();
    await added;
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(offer).toHaveCount(0);
  });

  test('makes none of the calls that only members need', async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on('request', (sent) => requestedUrls.push(sent.url()));
    // The news stream is opened in the same round of effects that would make the calls for members.
    const streamOpened = page.waitForResponse('**/api/reception/liveNews?**');
    await open(page, '/index');
    await streamOpened;
    expect(requestedUrls.filter((url) => /follow-notices|member\//.test(url))).toEqual([]);
  });
});

test.describe('following', () => {
  test('an author brings their new post as a live message that links to it', async ({
    page,
    request,
    token,
    edition,
  }) => {
    const { address } = edition.post('deep-01');
    const author = (await fetchAuthors(request)).find(({ name }) => name === '长堤') as Author;
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
  });

  test('ends everywhere when the member unfollows', async ({ page, request, token }) => {
    const [author] = (await fetchAuthors(request)) as [Author];
    await fetchData(request, 'POST /member/addFollow', { authorId: author.id }, token);
    await open(page, '/index');
    const tile = page.getByRole('region', { name: '热门作者' });
    await expect(followButtonIn(tile, author.name)).toHaveAttribute('aria-pressed', 'true');
    const deleted = waitForCall(page, '/member/deleteFollow');
    await followButtonIn(tile, author.name).click();
    await deleted;
    await tile.getByRole('link', { name: author.name, exact: true }).click();
    await expect(
      followButtonIn(page.getByRole('banner').or(page.getByRole('main')), author.name),
    ).toHaveAttribute('aria-pressed', 'false');
  });
});

test.describe('a session that ends while reading (docs/product.md §4)', () => {
  const revokeFromElsewhere = async (request: APIRequestContext, me: Credentials) => {
    const { access_token } = await logIn(request, me);
    const answer = await request.post('/api/member/revokeOtherSessions', {
      headers: headersOf(access_token),
    });
    expect(answer.status()).toBe(200);
  };

  test('is announced by a warning, and after the log-in the reader is at the same place', async ({
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
    await revokeFromElsewhere(request, me);
    await collectButton(page).click();
    await expect(warning(page)).toHaveCount(1);
    await expect(page).toHaveURL(address);
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
    await logInOnPage(page, me);
    await expect(page).toHaveURL(address);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1100);
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'false');
  });

  test('is announced once, however many calls fail at the same time', async ({
    page,
    request,
    me,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    await openAsMember(page, '/101');
    await revokeFromElsewhere(request, me);
    const rows = page.getByRole('main').getByRole('button', { name: /^收藏：/ });
    const refusedResponses = page.waitForResponse((response) => response.status() === 401);
    await rows.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    await refusedResponses;
    await expect(warning(page)).toHaveCount(1);
    await expect(rows.first()).toHaveAttribute('aria-pressed', 'false');
    expect(await stored(page, 'token')).toBeNull();
    await expect(page).toHaveURL('/login?returnTo=%2F101');
  });
});

test("the menu behind the avatar shows the member's name, links to their pages, and logs out", async ({
  page,
  me,
}) => {
  await open(page, '/101');
  const summary = page.locator('header summary');
  await summary.click();
  const menu = page.locator('header details');
  await expect(menu).toContainText(me.name);
  await expect(menu.getByRole('link')).toHaveText([/个人中心/, /VIP 会员/, /我的收藏/, /消息/, /高级搜索/]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'colours');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(summary).toBeFocused();
  await summary.click();
  await menu.getByRole('link', { name: '我的收藏' }).click();
  await expect(page).toHaveURL('/personal/collect');
  await page.locator('header summary').click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/index');
  expect(await stored(page, 'token')).toBeNull();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the bottom bar collects a post and counts unread messages', async ({
    page,
    request,
    token,
    edition,
  }) => {
    const { title, address } = edition.post('deep-01');
    const { access_token: admin } = await logIn(request, 'admin');
    await open(page, address);
    const added = waitForCall(page, '/member/addArticleCollect');
    await page.getByRole('complementary', { name: '操作' }).getByRole('button', { name: '收藏' }).tap();
    await expect(collectButton(page)).toHaveAttribute('aria-pressed', 'true');
    await added;
    expect((await fetchCollects(request, token)).records.map((record) => record.title)).toEqual([title]);
    await postData(
      request,
      '/admin/sendAnnouncement',
      { title: '读者日', body: '来坐坐。', link: '/index' },
      admin,
    );
    await open(page, '/101');
    await expect(
      page.getByRole('navigation', { name: '主要入口' }).getByRole('link', { name: /^我的\s*，\d+ 条未读$/ }),
    ).toBeVisible();
  });

  test("the menu behind the avatar shows the member's name, and logs out", async ({ page, me }) => {
    await open(page, '/101');
    await page.locator('header summary').tap();
    const menu = page.locator('header details');
    await expect(menu).toContainText(me.name);
    await expect(menu.getByRole('link')).toHaveText([/个人中心/, /VIP 会员/, /我的收藏/, /消息/, /高级搜索/]);
    await expectAccessible(page, 'layout');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: '退出登录' }).tap();
    await expect(page).toHaveURL('/index');
    expect(await stored(page, 'token')).toBeNull();
  });
});

visitorTest(
  'the HTML of an author page is complete: head, structured data, posts; an unknown author is 404',
  async ({ request }) => {
    const [author] = (await fetchAuthors(request)) as [Author];
    const response = await request.get(`/author?id=${author.id}`);
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html).toContain(`<title>${author.name}的文章 - 观澜</title>`);
    expect(html).not.toContain('noindex');
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
    expect(data).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: { '@type': 'Person', name: author.name },
    });
    const { records } = await fetchData<PageOf<{ title: string; id: string }>>(
      request,
      'GET /reception/article/getResearchArticleList',
      { authorId: author.id, size: 3 },
    );
    for (const { id } of records) expect(html).toContain(`detail?id=${id}"`);
    for (const id of ['999999999', 'x', '']) {
      const missingAuthor = await request.get(`/author?id=${id}`);
      expect(missingAuthor.status(), id).toBe(404);
      expect(await missingAuthor.text()).toContain('noindex');
    }
    expect(await fetchCall(request, 'GET /reception/author', { id: '999999999' })).toContain('"code":404');
  },
);

test('a reload keeps the place, also among news that loaded while scrolling', async ({ page }) => {
  const news = page.getByRole('main').getByRole('article');
  await page.setViewportSize({ width: 1440, height: 600 });
  await open(page, '/globalInfo');
  const first = await news.count();
  await page.keyboard.press('End');
  await expect.poll(() => news.count()).toBeGreaterThan(first);
  const name = (await news.nth(first).getByRole('heading').textContent()) ?? '';
  const topOf = async () => (await news.filter({ hasText: name }).first().boundingBox())?.y ?? 0;
  const y = await topOf();
  await page.evaluate((distance) => window.scrollBy(0, distance), y - 100);
  await page.reload();
  // Not the offset of the page: it changes with what loads above, while the news stays where it was.
  await expect.poll(async () => Math.abs((await topOf()) - 100)).toBeLessThan(40);
  expect(await news.count()).toBeGreaterThan(first);
});
