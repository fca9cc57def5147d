import type { Page } from '@playwright/test';
import { callAdminPost, createDraft } from './admin-calls.ts';
import { logIn } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { openOtherPage } from './other-page.ts';
import { accounts } from './portal.ts';

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
<!--StartFragment--><p class=MsoNormal style='text-indent:21pt'><span style='font-family:宋体'>从文档粘贴的一段<o:p></o:p></span></p><!--EndFragment--></body></html>`;

const bodyOf = (page: Page) => page.getByRole('textbox', { name: '正文' });
// The back office has other status messages besides the saving state.
const expectStatus = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();

test('an editor logs in, writes, pastes and publishes from the keyboard, and a visitor reads it', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  await test.step('the document of the back office is not cached, and runs only our own scripts', async () => {
    const headers = (await page.goto('/admin/posts'))?.headers() ?? {};
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  });

  await test.step('the log-in leads back to the screen', async () => {
    await expect(page).toHaveURL(/\/login\?returnTo=%2Fadmin%2Fposts/);
    await page.getByRole('textbox', { name: '手机号' }).fill(accounts.admin.mobile);
    await page.getByLabel('密码', { exact: true }).fill(accounts.admin.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '文章' })).toBeVisible();
  });

  const id = await test.step('a text that is typed and pasted from Word is saved and published', async () => {
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
    return page.url().split('/').at(-1) ?? '';
  });

  await test.step('a visitor reads it, and downloads no file of the back office or of its editor', async () => {
    const visitor = await openOtherPage(browser);
    const files: string[] = [];
    visitor.on('request', (request) => files.push(new URL(request.url()).pathname));
    await open(visitor, `/mobileDetail?id=${id}`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('铜价为什么又涨了');
    for (const paragraph of ['第一段是手写的。', '从文档粘贴的一段'])
      await expect(visitor.locator('p', { hasText: paragraph })).toHaveText(paragraph);
    expect(files.some((path) => path.endsWith('.js'))).toBe(true);
    expect(files.filter((path) => path.startsWith('/admin') || path.includes('tiptap'))).toEqual([]);
    await visitor.context().close();
  });
});

test.describe('an editor', () => {
  test.use({ reader: 'editor' });

  test('loses no text: neither to a colleague who saves first nor to a lost connection', async ({
    page,
    request,
    token,
    browser,
    allowed,
  }) => {
    allowed.expect(/status of 409|net::ERR_FAILED/);
    const id = await createDraft(request, token, { title: '两个人', html: '<p>原来的。</p>' });
    const savedHtml = async (): Promise<string> =>
      (await callAdminPost(request, 'GET detail', { id }, token)).data.content.html;
    await open(page, `/admin/posts/${id}`);

    await test.step('a colleague sees who is writing, and saves first', async () => {
      const other = await openOtherPage(browser, await logIn(request, 'admin'));
      await open(other, `/admin/posts/${id}`);
      await expect(other.getByText(`${accounts.editor.name}正在编辑这篇稿件`)).toBeVisible();
      await bodyOf(other).fill('主编改的。');
      await other.keyboard.press('Control+s');
      await expectStatus(other, /已保存 \d\d:\d\d/);
      await other.context().close();
    });

    await test.step('the editor is shown who saved, and continues with their own text', async () => {
      await bodyOf(page).fill('编辑改的。');
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: '这篇稿件刚被别人保存过' });
      await expect(dialog).toContainText(accounts.admin.name);
      await dialog.getByRole('button', { name: '保留我的' }).click();
      await expect(dialog).toBeHidden();
      await expectStatus(page, /已保存 \d\d:\d\d/);
      const { data: versions } = await callAdminPost(request, 'GET versions', { id }, token);
      expect(versions.map(({ savedBy }: { savedBy: string }) => savedBy).slice(0, 2)).toEqual([
        accounts.editor.name,
        accounts.admin.name,
      ]);
      expect(await savedHtml()).toContain('编辑改的。');
    });

    await test.step('what could not be saved is stored in the browser and offered again', async () => {
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
      expect(await savedHtml()).toBe('<p>断线时写的。</p>');
    });
  });
});
