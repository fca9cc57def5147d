import type { APIRequestContext, Page } from '@playwright/test';
import { closeSuccessDialog } from './buying.ts';
import { fetchData, logIn } from './calls.ts';
import { postData } from './codes.ts';
import { expect, open } from './journey.ts';
import { addNewcomer, newcomerTest } from './newcomer.ts';
import { openOtherPage } from './other-page.ts';
import { pay } from './pay.ts';

// add-page.browser.test.tsx covers the validation and the look of the form.

/** Every journey has its own writer, because limits and income are per member. */
const test = newcomerTest('写内参的人');

const title = (page: Page) => page.getByRole('textbox', { name: '标题', exact: true });
const body = (page: Page) => page.getByRole('textbox', { name: '正文' });
const expectStatus = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });
const penName = () => `笔名${Date.now().toString(36)}`;

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
  allowed.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load/);
  const referenceTitle = `衡阙重工的排产表 ${Date.now().toString(36)}`;
  const listItem = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: referenceTitle }) });

  await test.step('the writer chooses a pen name; an editor that fails to load says so, and opens on retry', async () => {
    await page.route('**/assets/writer-*.js', (route) => route.abort());
    await open(page, '/personal/reference');
    await expect(page.getByRole('main')).toContainText('还没有发布过内参');
    await page.getByRole('link', { name: '写内参' }).click();
    await page.getByRole('textbox', { name: /笔名/ }).fill(penName());
    await page.getByRole('button', { name: '开始写' }).click();
    await expect(page.getByRole('alert')).toContainText('编辑器资源加载失败');
    await page.unroute('**/assets/writer-*.js');
    await page.getByRole('button', { name: '重试' }).click();
  });

  await test.step('a tool of the editor whose file does not arrive says so', async () => {
    await page.route(/\/assets\/marked[^/]*\.js/, (route) => route.abort());
    const tools = page.getByRole('toolbar', { name: '正文工具' });
    await tools.getByRole('button', { name: 'Markdown 导入和复制' }).click();
    await page.getByRole('textbox', { name: 'Markdown 文本' }).fill('# 潮起');
    await page.getByRole('button', { name: '插入到光标处' }).click();
    await expect(page.getByRole('alert')).toContainText('编辑器资源加载失败');
    await page.keyboard.press('Escape');
  });

  await test.step('what is written is saved', async () => {
    await title(page).fill(referenceTitle);
    await body(page).fill('衡阙重工（697118）的排产表比去年多了三成。');
    await page.getByLabel('权限', { exact: true }).selectOption({ label: '单篇付费' });
    await page.getByRole('textbox', { name: '价格（元）' }).fill('18.50');
    await expectStatus(page, /已保存 \d\d:\d\d/);
    await expect(page).toHaveURL(/\/personal\/reference\/add\?id=\d+$/);
  });

  await test.step('the connection is lost and the page closed, and the text is still there afterwards', async () => {
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
  });

  await test.step('it is submitted after the writer has declared whether they hold the security in its text', async () => {
    await page.getByRole('button', { name: '提交审核' }).click();
    const submitDialog = dialogNamed(page, '提交审核');
    await expect(submitDialog).toContainText('衡阙重工 697118');
    await submitDialog.getByRole('button', { name: '再改改' }).click();
    await submit(page);
    await expect(listItem).toContainText('审核中');
  });

  await test.step('a rejected one is corrected with the reason in view, and approved', async () => {
    await decide(request, referenceTitle, 'rejected', '请写明排产表的来源');
    await open(page, '/personal/reference?shelf=draft');
    await expect(listItem).toContainText('未通过');
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
  });

  await test.step('another member buys it, reads it at once, and finds it among their purchases', async () => {
    const address = (await listItem.getByRole('heading').getByRole('link').getAttribute('href')) ?? '';
    const { grant } = await addNewcomer(request, '买内参的人');
    const shop = await openOtherPage(browser, grant);
    await open(shop, address);
    await expect(shop.getByRole('main')).not.toContainText('只有买过的人知道的结论');
    await shop.getByRole('button', { name: '购买本篇' }).click();
    await pay(shop, shop.context());
    await closeSuccessDialog(shop, '永久可读');
    await expect(shop.getByRole('main')).toContainText('只有买过的人知道的结论');
    await open(shop, '/personal/purchase');
    await expect(shop.getByRole('main').locator(`a[href="${address}"]`).first()).toBeVisible();
    await shop.context().close();
  });

  await test.step('its writer sees the sale, the share and the monthly statement', async () => {
    await page.reload();
    await expect(listItem).toContainText(/售出\s*1/);
    await expect(listItem).toContainText('¥12.95');
    await page.getByRole('link', { name: '订单', exact: true }).click();
    const sold = page
      .getByRole('table', { name: '售出' })
      .getByRole('row')
      .filter({ hasText: referenceTitle });
    await expect(sold).toContainText('买**');
    await expect(sold).toContainText('¥18.50');
    await expect(page.getByRole('main')).toContainText(/结算中\s*¥12.95/);
    await page.getByRole('link', { name: '月结单' }).click();
    await expect(page.getByRole('table', { name: '月结单' })).toContainText('¥12.95');
  });
});
