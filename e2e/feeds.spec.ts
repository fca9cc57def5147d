import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, open, test } from './journey.ts';
import { openOtherPage } from './other-page.ts';

let server: Server;
let origin: string;
/** Every run has its own items, because known items are not imported again. */
const mark = Date.now().toString(36);

const entry = (name: string, text: string) =>
  `<item><title>${name}</title><guid isPermaLink="false">${name}</guid><link>https://source.example/${mark}</link><description><![CDATA[<p>${text}<script>window.stolen = 1</script></p>]]></description></item>`;

test.beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/rss+xml');
    response.end(
      `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>源</title>${entry(`铜价来稿 ${mark}`, `库存连降五周 ${mark}。`)}${entry(`不要的来稿 ${mark}`, `广告 ${mark}。`)}</channel></rss>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.use({ reader: 'editor' });

test('an editor subscribes to a source, accepts one item and skips another, and a visitor reads the accepted one', async ({
  page,
  browser,
}) => {
  await open(page, '/admin/feeds?tab=sources');
  await page.getByRole('button', { name: '添加订阅源' }).click();
  const dialog = page.getByRole('dialog', { name: '添加订阅源' });
  await dialog.getByLabel(/名称/).fill(`本地源 ${mark}`);
  await dialog.getByLabel(/RSS 或 Atom 地址/).fill(`${origin}/${mark}.xml`);
  // A column that is open to everyone, so that a visitor can read it.
  await dialog.getByLabel('采用后放进的栏目').click();
  await page.locator('.ant-select-item-option').getByText('公司解剖', { exact: true }).click();
  await dialog.getByRole('button', { name: '保存并抓取' }).click();
  await expect(page.getByText('已保存，有 2 条新来稿')).toBeVisible();

  await page.getByRole('tab', { name: '来稿' }).click();
  await page.getByRole('button', { name: `铜价来稿 ${mark}` }).click();
  const item = page.getByRole('dialog', { name: '来稿' });
  await expect(item.getByText(`库存连降五周 ${mark}。`)).toBeVisible();
  await item.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByText('已发布', { exact: true })).toBeVisible();
  await page.getByLabel(`选择《不要的来稿 ${mark}》`).check();
  await page.getByRole('button', { name: '批量忽略' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已忽略 1 条' })).toBeVisible();
  await expect(page.getByText(`不要的来稿 ${mark}`)).toHaveCount(0);

  await page.getByRole('tab', { name: '已采用' }).click();
  const taken = page.getByRole('row').filter({ hasText: `铜价来稿 ${mark}` });
  const href = await taken.getByRole('link', { name: '打开' }).getAttribute('href');
  const visitor = await openOtherPage(browser);
  await open(visitor, `/mobileDetail?id=${href?.split('/').at(-1)}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`铜价来稿 ${mark}`);
  const credit = visitor
    .getByRole('paragraph')
    .filter({ hasText: `来源：本地源 ${mark}` })
    .getByRole('link');
  await expect(credit).toHaveAttribute('href', `https://source.example/${mark}`);
  expect(await visitor.evaluate(() => 'stolen' in window)).toBe(false);
  const feed = await (await visitor.request.get('/feed.xml')).text();
  expect(feed).toContain(`<title>铜价来稿 ${mark}</title>`);
  await visitor.context().close();
});
