import type { Page } from '@playwright/test';
import { callAdminPost, createDraft } from './admin-calls.ts';
import { fetchCall, logIn, storedSession } from './calls.ts';
import { expectAccessible, expectWellMade } from './checks.ts';
import { expect, open, openScreen, test } from './journey.ts';
import { accounts, baseURL } from './portal.ts';

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
<!--StartFragment--><p class=MsoNormal style='text-indent:21pt'><span style='font-family:宋体'>从文档粘贴的一段<o:p></o:p></span></p><!--EndFragment--></body></html>`;

const bodyOf = (page: Page) => page.getByRole('textbox', { name: '正文' });
// The back office has other status messages besides the saving state.
const expectStatus = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
const fetchPost = (request: Parameters<typeof fetchCall>[0], id: string) =>
  fetchCall(request, 'POST /reception/article/selectArticle', { id });

test('an editor logs in, writes, pastes, publishes from the keyboard, and a visitor reads it', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  await page.goto('/admin/posts');
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin%2Fposts/);
  await page.getByRole('textbox', { name: '手机号' }).fill(accounts.admin.mobile);
  await page.getByLabel('密码', { exact: true }).fill(accounts.admin.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '文章' })).toBeVisible();

  await page.getByRole('button', { name: '写新稿' }).click();
  await page.getByRole('button', { name: '开始写' }).click();
  await expect(page.getByRole('textbox', { name: '标题', exact: true })).toBeFocused();
  await page.keyboard.type('铜价为什么又涨了');
  await page.keyboard.press('Enter');
  await page.keyboard.type('第一段是手写的。');
  await page.keyboard.press('Enter');
  await bodyOf(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, word);
  await page.getByLabel('可见范围').click();
  await page.getByTitle('公开', { exact: true }).click();
  await expectStatus(page, /已保存 \d\d:\d\d/);

  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: '发布' });
  await expect(dialog.getByRole('button', { name: '现在发布' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('已发布', { exact: true })).toBeVisible();

  const id = page.url().split('/').at(-1) ?? '';
  const visitor = await browser.newPage({ baseURL });
  await open(visitor, `/mobileDetail?id=${id}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('铜价为什么又涨了');
  for (const paragraph of ['第一段是手写的。', '从文档粘贴的一段'])
    await expect(visitor.locator('p', { hasText: paragraph })).toHaveText(paragraph);
  await visitor.close();
});

test('the back office is separate: its document is not cached, and readers download none of its files', async ({
  page,
  request,
}) => {
  const headers = (await request.get('/admin/posts')).headers();
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  const files: string[] = [];
  page.on('request', (pageRequest) => files.push(new URL(pageRequest.url()).pathname));
  await open(page, '/index');
  expect(files.filter((path) => path.startsWith('/admin'))).toEqual([]);
  // Nor files of the editor that the back office shares with members who write.
  expect(files.filter((path) => path.includes('tiptap'))).toEqual([]);
});

