import type { APIRequestContext } from '@playwright/test';
import { fetchCall, logIn } from './calls.ts';
import { type Edition, type EditionPost, selectCalls } from './edition.ts';
import { expect, headlineLink, open, test } from './journey.ts';
import type { AccountName } from './portal.ts';

/** docs/product.md §13, for posts that the reader has not bought. */
const mayRead = (reader: AccountName | 'visitor', { access, vipFree }: EditionPost): boolean =>
  access === 'public' ||
  (access === 'member' && reader !== 'visitor') ||
  (reader === 'vip' && (access === 'vip' || vipFree));

const lockedFor = (reader: AccountName | 'visitor', { posts }: Edition): EditionPost[] =>
  posts.filter((post) => post.lockedRuns.length > 0 && !mayRead(reader, post));

function expectNothingLocked(text: string, posts: readonly EditionPost[], location: string): void {
  for (const { externalId, lockedRuns } of posts)
    for (const run of lockedRuns)
      if (text.includes(run)) expect(run, `${externalId} on ${location}`).toBe('locked');
}

/** The calls that return posts, with queries that make them return as many as possible. */
const lists = [
  'GET /news/reception/getGlobalNewsList?size=100',
  'GET /news/reception/theCharts?period=month&size=100',
  'GET /reception/article/getResearchArticleList?size=100',
  'GET /reception/article/researchCharts?period=month&size=100',
  'GET /reception/article/newResearchArticleList?size=100',
  'GET /reception/article/newNoVIPArticleList?size=100',
  'GET /reception/article/newAllArticleList?size=100',
  'GET /reception/article/newArticleList?size=100',
  'GET /reception/article/newArticleList?columnId=101&size=100',
  'GET /reception/getOneInternalReferenceList?size=100',
  'GET /reception/reference/referenceCharts?period=month&size=100',
  'GET /reception/column/getColumnList',
  'GET /reception/author/getHotAuthorList',
];

const selectPost = (request: APIRequestContext, { kind, id }: EditionPost, token?: string): Promise<string> =>
  fetchCall(request, selectCalls[kind], { id }, token);

test('the demo edition has locked text of every kind to search for', ({ edition }) => {
  const kinds = lockedFor('visitor', edition).map(
    ({ access, vipFree, kind }) => `${kind} ${access} ${vipFree}`,
  );
  expect([...new Set(kinds)].sort()).toEqual([
    'article member false',
    'article paid false',
    'article paid true',
    'article vip false',
    'news member false',
    'reference member false',
    'reference paid false',
    'reference paid true',
    'reference vip false',
  ]);
  for (const post of edition.posts.filter(({ access }) => access === 'vip'))
    expect(post.lockedRuns.length, post.externalId).toBeGreaterThan(5);
});

test('no page contains locked text: not home, lists, details, search or shared links', async ({
  request,
  edition,
}) => {
  const locked = lockedFor('visitor', edition);
  const columns = ['101', '111', '112', '120', '102', '103', '104', '105', '106', '107'].map(
    (id) => `/${id}`,
  );
  const fixed = ['/index', '/globalInfo', '/rined', '/vip', '/index/search', '/search', ...columns];
  const own = locked.flatMap(({ address, id, title }) => [
    address,
    `/mobileDetail?id=${id}`,
    `/search?keyword=${encodeURIComponent(title)}`,
  ]);
  for (const address of [...fixed, ...own]) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    expectNothingLocked(await response.text(), locked, address);
  }
});

test('a search for a locked sentence shows neither it nor its context', async ({ request, edition }) => {
  for (const post of lockedFor('visitor', edition)) {
    const [firstRun = '', ...rest] = post.lockedRuns;
    const keyword = firstRun.slice(0, 12);
    const page = await (await request.get(`/search?keyword=${encodeURIComponent(keyword)}`)).text();
    const answer = await fetchCall(request, 'GET /reception/globalSearch', { keyword });
    for (const text of [page.replaceAll(keyword, ''), answer])
      expectNothingLocked(text, [{ ...post, lockedRuns: [firstRun, ...rest] }], `the search for ${keyword}`);
  }
});

for (const reader of ['visitor', 'member', 'vip'] as const) {
  test(`the calls return a ${reader} exactly what they may read`, async ({ request, edition }) => {
    const token = reader === 'visitor' ? undefined : (await logIn(request, reader)).access_token;
    const locked = lockedFor(reader, edition);
    for (const call of lists) expectNothingLocked(await fetchCall(request, call, {}, token), locked, call);
    for (const post of edition.posts) {
      const answer = await selectPost(request, post, token);
      expectNothingLocked(answer, locked, post.externalId);
      const { data } = JSON.parse(answer);
      const isReadable = mayRead(reader, post);
      expect(data.locked, post.externalId).toBe(!isReadable);
      // If a readable answer did not contain the runs, searching for them would prove nothing.
      if (isReadable) for (const run of post.lockedRuns) expect(answer, post.externalId).toContain(run);
    }
  });
}

