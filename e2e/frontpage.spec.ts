import type { APIRequestContext, Browser } from '@playwright/test';
import { askData, headersOf } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { baseURL } from './portal.ts';

// What moves under the pointer is clicked beside.
test.use({ reader: 'editor' });

type Listed = { id: string; title: string; impressions: number; clicks: number };
const advertsAt = async (request: APIRequestContext, token: string | undefined, position: string) =>
  (await askData<{ records: Listed[] }>(request, 'GET /admin/advert/list', { position, size: 100 }, token))
    .records;

async function desk(request: APIRequestContext, call: string, data: object, token: string | undefined) {
  const response = await request.post(`/api/admin/${call}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return answer;
}

/** What the first advert of the carousel looks like: pages show pictures of this site only. */
async function somePicture(request: APIRequestContext): Promise<string> {
  const [advert] = await askData<{ image: string }[]>(request, 'POST /reception/getAdList', { adPosid: '1' });
  return advert?.image ?? '';
}

/** A reader who is nobody, on a device of their own. */
const visit = async (browser: Browser) =>
  (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage();

test('an advert is put up at the desk, seen and clicked by a reader, counted, and paused', async ({
  page,
  browser,
  request,
  token,
}) => {
  const title = '只为这一程投放的广告';
  const { id } = await desk(
    request,
    'advert/create',
    {
      position: 1,
      title: '还没改好',
      image: await somePicture(request),
      href: '/agreement',
      weight: 1000,
      startsAt: '2020-01-01',
      endsAt: null,
    },
    token,
  );
  await open(page, '/admin/frontpage');
  await page.getByRole('button', { name: '修改「还没改好」' }).click();
  const dialog = page.getByRole('dialog', { name: '修改广告' });
  await dialog.getByLabel('标题').fill(title);
  await dialog.getByLabel('结束时间').fill('2019-12-31T08:00');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByRole('alert')).toContainText('结束时间应晚于开始时间');
  await dialog.getByLabel('结束时间').fill('');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();

  const visitor = await visit(browser);
  const told = visitor.waitForRequest((asked) =>
    new URL(asked.url()).searchParams.getAll('seen').includes(id),
  );
  await open(visitor, '/index');
  await told;
  const clicked = visitor.waitForRequest((asked) =>
    new URL(asked.url()).searchParams.getAll('clicked').includes(id),
  );
  await visitor.getByRole('link', { name: title }).click();
  await clicked;
  await expect(visitor).toHaveURL(/\/agreement$/);
  const counted = async () => (await advertsAt(request, token, '1')).find((advert) => advert.id === id);
  await expect.poll(counted).toMatchObject({ title, clicks: 1 });
  // Readers of other journeys see it, too.
  expect((await counted())?.impressions).toBeGreaterThanOrEqual(1);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText(/\d+\.\d\d%/);
  await row.getByRole('button', { name: `暂停「${title}」` }).click();
  await expect(row).toContainText('已暂停');
  await open(visitor, '/index');
  await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  await visitor.context().close();
  await desk(request, 'advert/delete', { id }, token);
});

test('a piece is pinned by its title, stands first in its column, and goes back', async ({
  page,
  browser,
  request,
}) => {
  const { records } = await askData<{ records: { id: string; title: string }[] }>(
    request,
    'GET /reception/article/getResearchArticleList',
    { columnId: '105', size: 10 },
  );
  const oldest = records.at(-1);
  if (!oldest) throw new Error('the column is empty');
  await open(page, '/admin/frontpage?tab=pins');
  await page.getByLabel('置顶的位置').fill('海外');
  await page.getByTitle('海外来信', { exact: true }).click();
  await page.getByLabel('搜一篇来置顶').fill(oldest.title.slice(0, 6));
  await page.getByTitle(`${oldest.title}（海外来信）`).click();
  await expect(page.getByRole('list', { name: '置顶的内容' })).toContainText(oldest.title);

  const visitor = await visit(browser);
  const first = visitor.getByRole('main').getByRole('article').first();
  await open(visitor, '/105');
  await expect(first).toContainText('置顶');
  await expect(first.getByRole('heading')).toHaveText(oldest.title);
  await expect(visitor.getByRole('main').getByRole('article')).toHaveCount(records.length);

  await page.getByRole('button', { name: `取消置顶《${oldest.title}》` }).click();
  await expect(page.getByText('这里没有置顶')).toBeVisible();
  await open(visitor, '/105');
  await expect(first.getByRole('heading')).not.toHaveText(oldest.title);
  await visitor.context().close();
});
