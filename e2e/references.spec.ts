import type { APIRequestContext, Page } from '@playwright/test';
import { closeSuccessDialog } from './buying.ts';
import { fetchData, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible } from './checks.ts';
import { expect, open } from './journey.ts';
import { addNewcomer, newcomerTest } from './newcomer.ts';
import { pay } from './pay.ts';
import { baseURL } from './portal.ts';

// add-page.browser.test.tsx covers the validation and the look of the form.

/** Every journey has its own writer, because limits and income are per member. */
const test = newcomerTest('写内参的人');

const title = (page: Page) => page.getByRole('textbox', { name: '标题', exact: true });
const body = (page: Page) => page.getByRole('textbox', { name: '正文' });
const expectStatus = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });
const penName = () => `笔名${Date.now().toString(36)}`;

// biome-ignore lint/suspicious/noExplicitAny: a journey reads whatever came.
async function postData(request: APIRequestContext, path: string, data: object, token = ''): Promise<any> {
  const response = await request.post(`/api${path}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`);
  return answer;
}

const setPenName = (request: APIRequestContext, token: string | undefined) =>
  postData(
    request,
    '/internalReference/profile',
    { name: penName(), bio: '', avatar: null, qualification: '', institution: '' },
    token,
  );

const draft = async (
  request: APIRequestContext,
  token: string | undefined,
  referenceTitle: string,
): Promise<string> =>
  (await postData(request, '/internalReference/add', { title: referenceTitle }, token)).id;

type Item = { id: string; title: string };

/** Decides, as a reviewer, on the pending reference with this title. */
async function decide(
  request: APIRequestContext,
  referenceTitle: string,
  decision: 'approved' | 'rejected' | 'changes',
  note = '',
): Promise<void> {
  const { access_token: token } = await logIn(request, 'reviewer');
  const { records } = await fetchData<{ records: Item[] }>(
    request,
    'GET /admin/moderation/list',
    { kind: 'reference', size: 100 },
    token,
  );
  const id = records.find((item) => item.title === referenceTitle)?.id;
  await postData(request, '/admin/moderation/decide', { id, decision, note }, token);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '提交审核' }).click();
  const dialog = dialogNamed(page, '提交审核');
  await dialog.getByRole('radio', { name: '不持有', exact: true }).check();
  await dialog.getByRole('button', { name: '提交审核' }).click();
  await expect(page).toHaveURL(/\/personal\/reference(\?shelf=draft)?$/);
}

test('a reference is written over a lost connection, returned, corrected, approved and bought, and its writer sees the income', async ({
  page,
  request,
  browser,
  allowed,
}) => {
  test.setTimeout(120_000);
  allowed.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const referenceTitle = `衡阙重工的排产表 ${Date.now().toString(36)}`;
  await open(page, '/personal/reference');
  await expect(page.getByRole('main')).toContainText('还没有发布过内参');
  await page.getByRole('link', { name: '写内参' }).click();

  // A writer chooses a pen name the first time.
  await page.getByRole('textbox', { name: /笔名/ }).fill(penName());
  await page.getByRole('button', { name: '开始写' }).click();

  await title(page).fill(referenceTitle);
  await body(page).fill('衡阙重工（697118）的排产表比去年多了三成。');
  await page.getByLabel('权限', { exact: true }).selectOption({ label: '单篇付费' });
  const price = page.getByRole('textbox', { name: '价格（元）' });
  await price.fill('18.50');
  await expectStatus(page, /已保存 \d\d:\d\d/);
  await expect(page).toHaveURL(/\/personal\/reference\/add\?id=\d+$/);
  const id = new URL(page.url()).searchParams.get('id') ?? '';

  // The connection is lost and the page closed, and the text is still there afterwards.
  await page.route('**/api/internalReference/save', (route) => route.abort());
  await body(page).fill('衡阙重工（697118）的排产表比去年多了三成。断线时写的一句。');
  await expectStatus(page, '离线，已存在本机');
  await page.reload();
  await expect(page.getByText('这台设备上有一份没有保存的内容')).toBeVisible();
  await expect(body(page)).not.toContainText('断线时写的');
  await page.unroute('**/api/internalReference/save');
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(body(page)).toContainText('断线时写的一句。');
  await expectStatus(page, /已保存 \d\d:\d\d/);

  // The preview shows others without the locked part.
  await page.getByRole('button', { name: '预览' }).click();
  const preview = dialogNamed(page, '预览');
  await expect(preview.getByRole('article')).toContainText('购买后可读');
  await expect(preview.getByRole('article')).not.toContainText('断线时写的');
  await preview.getByRole('button', { name: '买过的人' }).click();
  await expect(preview.getByRole('article')).toContainText('断线时写的一句。');
  await preview.getByRole('button', { name: '关闭' }).click();

  // The server detects securities in the text; the writer has to declare whether they hold them.
  await page.getByRole('button', { name: '提交审核' }).click();
  const submitDialog = dialogNamed(page, '提交审核');
  await expect(submitDialog).toContainText('衡阙重工 697118');
  await submitDialog.getByRole('button', { name: '再改改' }).click();
  await submit(page);
  const listItem = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: referenceTitle }) });
  await expect(listItem).toContainText('审核中');

  await decide(request, referenceTitle, 'rejected', '请写明排产表的来源');
  await open(page, '/personal/reference?shelf=draft');
  await expect(listItem).toContainText('未通过');
  await expect(listItem).toContainText('请写明排产表的来源');
  await expect(page.getByRole('link', { name: /我的内参.*待处理/ })).toBeVisible();
  await listItem.getByRole('link', { name: /去修改/ }).click();
  await expect(page.getByText('没有通过审核：请写明排产表的来源')).toBeVisible();
  await body(page).fill(
    '排产表来自公司公告。衡阙重工（697118）的排产表比去年多了三成。只有买过的人知道的结论。',
  );
  await submit(page);
  await decide(request, referenceTitle, 'approved');
  await open(page, '/personal/reference');
  await expect(listItem).toContainText('已发布');

  const buyer = await addNewcomer(request, '买内参的人');
  const buyerContext = await browser.newContext({
    baseURL,
    storageState: {
      cookies: [],
      origins: [{ origin: baseURL, localStorage: storedSession(buyer.grant) }],
    },
  });
  const shop = await buyerContext.newPage();
  await open(shop, (await listItem.getByRole('heading').getByRole('link').getAttribute('href')) ?? '');
  await expect(shop.getByRole('main')).not.toContainText('只有买过的人知道的结论');
  await shop.getByRole('button', { name: '购买本篇' }).click();
  await pay(shop, buyerContext);
  await closeSuccessDialog(shop, '永久可读');
  await expect(shop.getByRole('main')).toContainText('只有买过的人知道的结论');
  await buyerContext.close();

  await open(page, '/personal/reference');
  await expect(listItem).toContainText(/售出\s*1/);
  await expect(listItem).toContainText('¥12.95');
  await page.getByRole('link', { name: '订单', exact: true }).click();
  const sold = page.getByRole('table', { name: '售出' }).getByRole('row').filter({ hasText: referenceTitle });
  await expect(sold).toContainText('买**');
  await expect(sold).toContainText('¥18.50');
  await expect(sold).toContainText('¥12.95');
  await expect(page.getByRole('main')).toContainText(/结算中\s*¥12.95/);
  await page.getByRole('link', { name: '月结单' }).click();
  await expect(page.getByRole('table', { name: '月结单' })).toContainText('¥12.95');
  expect(id).not.toBe('');
});

