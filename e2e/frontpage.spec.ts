import type { APIRequestContext } from '@playwright/test';
import { fetchData, headersOf } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { openOtherPage } from './other-page.ts';

test.use({ reader: 'editor' });

type Listed = { id: string; title: string; impressions: number; clicks: number };

async function callAdmin(request: APIRequestContext, call: string, data: object, token: string | undefined) {
  const response = await request.post(`/api/admin/${call}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return answer;
}

/** Returns the picture of the first carousel advert, because pages show only pictures of this site. */
async function findPicture(request: APIRequestContext): Promise<string> {
  const [advert] = await fetchData<{ image: string }[]>(request, 'POST /reception/getAdList', {
    adPosid: '1',
  });
  return advert?.image ?? '';
}

test('an advert is changed, seen and clicked by a reader, counted, and paused', async ({
  page,
  browser,
  request,
  token,
}) => {
  const title = '只为这一程投放的广告';
  const advert = {
    position: 1,
    title: '还没改好',
    image: await findPicture(request),
    href: '/agreement',
    weight: 1000,
    startsAt: '2020-01-01',
    endsAt: null,
  };
  const { id } = await callAdmin(request, 'advert/create', advert, token);
  await open(page, '/admin/frontpage');
  await page.getByRole('button', { name: '还没改好', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '修改广告' });
  await dialog.getByLabel('标题').fill(title);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();

  const visitor = await openOtherPage(browser);
  await test.step('a reader sees it and follows it, and both are counted', async () => {
    const impressionRequest = visitor.waitForRequest((pageRequest) =>
      new URL(pageRequest.url()).searchParams.getAll('seen').includes(id),
    );
    await open(visitor, '/index');
    await impressionRequest;
    const clickRequest = visitor.waitForRequest((pageRequest) =>
      new URL(pageRequest.url()).searchParams.getAll('clicked').includes(id),
    );
    await visitor.getByRole('link', { name: title }).click();
    await clickRequest;
    await expect(visitor).toHaveURL(/\/agreement$/);
    const findAdvert = async () => {
      const query = { position: '1', size: 100 };
      const list = await fetchData<{ records: Listed[] }>(request, 'GET /admin/advert/list', query, token);
      return list.records.find((listed) => listed.id === id);
    };
    await expect.poll(findAdvert).toMatchObject({ title, clicks: 1 });
    // Readers of other journeys see the advert, too.
    expect((await findAdvert())?.impressions).toBeGreaterThanOrEqual(1);
  });

  await test.step('the next page is without it once it is paused', async () => {
    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByRole('button', { name: `暂停“${title}”` }).click();
    await expect(row).toContainText('已暂停');
    await open(visitor, '/index');
    await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  });
  await visitor.context().close();
  await callAdmin(request, 'advert/delete', { id }, token);
});

test('a post is pinned by its title, comes first in its column, and returns to its place', async ({
  page,
  browser,
  request,
}) => {
  const query = { columnId: '105', size: 10 };
  const list = 'GET /reception/article/getResearchArticleList';
  const { records } = await fetchData<{ records: Listed[] }>(request, list, query);
  const oldest = records.at(-1);
  if (!oldest) throw new Error('the column is empty');
  await open(page, '/admin/frontpage?tab=pins');
  await page.getByLabel('置顶的位置').fill('海外');
  await page.getByTitle('海外来信', { exact: true }).click();
  await page.getByLabel('搜一篇来置顶').fill(oldest.title.slice(0, 6));
  await page.getByTitle(`${oldest.title}（海外来信）`).click();
  await expect(page.getByRole('list', { name: '置顶的内容' })).toContainText(oldest.title);

  const visitor = await openOtherPage(browser);
  const articles = visitor.getByRole('main').getByRole('article');
  await open(visitor, '/105');
  await expect(articles.first()).toContainText('置顶');
  await expect(articles.first().getByRole('heading')).toHaveText(oldest.title);
  await expect(articles).toHaveCount(records.length);

  await page.getByRole('button', { name: `取消置顶《${oldest.title}》` }).click();
  await expect(page.getByText('这里没有置顶')).toBeVisible();
  await open(visitor, '/105');
  await expect(articles.first().getByRole('heading')).not.toHaveText(oldest.title);
  await visitor.context().close();
});
