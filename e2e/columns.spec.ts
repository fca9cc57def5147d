import { callAdminPost } from './admin-calls.ts';
import { fetchCall, fetchData } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { baseURL } from './portal.ts';

test.use({ reader: 'editor' });

test('an editor creates a column, which a reader opens; it is renamed, moved, emptied and deleted', async ({
  page,
  browser,
  request,
  token,
}) => {
  await open(page, '/admin/columns');
  await page.getByRole('button', { name: '新建栏目' }).click();
  const form = page.getByRole('form', { name: '新栏目' });
  await form.getByLabel('栏目名').fill('边走边看');
  await form.getByRole('button', { name: '建立栏目' }).click();
  await expect(page.getByRole('form', { name: '栏目“边走边看”' })).toContainText('地址是 /');
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  expect(id).toMatch(/^\d+$/);

  const { data: made } = await callAdminPost(
    request,
    'POST create',
    { columnId: id, title: '第一篇' },
    token,
  );
  const { data: opened } = await callAdminPost(request, 'GET detail', { id: made.id }, token);
  const content = { ...opened.content, html: '<p>第一篇的正文。</p>' };
  const saved = await callAdminPost(
    request,
    'POST save',
    { id: made.id, base: opened.version, content },
    token,
  );
  await callAdminPost(request, 'POST publish', { id: made.id, base: saved.data.version }, token);

  const visitor = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const reader = await visitor.newPage();
  await open(reader, '/index');
  const menu = reader.getByRole('navigation', { name: '栏目' });
  await menu.getByRole('link', { name: '边走边看' }).click();
  await expect(reader).toHaveURL(new RegExp(`/${id}$`));
  await reader.getByRole('main').getByRole('link', { name: '第一篇', exact: true }).first().click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('第一篇');
  await expect(reader.getByRole('main')).toContainText('第一篇的正文。');

  // The column is last in the menu until it is moved up; the menu also shows the new name.
  await page.getByLabel('栏目名').fill('边走边写');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('form', { name: '栏目“边走边写”' })).toBeVisible();
  const namesOf = async () => {
    await open(reader, '/index');
    return menu.getByRole('link').allTextContents();
  };
  const before = (await namesOf()).indexOf('边走边写');
  expect(before).toBeGreaterThan(0);
  const arranged = page.waitForResponse('**/api/admin/column/tree');
  await page.getByRole('region', { name: '栏目次序' }).getByRole('button', { name: '上移' }).click();
  await arranged;
  expect((await namesOf()).indexOf('边走边写')).toBe(before - 1);

  await page.getByRole('button', { name: '删除栏目' }).click();
  const dialog = page.getByRole('dialog', { name: '删除“边走边写”？' });
  await expect(dialog).toContainText('里面有 1 篇内容');
  await dialog.getByLabel('移到').fill('宏观');
  await page.getByTitle('宏观手记', { exact: true }).click();
  await dialog.getByRole('button', { name: '移走内容并删除' }).click();
  await expect(dialog).toBeHidden();
  expect(await namesOf()).not.toContain('边走边写');
  const { columnName } = await fetchData<{ columnName: string }>(
    request,
    'POST /reception/article/selectArticle',
    { id: made.id },
  );
  expect(columnName).toBe('宏观手记');
  await visitor.close();
});

test.describe('a reviewer', () => {
  test.use({ reader: 'reviewer' });

  test('finds no columns in the menu, and is refused by the call', async ({ page, request, token }) => {
    await open(page, '/admin/columns');
    await expect(page.getByRole('link', { name: '栏目', exact: true })).toHaveCount(0);
    expect(JSON.parse(await fetchCall(request, 'GET /admin/column/tree', {}, token)).code).toBe(403);
  });
});