test('two tabs with one draft: the second is warned, sees the other text, and nothing is lost', async ({
  page,
  context,
  request,
  token,
  allowed,
}) => {
  allowed.expect(/status of 409/);
  await setPenName(request, token);
  const id = await draft(request, token, '两个标签页');
  await open(page, `/personal/reference/add?id=${id}`);
  const other = await context.newPage();
  await open(other, `/personal/reference/add?id=${id}`);
  await body(other).fill('另一页写的。');
  await expectStatus(other, /已保存 \d\d:\d\d/);
  await other.close();
  await body(page).fill('这一页写的。');
  const conflict = dialogNamed(page, '这篇内参刚在别处保存过');
  await expect(conflict.getByRole('article', { name: '别处的版本' })).toContainText('另一页写的。');
  await conflict.getByRole('button', { name: '保留这里的' }).click();
  await expectStatus(page, /已保存 \d\d:\d\d/);
  const { content } = await fetchData<{ content: { html: string } }>(
    request,
    'GET /internalReference/detail',
    { id },
    token,
  );
  expect(content.html).toContain('这一页写的。');
});

test('an editor that fails to load says so, and opens on retry', async ({
  page,
  request,
  token,
  allowed,
}) => {
  allowed.expect(/ERR_FAILED|Failed to load/);
  await setPenName(request, token);
  await page.route('**/assets/writer-*.js', (route) => route.abort());
  await open(page, '/personal/reference/add');
  await expect(page.getByRole('alert')).toContainText('编辑器资源加载失败');
  await expectAccessible(page);
  await page.unroute('**/assets/writer-*.js');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(title(page)).toBeVisible();
});

test('a tool of the editor whose file does not arrive says so', async ({ page, request, token, allowed }) => {
  allowed.expect(/ERR_FAILED|Failed to load/);
  await setPenName(request, token);
  await page.route(/\/assets\/(marked|formula)[^/]*\.js/, (route) => route.abort());
  await open(page, '/personal/reference/add');
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: '正文工具' }).getByRole('button', { name });
  await tool('Markdown 导入和复制').click();
  await page.getByRole('textbox', { name: 'Markdown 文本' }).fill('# 潮起');
  await page.getByRole('button', { name: '插入到光标处' }).click();
  await expect(page.getByRole('alert')).toContainText('编辑器资源加载失败');
  await page.keyboard.press('Escape');
  await tool('公式').click();
  await page.getByRole('textbox', { name: 'LaTeX' }).fill('x^2');
  await expect(page.getByRole('status', { name: '公式预览' })).toContainText('编辑器资源加载失败');
});
