import type { APIRequestContext, Page } from '@playwright/test';
import { finish } from './buying.ts';
import { askData, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible } from './checks.ts';
import { expect, open } from './journey.ts';
import { addNewcomer, newcomerTest } from './newcomer.ts';
import { pay } from './pay.ts';
import { baseURL } from './portal.ts';

// What the sheet checks and looks like is in add-page.browser.test.tsx.

/** Every writer is a person of their own: limits and income are a member's. */
const test = newcomerTest('写内参的人');

const title = (page: Page) => page.getByRole('textbox', { name: '标题', exact: true });
const body = (page: Page) => page.getByRole('textbox', { name: '正文' });
const saying = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
const penName = () => `笔名${Date.now().toString(36)}`;

// biome-ignore lint/suspicious/noExplicitAny: a journey reads whatever came.
async function post(request: APIRequestContext, path: string, data: object, token = ''): Promise<any> {
  const response = await request.post(`/api${path}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`);
  return answer;
}

/** A writer who has a name to write under. */
const nameWriter = (request: APIRequestContext, token: string | undefined) =>
  post(
    request,
    '/internalReference/profile',
    { name: penName(), bio: '', avatar: null, qualification: '', institution: '' },
    token,
  );

/** A draft on the server. */
const draft = async (request: APIRequestContext, token: string | undefined, named: string): Promise<string> =>
  (await post(request, '/internalReference/add', { title: named }, token)).id;

type Item = { id: string; title: string };

/** What a reviewer does at the desk with what is waiting under a title. */
async function decide(
  request: APIRequestContext,
  named: string,
  decision: 'approved' | 'rejected' | 'changes',
  note = '',
): Promise<void> {
  const { access_token: token } = await logIn(request, 'reviewer');
  const { records } = await askData<{ records: Item[] }>(
    request,
    'GET /admin/moderation/list',
    { kind: 'reference', size: 100 },
    token,
  );
  const id = records.find((item) => item.title === named)?.id;
  await post(request, '/admin/moderation/decide', { id, decision, note }, token);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交审核' }).click();
  const dialog = sheet(page, '提交审核');
  await dialog.getByRole('radio', { name: '不持有', exact: true }).check();
  await dialog.getByRole('button', { name: '提交审核' }).click();
  await expect(page).toHaveURL(/\/personal\/reference(\?shelf=draft)?$/);
}