test.describe('in the back office', () => {
  test.use({ reader: 'editor' });

  test('a post is scheduled, and hidden from readers until its time', async ({ page, request, token }) => {
    const id = await createDraft(request, token, { title: '明早见', html: '<p>明天的事。</p>' });
    await open(page, `/admin/posts/${id}`);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布' });
    await dialog.getByText('定时', { exact: true }).click();
    await dialog.getByLabel(/发布时间/).fill('2099-01-01T08:00');
    await dialog.getByRole('button', { name: '定时发布' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: '取消定时' })).toBeVisible();
    expect(JSON.parse(await fetchPost(request, id)).code).toBe(404);
    await open(page, '/admin/posts?state=scheduled');
    await expect(page.getByRole('row').filter({ hasText: '明早见' })).toContainText('01-01 08:00');
  });

  test("a scheduled post appears on readers' pages when its time has come", async ({
    browser,
    request,
    token,
  }) => {
    const title = '到点自己出来';
    const id = await createDraft(request, token, { title, html: '<p>到点了。</p>' });
    const { data } = await callAdminPost(request, 'GET detail', { id }, token);
    const at = new Date(Date.now() + 6000).toISOString();
    const scheduled = await callAdminPost(request, 'POST publish', { id, base: data.version, at }, token);
    expect(scheduled.code).toBe(200);
    expect(JSON.parse(await fetchPost(request, id)).code).toBe(404);
    const visitor = await browser.newPage({ baseURL });
    await expect(async () => {
      await open(visitor, `/mobileDetail?id=${id}`);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await visitor.close();
  });

  test('an old version is compared and restored, and readers see it once it is published', async ({
    page,
    request,
    token,
  }) => {
    const id = await createDraft(request, token, { title: '三版', html: '<p>铜价上涨了。</p>' });
    await open(page, `/admin/posts/${id}`);
    await bodyOf(page).fill('铜价下跌了。');
    await page.keyboard.press('Control+s');
    await expectStatus(page, /已保存 \d\d:\d\d/);
    await page.getByRole('button', { name: '版本', exact: true }).click();
    await page.getByRole('button', { name: /^第 2 版/ }).click();
    await expect(page.locator('del')).toHaveText('上涨');
    await expect(page.locator('ins')).toHaveText('下跌');
    await page.getByRole('button', { name: '恢复这一版' }).click();
    await page.getByRole('button', { name: '恢复', exact: true }).click();
    await expect(bodyOf(page)).toHaveText('铜价上涨了。');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '现在发布' }).click();
    await expect(page.getByText('已发布', { exact: true })).toBeVisible();
    expect(JSON.parse(await fetchPost(request, id)).data.body).toContain('上涨');
  });

  test('of two people who edit one post, the second sees who saved first, and nothing is lost', async ({
    page,
    request,
    token,
    browser,
    allowed,
  }) => {
    allowed.expect(/status of 409/);
    const id = await createDraft(request, token, { title: '两个人', html: '<p>原来的。</p>' });
    await open(page, `/admin/posts/${id}`);
    const chief = await logIn(request, 'admin');
    const context = await browser.newContext({
      baseURL,
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedSession(chief) }] },
    });
    const other = await context.newPage();
    await open(other, `/admin/posts/${id}`);
    await expect(other.getByText(`${accounts.editor.name}正在编辑这篇稿件`)).toBeVisible();
    await bodyOf(other).fill('主编改的。');
    await other.keyboard.press('Control+s');
    await expectStatus(other, /已保存 \d\d:\d\d/);
    await context.close();

    await bodyOf(page).fill('编辑改的。');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: '这篇稿件刚被别人保存过' });
    await expect(dialog).toContainText(accounts.admin.name);
    await dialog.getByRole('button', { name: '对照不同' }).click();
    await expect(dialog.locator('del').first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: '保留我的' }).click();
    await expect(dialog).toBeHidden();
    await expectStatus(page, /已保存 \d\d:\d\d/);
    const { data: versions } = await callAdminPost(request, 'GET versions', { id }, token);
    expect(versions.map(({ savedBy }: { savedBy: string }) => savedBy).slice(0, 2)).toEqual([
      accounts.editor.name,
      accounts.admin.name,
    ]);
    const { data } = await callAdminPost(request, 'GET detail', { id }, token);
    expect(data.content.html).toContain('编辑改的。');
  });

  test('changes that could not be saved are stored in the browser and offered again', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/net::ERR_FAILED/);
    const id = await createDraft(request, token, { title: '断线', html: '<p>线上的。</p>' });
    await open(page, `/admin/posts/${id}`);
    await page.route('**/api/admin/post/save', (route) => route.abort());
    await bodyOf(page).fill('断线时写的。');
    await page.keyboard.press('Control+s');
    await expectStatus(page, '离线，已存在本机');
    await page.reload();
    await expect(page.getByText('这台电脑上有一份没有保存的内容')).toBeVisible();
    await page.unroute('**/api/admin/post/save');
    await page.getByRole('button', { name: '恢复', exact: true }).click();
    await expect(bodyOf(page)).toHaveText('断线时写的。');
    await expectStatus(page, /已保存 \d\d:\d\d/);
    const { data } = await callAdminPost(request, 'GET detail', { id }, token);
    expect(data.content.html).toBe('<p>断线时写的。</p>');
  });

  test('several posts are deleted at once, and those that cannot be deleted are reported', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/status of 409/);
    const ids = [];
    for (const title of ['批量甲', '批量乙'])
      ids.push(await createDraft(request, token, { title, html: '<p>一段正文。</p>' }));
    await callAdminPost(request, 'POST publish', { id: ids[1], base: 2 }, token);
    await open(page, '/admin/posts');
    for (const title of ['批量甲', '批量乙']) await page.getByLabel(`选择《${title}》`).check();
    await page.getByRole('button', { name: '批量删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    const report = page.getByRole('status').filter({ hasText: '1 篇成功，1 篇没有成功' });
    await expect(report).toContainText('《批量乙》：这篇已经发布，请先撤回再删除');
    const deleted = await callAdminPost(request, 'GET detail', { id: ids[0] ?? '' }, token);
    expect(deleted.data.deletedAt).not.toBeNull();
  });

  test('a flash is published by keyboard alone', async ({ page }) => {
    await open(page, '/admin/flashes');
    await expect(page.getByLabel('标题')).toBeFocused();
    await page.keyboard.type('央行开展逆回购');
    await page.keyboard.press('Tab');
    await page.keyboard.type('央行今日开展 3000 亿元逆回购。');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('row').nth(1)).toContainText('央行开展逆回购');
    await expect(page.getByLabel('标题')).toBeFocused();
    await expect(page.getByLabel('标题')).toHaveValue('');
  });
});

