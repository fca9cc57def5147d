import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { ask, askData, type Credentials, headersOf, logIn } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { post } from './codes.ts';
import { publishPiece } from './desk-calls.ts';
import { expect, open, openAsMember, phone, stored, test as visitorTest } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

/** What a member collects and follows is theirs alone. */
const test = newcomerTest('读者乙𠮷');

type Author = { id: string; name: string; followers: number };
type Page1<R> = { total: number; records: R[] };

const dialog = (page: Page) => page.getByRole('alertdialog');
const toasts = (page: Page) => page.getByRole('region', { name: '提示' }).getByRole('listitem');
/** The collect button of a piece's own page, in the rail or in the bar at the foot of a small screen. */
const collectOf = (page: Page) =>
  page
    .getByRole('group', { name: '操作' })
    .or(page.getByRole('complementary', { name: '操作' }))
    .getByRole('button', { name: '收藏' });
const collectInRow = (page: Page, title: string) =>
  page.getByRole('main').getByRole('button', { name: `收藏：${title}` });
const followIn = (place: Locator, name: string) =>
  place.getByRole('button', { name: new RegExp(`关注\\s*${name}$`) });

const collects = (request: APIRequestContext, token: string | undefined) =>
  askData<Page1<{ title: string }>>(request, 'GET /member/articleCollects', {}, token);

const authors = (request: APIRequestContext) =>
  askData<Author[]>(request, 'GET /reception/author/getHotAuthorList', { size: 6 });

/** Calls of this path as the page makes them, the preflight of none. */
function callsOf(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/api${path}`)) calls.push(request.url());
  });
  return calls;
}

const answered = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().includes(`/api${path}`));

async function logInOnPage(page: Page, { mobile, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
}

test.describe('collecting', () => {
  test('in a list is collected on the piece’s page and among the favourites, and undone there is undone here', {
    tag: '@smoke',
  }, async ({ page, request, token, edition }) => {
    const { title, address } = edition.piece('deep-01');
    await open(page, '/101');
    await expect(collectInRow(page, title)).toHaveAttribute('aria-pressed', 'false');
    const added = answered(page, '/member/addArticleCollect');
    await collectInRow(page, title).click();
    await expect(collectInRow(page, title)).toHaveAttribute('aria-pressed', 'true');
    await added;
    await page.getByRole('main').locator(`h2 a[href="${address}"]`).click();
    await expect(page).toHaveURL(address);
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    expect((await collects(request, token)).records.map((record) => record.title)).toEqual([title]);

    await open(page, '/personal/collect');
    await expect(page.getByRole('main')).toContainText(title);

    await open(page, address);
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    const deleted = answered(page, '/member/deleteArticleCollect');
    await collectOf(page).click();
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'false');
    await deleted;
    await expect.poll(async () => (await collects(request, token)).total).toBe(0);
    await page.getByRole('navigation', { name: '栏目' }).getByRole('link', { name: '产业深潜' }).click();
    await expect(collectInRow(page, title)).toHaveAttribute('aria-pressed', 'false');
  });

  test('news is collected by its own call', async ({ page, request, token, edition }) => {
    const { title } = edition.piece('news-20');
    await open(page, edition.piece('news-20').address);
    const added = answered(page, '/member/addNewsCollect');
    await collectOf(page).click();
    await added;
    const { records } = await askData<Page1<{ title: string }>>(
      request,
      'GET /member/newsCollects',
      {},
      token,
    );
    expect(records.map((record) => record.title)).toEqual([title]);
  });

  test('in a hurry sends the last state alone', async ({ page, request, token, edition }) => {
    await open(page, edition.piece('macro-01').address);
    const added = callsOf(page, '/member/addArticleCollect');
    const deleted = callsOf(page, '/member/deleteArticleCollect');
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'false');
    await collectOf(page).dblclick();
    await collectOf(page).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 5; press += 1) button.click();
    });
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await collects(request, token)).total).toBe(1);
    expect(added).toHaveLength(1);
    expect(deleted).toHaveLength(0);
  });

  test('that fails is taken back, and the reader is told', async ({
    page,
    request,
    token,
    edition,
    allowed,
  }) => {
    allowed.expect(/ERR_FAILED/);
    await open(page, edition.piece('macro-01').address);
    await page.route('**/member/addArticleCollect**', (route) => route.abort());
    await collectOf(page).click();
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(dialog(page)).toContainText('网络连接错误！');
    await dialog(page).getByRole('button', { name: '确定' }).click();
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'false');
    expect((await collects(request, token)).total).toBe(0);
  });
});

test.describe('a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('who collects logs in first, comes back to the exact address, and is asked again', async ({
    page,
    request,
    me,
    token,
    edition,
  }) => {
    const { address } = edition.piece('macro-01');
    await open(page, address);
    await page.evaluate(() => window.scrollTo(0, 900));
    await collectOf(page).click();
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
    await logInOnPage(page, me);
    await expect(page).toHaveURL(address);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);
    const offer = toasts(page).filter({ hasText: '要收藏这一篇吗' });
    await expect(offer).toBeVisible();
    expect((await collects(request, token)).total, 'nothing is done unasked').toBe(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const added = answered(page, '/member/addArticleCollect');
    await offer.getByRole('button', { name: '收藏' }).click();
    await added;
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(offer).toHaveCount(0);
  });

  test('loads nothing of what only members need', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url()));
    // The stream of news is asked for by the same round of effects that would ask for what members need.
    const listening = page.waitForResponse('**/api/reception/liveNews?**');
    await open(page, '/index');
    await listening;
    expect(asked.filter((url) => /follow-notices|member\//.test(url))).toEqual([]);
  });
});

test.describe('following', () => {
  test('an author brings their new piece as a message, live, and leads to it', async ({
    page,
    request,
    token,
    edition,
  }) => {
    const { address } = edition.piece('deep-01');
    const author = (await authors(request)).find(({ name }) => name === '长堤') as Author;
    await open(page, address);
    const main = page.getByRole('main');
    const added = answered(page, '/member/addFollow');
    await followIn(main, author.name).first().click();
    for (const button of await followIn(main, author.name).all()) await expect(button).toHaveText(/^已关注/);
    await added;
    await main.getByRole('link', { name: author.name, exact: true }).first().click();
    await expect(page).toHaveURL(`/author?id=${author.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(author.name);
    await expect(followIn(main, author.name)).toHaveAttribute('aria-pressed', 'true');
    const follows = await askData<Page1<{ author: Author }>>(request, 'GET /member/follows', {}, token);
    expect(follows.records.map((record) => record.author.name)).toEqual([author.name]);

    const title = `抽水蓄能的第二本账 ${Date.now()}`;
    const html = '<p>水往上走，钱往下走。</p>';
    await publishPiece(request, { title, html, columnId: '101', authorId: author.id });
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

  test('and no longer following is undone everywhere', async ({ page, request, token }) => {
    const [author] = (await authors(request)) as [Author];
    await askData(request, 'POST /member/addFollow', { authorId: author.id }, token);
    await open(page, '/index');
    const tile = page.getByRole('region', { name: '热门作者' });
    await expect(followIn(tile, author.name)).toHaveAttribute('aria-pressed', 'true');
    const deleted = answered(page, '/member/deleteFollow');
    await followIn(tile, author.name).click();
    await deleted;
    await tile.getByRole('link', { name: author.name, exact: true }).click();
    await expect(followIn(page.getByRole('banner').or(page.getByRole('main')), author.name)).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });
});