test('a reference is written through a lost line, sent back, mended, approved and bought, and its writer sees the income', async ({
  page,
  request,
  browser,
  allowed,
}) => {
  test.setTimeout(120_000);
  allowed.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const named = `衡阙重工的排产表 ${Date.now().toString(36)}`;
  await open(page, '/personal/reference');
  await expect(page.getByRole('main')).toContainText('还没有发布过内参');
  await page.getByRole('link', { name: '写内参' }).click();

  // The first time a writer takes a name.
  await page.getByRole('textbox', { name: /笔名/ }).fill(penName());
  await page.getByRole('button', { name: '开始写' }).click();

  await title(page).fill(named);
  await body(page).fill('衡阙重工（697118）的排产表比去年多了三成。');
  await page.getByLabel('权限', { exact: true }).selectOption({ label: '单篇付费' });
  const price = page.getByRole('textbox', { name: '价格（元）' });
  await price.fill('18.50');
  await saying(page, /已保存 \d\d:\d\d/);
  await expect(page).toHaveURL(/\/personal\/reference\/add\?id=\d+$/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';

  // The line is lost, the page is closed, and what was written is there again.
  await page.route('**/api/internalReference/save', (route) => route.abort());
  await body(page).fill('衡阙重工（697118）的排产表比去年多了三成。断线时写的一句。');
  await saying(page, '离线，已存在本机');
  await page.reload();
  await expect(page.getByText('这台设备上有一份没有保存的内容')).toBeVisible();
  await expect(body(page)).not.toContainText('断线时写的');
  await page.unroute('**/api/internalReference/save');
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(body(page)).toContainText('断线时写的一句。');
  await saying(page, /已保存 \d\d:\d\d/);

  // What is locked is not in what others are shown.
  await page.getByRole('button', { name: '预览' }).click();
  const preview = sheet(page, '预览');
  await expect(preview.getByRole('article')).toContainText('购买后可读');
  await expect(preview.getByRole('article')).not.toContainText('断线时写的');
  await preview.getByRole('button', { name: '买过的人' }).click();
  await expect(preview.getByRole('article')).toContainText('断线时写的一句。');
  await preview.getByRole('button', { name: '关闭' }).click();

  // The server finds what names a security; its writer has to say whether they hold it.
  await page.getByRole('button', { name: '提交审核' }).click();
  const sending = sheet(page, '提交审核');
  await expect(sending).toContainText('衡阙重工 697118');
  await sending.getByRole('button', { name: '再改改' }).click();
  await submit(page);
  const piece = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: named }) });
  await expect(piece).toContainText('审核中');

  await decide(request, named, 'rejected', '请写明排产表的来源');
  await open(page, '/personal/reference?shelf=draft');
  await expect(piece).toContainText('未通过');
  await expect(piece).toContainText('请写明排产表的来源');
  await expect(page.getByRole('link', { name: /我的内参.*待处理/ })).toBeVisible();
  await piece.getByRole('link', { name: /去修改/ }).click();
  await expect(page.getByText('没有通过审核：请写明排产表的来源')).toBeVisible();
  await body(page).fill(
    '排产表来自公司公告。衡阙重工（697118）的排产表比去年多了三成。只有买过的人知道的结论。',
  );
  await submit(page);
  await decide(request, named, 'approved');
  await open(page, '/personal/reference');
  await expect(piece).toContainText('已发布');

  const buyer = await addNewcomer(request, '买内参的人');
  const theirs = await browser.newContext({
    baseURL,
    storageState: {
      cookies: [],
      origins: [{ origin: baseURL, localStorage: storedSession(buyer.grant) }],
    },
  });
  const shop = await theirs.newPage();
  await open(shop, (await piece.getByRole('heading').getByRole('link').getAttribute('href')) ?? '');
  await expect(shop.getByRole('main')).not.toContainText('只有买过的人知道的结论');
  await shop.getByRole('button', { name: '购买本篇' }).click();
  await pay(shop, theirs);
  await finish(shop, '永久可读');
  await expect(shop.getByRole('main')).toContainText('只有买过的人知道的结论');
  await theirs.close();

  await open(page, '/personal/reference');
  await expect(piece).toContainText(/售出\s*1/);
  await expect(piece).toContainText('¥12.95');
  await page.getByRole('link', { name: '订单', exact: true }).click();
  const sold = page.getByRole('table', { name: '售出' }).getByRole('row').filter({ hasText: named });
  await expect(sold).toContainText('买**');
  await expect(sold).toContainText('¥18.50');
  await expect(sold).toContainText('¥12.95');
  await expect(page.getByRole('main')).toContainText(/结算中\s*¥12.95/);
  await page.getByRole('link', { name: '月结单' }).click();
  await expect(page.getByRole('table', { name: '月结单' })).toContainText('¥12.95');
  expect(id).not.toBe('');
});

test('two tabs of one draft: the second is told, sees the other text, and nothing is lost', async ({
  page,
  context,
  request,
  token,
  allowed,
}) => {
  allowed.expect(/status of 409/);
  await nameWriter(request, token);
  const id = await draft(request, token, '两个标签页');
  await open(page, `/personal/reference/add?id=${id}`);
  const other = await context.newPage();
  await open(other, `/personal/reference/add?id=${id}`);
  await body(other).fill('另一页写的。');
  await saying(other, /已保存 \d\d:\d\d/);
  await other.close();
  await body(page).fill('这一页写的。');
  const conflict = sheet(page, '这篇内参刚在别处保存过');
  await expect(conflict.getByRole('article', { name: '别处的版本' })).toContainText('另一页写的。');
  await conflict.getByRole('button', { name: '保留这里的' }).click();
  await saying(page, /已保存 \d\d:\d\d/);
  const { content } = await askData<{ content: { html: string } }>(
    request,
    'GET /internalReference/detail',
    { id },
    token,
  );
  expect(content.html).toContain('这一页写的。');
});

test('an editor that does not arrive says so, and opens when it is asked again', async ({
  page,
  request,
  token,
  allowed,
}) => {
  allowed.expect(/ERR_FAILED|Failed to load/);
  await nameWriter(request, token);
  await page.route('**/assets/writer-*.js', (route) => route.abort());
  await open(page, '/personal/reference/add');
  await expect(page.getByRole('alert')).toContainText('编辑器资源加载失败');
  await expectAccessible(page);
  await page.unroute('**/assets/writer-*.js');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(title(page)).toBeVisible();
});