test.describe('a VIP post in an open column', () => {
  test('shows a visitor the teaser, the paywall and the ways to unlock it', { tag: '@smoke' }, async ({
    page,
    edition,
  }) => {
    const post = edition.post('deep-01');
    await open(page, post.address);
    const paywall = page.getByRole('region', { name: /VIP.*可读/ });
    await expect(paywall).toBeVisible();
    await expect(paywall.getByRole('heading', { level: 2 })).toContainText(/后面还有 [\d,]+ 字/);
    await expect(page.getByRole('main')).toContainText(post.openRuns[0] ?? '');
    expectNothingLocked(await page.content(), [post], 'the page');
    await paywall.getByRole('link', { name: '开通 VIP' }).click();
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(post.address)}`);
  });

  for (const reader of ['member', 'vip'] as const) {
    test.describe(() => {
      test.use({ reader });

      test(`shows a ${reader} ${reader === 'vip' ? 'the whole text and no paywall' : 'the paywall without a log-in'}`, {
        tag: '@smoke',
      }, async ({ page, edition }) => {
        const post = edition.post('deep-01');
        await open(page, post.address);
        const paywall = page.getByRole('region', { name: /VIP.*可读/ });
        if (reader === 'vip') {
          await expect(page.getByRole('main')).toContainText(post.lockedRuns.at(-1) ?? '');
          await expect(paywall).toHaveCount(0);
        } else {
          await expect(paywall.getByRole('button', { name: '开通 VIP' })).toBeVisible();
          await expect(paywall.getByRole('link', { name: '登录' })).toHaveCount(0);
          expectNothingLocked(await page.content(), [post], 'the page');
        }
      });

      test(`the VIP column lists its posts to a ${reader}, with the text ${reader === 'vip' ? 'in full' : 'behind the paywall'}`, async ({
        page,
        edition,
      }) => {
        const post = edition.post('vip-01');
        await open(page, '/vip');
        await headlineLink(page, post).click();
        await expect(page).toHaveURL(post.address);
        const paywall = page.getByRole('region', { name: /VIP.*可读/ });
        await expect(paywall).toHaveCount(reader === 'vip' ? 0 : 1);
        const last = post.lockedRuns.at(-1) ?? '';
        if (reader === 'vip') await expect(page.getByRole('main')).toContainText(last);
        else expectNothingLocked(await page.content(), [post], 'the page');
      });
    });
  }
});

test("a members' post asks a visitor to log in, and opens after it", async ({ page, edition, request }) => {
  const post = edition.post('firm-04');
  await open(page, post.address);
  await expect(page.getByRole('region', { name: '登录后可读' })).toContainText('本篇对会员免费');
  const { access_token } = await logIn(request, 'member');
  expect(await selectPost(request, post, access_token)).toContain(post.lockedRuns[0]);
});

test('a post for sale shows its price, and the VIP offer only if VIP opens it', async ({ page, edition }) => {
  await open(page, edition.post('deep-02').address);
  const either = page.getByRole('region', { name: /单篇购买.*VIP.*可读/ });
  await expect(either).toContainText('¥18');
  await expect(either.getByRole('link', { name: '开通 VIP' })).toBeVisible();
  await open(page, edition.post('firm-03').address);
  const alone = page.getByRole('region', { name: '购买后可读' });
  await expect(alone).toContainText('¥12');
  await expect(alone).toContainText('VIP 价 ¥9');
  await expect(alone.getByRole('link', { name: '开通 VIP' })).toHaveCount(0);
});

test.describe('a VIP at a post with a VIP price', () => {
  test.use({ reader: 'vip' });
  test('pays that price, and sees the regular one', async ({ page, edition }) => {
    await open(page, edition.post('firm-03').address);
    const paywall = page.getByRole('region', { name: '购买后可读' });
    await expect(paywall).toContainText('VIP 价，普通价 ¥12');
    await paywall.getByRole('button', { name: '购买本篇' }).click();
    const orderDialog = page.getByRole('dialog', { name: '确认订单' });
    await expect(orderDialog.getByRole('radio', { name: /只买这一篇.*普通价 ¥12/ })).toBeChecked();
    await expect(orderDialog.getByRole('definition').filter({ hasText: '9.00' })).toBeVisible();
  });
});