test.describe('a session that ends in mid-reading (seed §4)', () => {
  const revokeFromElsewhere = async (request: APIRequestContext, me: Credentials) => {
    const { access_token } = await logIn(request, me);
    const answer = await request.post('/api/member/revokeOtherSessions', {
      headers: headersOf(access_token),
    });
    expect(answer.status()).toBe(200);
  };

  test('is told over the content; after the log-in the reader is at the same place', async ({
    page,
    request,
    me,
    edition,
    allowed,
  }) => {
    allowed.expect(/status of 401/);
    const { address } = edition.piece('macro-01');
    await openAsMember(page, address);
    await page.evaluate(() => window.scrollTo(0, 1100));
    await revokeFromElsewhere(request, me);
    await collectOf(page).click();
    await expect(dialog(page)).toContainText('登录过期，请重新登录');
    await expect(page).toHaveURL(address);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(address)}`);
    await logInOnPage(page, me);
    await expect(page).toHaveURL(address);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1100);
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'false');
  });

  test('is told once however many calls fail at once', async ({ page, request, me, allowed }) => {
    allowed.expect(/status of 401/);
    await openAsMember(page, '/101');
    await revokeFromElsewhere(request, me);
    const rows = page.getByRole('main').getByRole('button', { name: /^收藏：/ });
    const refused = page.waitForResponse((response) => response.status() === 401);
    await rows.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    await refused;
    await expect(dialog(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(rows.first()).toHaveAttribute('aria-pressed', 'false');
    expect(await stored(page, 'token')).toBeNull();
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
  });
});

test('the menu behind the portrait says who is there, leads to what is theirs, and out', async ({
  page,
  me,
}) => {
  await open(page, '/101');
  const summary = page.locator('header summary');
  await summary.click();
  const menu = page.locator('header details');
  await expect(menu).toContainText(me.name);
  await expect(menu.getByRole('link')).toHaveText([/个人中心/, /我的收藏/, /消息/, /高级搜索/]);
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

  test('the bar at the foot collects a piece and counts unread messages', async ({
    page,
    request,
    token,
    edition,
  }) => {
    const { title, address } = edition.piece('deep-01');
    const { access_token: admin } = await logIn(request, 'admin');
    await open(page, address);
    const added = answered(page, '/member/addArticleCollect');
    await page.getByRole('complementary', { name: '操作' }).getByRole('button', { name: '收藏' }).tap();
    await expect(collectOf(page)).toHaveAttribute('aria-pressed', 'true');
    await added;
    expect((await collects(request, token)).records.map((record) => record.title)).toEqual([title]);
    await post(
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

  test('the menu behind the portrait says who is there, and leads out', async ({ page, me }) => {
    await open(page, '/101');
    await page.locator('header summary').tap();
    const menu = page.locator('header details');
    await expect(menu).toContainText(me.name);
    await expect(menu.getByRole('link')).toHaveText([/个人中心/, /我的收藏/, /消息/, /高级搜索/]);
    await expectAccessible(page, 'layout');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: '退出登录' }).tap();
    await expect(page).toHaveURL('/index');
    expect(await stored(page, 'token')).toBeNull();
  });
});

visitorTest(
  'an author’s page is whole in the HTML: head, structured data, pieces; an unknown author is 404',
  async ({ request }) => {
    const [author] = (await authors(request)) as [Author];
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
    const { records } = await askData<Page1<{ title: string; id: string }>>(
      request,
      'GET /reception/article/getResearchArticleList',
      { authorId: author.id, size: 3 },
    );
    for (const { id } of records) expect(html).toContain(`detail?id=${id}"`);
    for (const id of ['999999999', 'x', '']) {
      const missing = await request.get(`/author?id=${id}`);
      expect(missing.status(), id).toBe(404);
      expect(await missing.text()).toContain('noindex');
    }
    expect(await ask(request, 'GET /reception/author', { id: '999999999' })).toContain('"code":404');
  },
);