test.describe('a reviewer', () => {
  test.use({ reader: 'reviewer' });

  test('sees no button to publish, and is refused by shortcut and by call', async ({
    page,
    request,
    token,
    allowed,
  }) => {
    allowed.expect(/status of 403/);
    const editor = await logIn(request, 'editor');
    const id = await createDraft(request, editor.access_token, { title: '待审', html: '<p>一段。</p>' });
    await open(page, `/admin/posts/${id}`);
    await expect(page.getByText('没有修改它的权限')).toBeVisible();
    await expect(page.getByRole('button', { name: '预览' })).toBeVisible();
    await expect(page.getByRole('button', { name: /发布|保存/ })).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('权限不足！')).toBeVisible();
    expect(await callAdminPost(request, 'POST publish', { id, base: 2 }, token)).toMatchObject({ code: 403 });
    await open(page, '/admin/flashes');
    await expect(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
    await expect(page.getByRole('link', { name: '快讯台' })).toHaveCount(0);
  });
});

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('is refused entry with an explanation', async ({ page }) => {
    await open(page, '/admin');
    await expect(page.getByRole('heading', { name: '这个账号不能进入后台' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('text without a line break', () => {
  test.use({ reader: 'admin' });

  test("does not widen a reader's page beyond the screen of a phone", async ({ page, request, token }) => {
    const wide = `\\begin{matrix}${'x&'.repeat(200)}x\\end{matrix}`;
    const html =
      `<p>前<span class="math" data-tex="${'x+'.repeat(400)}x"></span>后</p><ul><li><span class="math" data-tex="${'y+'.repeat(200)}y"></span></li></ul>` +
      `<div class="math" data-tex="${wide.replaceAll('&', '&amp;')}"></div><p>${'\u0e47'.repeat(400)}</p><p>${'W'.repeat(2000)}</p>`;
    const id = await createDraft(request, token, { title: `${'长'.repeat(60)}${'\u0e47'.repeat(60)}`, html });
    const { data } = await callAdminPost(request, 'GET detail', { id }, token);
    await callAdminPost(request, 'POST publish', { id, base: data.version }, token);
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, `/rined/detail?id=${id}`);
    await expect(page.getByText('W'.repeat(2000))).toBeVisible();
    const widest = () =>
      page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
    expect(await widest()).toBe(360);
    const formula = page.locator('p').filter({ has: page.locator('span.math') });
    expect(await formula.evaluate((line) => line.scrollWidth)).toBeGreaterThan(360);
    await callAdminPost(request, 'POST withdraw', { id }, token);
  });
});

test.describe('a post with long words', () => {
  test.use({ reader: 'admin' });

  test('leaves the list and the editor accessible and as wide as the screen, light and dark, large and small', async ({
    page,
    request,
    token,
  }) => {
    const id = await createDraft(request, token, {
      title: '很长的标题'.repeat(20),
      html: `<h2>小标题</h2><p>${'没有空格的一长串'.repeat(30)}</p><!--paywall--><table><tbody><tr><th>甲</th><td>${'1'.repeat(60)}</td></tr></tbody></table>`,
    });
    for (const address of ['/admin/posts', `/admin/posts/${id}`]) {
      await openScreen(page, address);
      await expect(page.locator('h1')).toHaveCount(1);
      await expectWellMade(page);
    }
  });
});
