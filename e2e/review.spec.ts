import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { callAdminPost, createDraft } from './admin-calls.ts';
import { fetchCall, headersOf, logIn, storedSession } from './calls.ts';
import { expectAccessible } from './checks.ts';
import { expect, open, test } from './journey.ts';
import { type AccountName, baseURL } from './portal.ts';

const mark = Date.now().toString(36);
const bodyOf = (page: Page) => page.getByRole('textbox', { name: '正文' });
const fetchPost = async (request: APIRequestContext, id: string) =>
  JSON.parse(await fetchCall(request, 'POST /reception/article/selectArticle', { id }));

/** Opens a page of another account in its own browser context. */
async function pageOf(browser: Browser, request: APIRequestContext, reader: AccountName): Promise<Page> {
  const grant = await logIn(request, reader);
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: storedSession(grant) }] },
  });
  return context.newPage();
}

async function addSensitiveWord(request: APIRequestContext, word: string, level: string): Promise<void> {
  const { access_token } = await logIn(request, 'reviewer');
  const response = await request.post('/api/admin/word/add', {
    headers: headersOf(access_token),
    data: { word, level },
  });
  expect((await response.json()).code).toBe(200);
}

test.describe('a writer', () => {
  test.use({ reader: 'editor' });

  test('submits a post, reads why it was returned, corrects it, and readers get the approved version', async ({
    page,
    browser,
    request,
    token,
  }) => {
    const title = `送审的稿 ${mark}`;
    const id = await createDraft(request, token, { title, html: '<p>没有来源的数字。</p>' });
    const submit = async () => {
      await page.getByRole('button', { name: '发布', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: '发布' });
      await dialog.getByText('先送审', { exact: true }).click();
      await dialog.getByRole('button', { name: '送审', exact: true }).click();
      await expect(page.getByText(/正在等待审核/)).toBeVisible();
    };
    await open(page, `/admin/posts/${id}`);
    await submit();

    const reviewer = await pageOf(browser, request, 'reviewer');
    const openItem = async () => {
      await open(reviewer, '/admin/moderation');
      await reviewer.getByRole('button', { name: title }).click();
    };
    await openItem();
    const reviewDrawer = reviewer.getByRole('dialog', { name: '审核稿件' });
    await expect(reviewDrawer.getByText('没有来源的数字。')).toBeVisible();
    await reviewDrawer.getByLabel(/意见/).fill('请补上数据来源');
    await reviewDrawer.getByRole('button', { name: '退回' }).click();
    await expect(reviewer.getByRole('button', { name: title })).toHaveCount(0);
    expect((await fetchPost(request, id)).code).toBe(404);

    await open(page, `/admin/posts/${id}`);
    await expect(page.getByText('请补上数据来源')).toBeVisible();
    await bodyOf(page).fill('据统计局，增长百分之五。');
    await submit();
    await openItem();
    await expect(reviewDrawer.getByText('据统计局，增长百分之五。')).toBeVisible();
    await reviewDrawer.getByRole('button', { name: '通过' }).click();
    await expect(reviewer.getByRole('button', { name: title })).toHaveCount(0);
    expect((await fetchPost(request, id)).data.body).toContain('据统计局');
    await reviewer.context().close();
  });

  test('cannot publish a post with a blocked word, however it is disguised, and sees where it is', async ({
    page,
    request,
    token,
  }) => {
    const word = `禁词${mark}`;
    await addSensitiveWord(request, word, 'block');
    const id = await createDraft(request, token, {
      title: `藏词 ${mark}`,
      html: `<p>这里写了禁*词 ${mark}，藏起来了。</p>`,
    });
    await open(page, `/admin/posts/${id}`);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布' });
    await expect(dialog.getByRole('list', { name: '命中的敏感词' })).toContainText('正文');
    await expect(dialog.getByRole('button', { name: /现在发布/ })).toBeDisabled();
    await expectAccessible(page);
    expect(await callAdminPost(request, 'POST publish', { id, base: 2 }, token)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('（正文）'),
    });
    expect((await fetchPost(request, id)).code).toBe(404);
  });
});

test.describe('a reviewer', () => {
  test.use({ reader: 'reviewer' });

  test('imports a list of words, sees the invalid lines, and tests the list on a text', async ({ page }) => {
    await open(page, '/admin/words');
    await page.getByRole('button', { name: '导入词表' }).click();
    const dialog = page.getByRole('dialog', { name: '导入词表' });
    const list = `试用词${mark},提醒,测试\n第二词${mark},严禁\n`;
    await dialog.locator('input[type=file]').setInputFiles({
      name: '词表.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(list),
    });
    await dialog.getByRole('button', { name: '导入', exact: true }).click();
    await expect(dialog.getByRole('status')).toContainText('新增 1 个');
    await expect(dialog.getByRole('status')).toContainText('第 2 行：级别“严禁”不认识');
    await dialog.getByRole('button', { name: '知道了' }).click();
    await page.getByRole('button', { name: '试一段文字' }).click();
    await page.getByLabel('要检查的文字').fill(`这里有试 用 词${mark}。`);
    await page.getByRole('button', { name: '检查' }).click();
    await expect(page.getByRole('list', { name: '命中的敏感词' })).toContainText('提醒');
  });
});
