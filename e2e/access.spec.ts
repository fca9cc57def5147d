import type { APIRequestContext } from '@playwright/test';
import { ask, logIn } from './calls.ts';
import { type Edition, type Piece, selectCalls } from './edition.ts';
import { expect, open, storyOf, test } from './journey.ts';
import type { Reader } from './portal.ts';

/** PRODUCT §3, for pieces that nobody has bought. */
const mayRead = (reader: Reader | 'visitor', { access, vipFree }: Piece): boolean =>
  access === 'public' ||
  (access === 'member' && reader !== 'visitor') ||
  (reader === 'vip' && (access === 'vip' || vipFree));

const lockedFor = (reader: Reader | 'visitor', { pieces }: Edition): Piece[] =>
  pieces.filter((piece) => piece.lockedRuns.length > 0 && !mayRead(reader, piece));

function expectNothingLocked(text: string, pieces: readonly Piece[], where: string): void {
  for (const { externalId, lockedRuns } of pieces)
    for (const run of lockedRuns)
      if (text.includes(run)) expect(run, `${externalId} on ${where}`).toBe('locked');
}

/** The calls that answer pieces, with queries that make them answer as many as they can. */
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

const select = (request: APIRequestContext, { kind, id }: Piece, token?: string): Promise<string> =>
  ask(request, selectCalls[kind], { id }, token);

test('the demo edition has locked text of every kind to look for', ({ edition }) => {
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
  for (const piece of edition.pieces.filter(({ access }) => access === 'vip'))
    expect(piece.lockedRuns.length, piece.externalId).toBeGreaterThan(5);
});

test('no page holds locked text: not home, lists, details, search or shared links', async ({
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

test('a search for a locked sentence shows none of it, nor what stands around it', async ({
  request,
  edition,
}) => {
  for (const piece of lockedFor('visitor', edition)) {
    const [asked = '', ...rest] = piece.lockedRuns;
    const keyword = asked.slice(0, 12);
    const page = await (await request.get(`/search?keyword=${encodeURIComponent(keyword)}`)).text();
    const answer = await ask(request, 'GET /reception/globalSearch', { keyword });
    for (const text of [page.replaceAll(keyword, ''), answer])
      expectNothingLocked(text, [{ ...piece, lockedRuns: [asked, ...rest] }], `the search for ${keyword}`);
  }
});

for (const reader of ['visitor', 'member', 'vip'] as const) {
  test(`the calls answer a ${reader} exactly what they may read`, async ({ request, edition }) => {
    const token = reader === 'visitor' ? undefined : (await logIn(request, reader)).access_token;
    const locked = lockedFor(reader, edition);
    for (const call of lists) expectNothingLocked(await ask(request, call, {}, token), locked, call);
    for (const piece of edition.pieces) {
      const answer = await select(request, piece, token);
      expectNothingLocked(answer, locked, piece.externalId);
      const { data } = JSON.parse(answer);
      const isWhole = mayRead(reader, piece);
      expect(data.locked, piece.externalId).toBe(!isWhole);
      // Else the runs looked for would not be the piece's text, and nothing would be proved.
      if (isWhole) for (const run of piece.lockedRuns) expect(answer, piece.externalId).toContain(run);
    }
  });
}

test.describe('a VIP piece in an open column', () => {
  test('shows a visitor the teaser, the wall and the ways on', { tag: '@smoke' }, async ({
    page,
    edition,
  }) => {
    const piece = edition.piece('deep-01');
    await open(page, piece.address);
    const wall = page.getByRole('region', { name: 'VIP 可读' });
    await expect(wall).toBeVisible();
    await expect(wall.getByRole('heading', { level: 2 })).toContainText(/后面还有 [\d,]+ 字/);
    await expect(page.getByRole('main')).toContainText(piece.openRuns[0] ?? '');
    expectNothingLocked(await page.content(), [piece], 'the page');
    await wall.getByRole('link', { name: '开通 VIP' }).click();
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(piece.address)}`);
  });

  for (const reader of ['member', 'vip'] as const) {
    test.describe(() => {
      test.use({ reader });

      test(`shows a ${reader} ${reader === 'vip' ? 'the whole text and no wall' : 'the wall without a log-in'}`, {
        tag: '@smoke',
      }, async ({ page, edition }) => {
        const piece = edition.piece('deep-01');
        await open(page, piece.address);
        const wall = page.getByRole('region', { name: 'VIP 可读' });
        if (reader === 'vip') {
          await expect(page.getByRole('main')).toContainText(piece.lockedRuns.at(-1) ?? '');
          await expect(wall).toHaveCount(0);
        } else {
          await expect(wall.getByRole('button', { name: '开通 VIP' })).toBeVisible();
          await expect(wall.getByRole('link', { name: '登录' })).toHaveCount(0);
          expectNothingLocked(await page.content(), [piece], 'the page');
        }
      });

      test(`the VIP column lists its pieces to a ${reader}, the text ${reader === 'vip' ? 'whole' : 'behind the wall'}`, async ({
        page,
        edition,
      }) => {
        const piece = edition.piece('vip-01');
        await open(page, '/vip');
        await storyOf(page, piece).click();
        await expect(page).toHaveURL(piece.address);
        const wall = page.getByRole('region', { name: 'VIP 可读' });
        await expect(wall).toHaveCount(reader === 'vip' ? 0 : 1);
        const last = piece.lockedRuns.at(-1) ?? '';
        if (reader === 'vip') await expect(page.getByRole('main')).toContainText(last);
        else expectNothingLocked(await page.content(), [piece], 'the page');
      });
    });
  }
});

test('a member’s piece asks a visitor to log in and opens after it', async ({ page, edition, request }) => {
  const piece = edition.piece('firm-04');
  await open(page, piece.address);
  await expect(page.getByRole('region', { name: '登录后可读' })).toContainText('本篇对会员免费');
  const { access_token } = await logIn(request, 'member');
  expect(await select(request, piece, access_token)).toContain(piece.lockedRuns[0]);
});

test('a piece for sale names its price, and the VIP offer only where VIP opens it', async ({
  page,
  edition,
}) => {
  await open(page, edition.piece('deep-02').address);
  const either = page.getByRole('region', { name: 'VIP 或单篇购买可读' });
  await expect(either).toContainText('¥18');
  await expect(either.getByRole('link', { name: '开通 VIP' })).toBeVisible();
  await open(page, edition.piece('firm-03').address);
  const alone = page.getByRole('region', { name: '购买后可读' });
  await expect(alone).toContainText('¥12');
  await expect(alone).toContainText('VIP 价 ¥9');
  await expect(alone.getByRole('link', { name: '开通 VIP' })).toHaveCount(0);
});

test.describe('a VIP at a piece with a VIP price', () => {
  test.use({ reader: 'vip' });
  test('pays that, and sees what others pay', async ({ page, edition }) => {
    await open(page, edition.piece('firm-03').address);
    const wall = page.getByRole('region', { name: '购买后可读' });
    await expect(wall).toContainText('VIP 价，普通价 ¥12');
    await wall.getByRole('button', { name: '购买本篇' }).click();
    const sheet = page.getByRole('dialog', { name: '确认订单' });
    await expect(sheet.getByRole('radio', { name: /只买这一篇.*普通价 ¥12/ })).toBeChecked();
    await expect(sheet.getByRole('definition').filter({ hasText: '9.00' })).toBeVisible();
  });
});
