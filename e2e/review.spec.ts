import { createDraft } from './admin-calls.ts';
import { fetchCall, logIn } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { openOtherPage } from './other-page.ts';

test.use({ reader: 'editor' });

test('a writer submits a post, reads why it was returned, corrects it, and readers get the approved version', async ({
  page,
  browser,
  request,
  token,
}) => {
  const title = `送审的稿 ${Date.now().toString(36)}`;
  const id = await createDraft(request, token, { title, html: '<p>没有来源的数字。</p>' });
  const readersPost = async () =>
    JSON.parse(await fetchCall(request, 'POST /reception/article/selectArticle', { id }));
  const submit = async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '发布' });
    await dialog.getByText('先送审', { exact: true }).click();
    await dialog.getByRole('button', { name: '送审', exact: true }).click();
    await expect(page.getByText(/正在等待审核/)).toBeVisible();
  };
  const reviewer = await openOtherPage(browser, await logIn(request, 'reviewer'));
  const drawer = reviewer.getByRole('dialog', { name: '审核稿件' });
  const openItem = async () => {
    await open(reviewer, '/admin/moderation');
    await reviewer.getByRole('button', { name: title }).click();
  };

  await test.step('a reviewer returns it with a reason, and readers get nothing', async () => {
    await open(page, `/admin/posts/${id}`);
    await submit();
    await openItem();
    await expect(drawer.getByText('没有来源的数字。')).toBeVisible();
    await drawer.getByLabel(/意见/).fill('请补上数据来源');
    await drawer.getByRole('button', { name: '退回' }).click();
    await expect(reviewer.getByRole('button', { name: title })).toHaveCount(0);
    expect((await readersPost()).code).toBe(404);
  });

  await test.step('the writer reads the reason and submits a corrected text, which the reviewer approves', async () => {
    await page.reload();
    await expect(page.getByText('请补上数据来源')).toBeVisible();
    await page.getByRole('textbox', { name: '正文' }).fill('据统计局，增长百分之五。');
    await submit();
    await openItem();
    await expect(drawer.getByText('据统计局，增长百分之五。')).toBeVisible();
    await drawer.getByRole('button', { name: '通过' }).click();
    await expect(reviewer.getByRole('button', { name: title })).toHaveCount(0);
    expect((await readersPost()).data.body).toContain('据统计局');
  });
  await reviewer.context().close();
});
