import { publishPost } from './admin-calls.ts';
import { fetchData } from './calls.ts';
import { expect, open, test } from './journey.ts';
import { openOtherPage } from './other-page.ts';

test.use({ reader: 'editor' });

test('an editor creates a column, which a reader opens; it is renamed, moved, emptied and deleted', async ({
  page,
  browser,
  request,
}) => {
  const columnId = await test.step('an editor creates a column', async () => {
    await open(page, '/admin/columns');
    await page.getByRole('button', { name: '新建栏目' }).click();
    const form = page.getByRole('form', { name: '新栏目' });
    await form.getByLabel('栏目名').fill('边走边看');
    await form.getByRole('button', { name: '建立栏目' }).click();
    await expect(page.getByRole('form', { name: '栏目“边走边看”' })).toContainText('地址是 /');
    return new URL(page.url()).searchParams.get('id') ?? '';
  });
  const postId = await publishPost(request, { title: '第一篇', html: '<p>第一篇的正文。</p>', columnId });

  const reader = await openOtherPage(browser);
  const menu = reader.getByRole('navigation', { name: '栏目' });
  await test.step('a reader finds it in the menu and opens its list and its post', async () => {
    await open(reader, '/index');
    await menu.getByRole('link', { name: '边走边看' }).click();
    await expect(reader).toHaveURL(new RegExp(`/${columnId}$`));
    await reader.getByRole('main').getByRole('link', { name: '第一篇', exact: true }).first().click();
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('第一篇');
    await expect(reader.getByRole('main')).toContainText('第一篇的正文。');
  });

  const namesOf = async () => {
    await open(reader, '/index');
    return menu.getByRole('link').allTextContents();
  };
  await test.step('the menu of readers follows its new name and place', async () => {
    await page.getByLabel('栏目名').fill('边走边写');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByRole('form', { name: '栏目“边走边写”' })).toBeVisible();
    const before = (await namesOf()).indexOf('边走边写');
    expect(before).toBeGreaterThan(0);
    const arranged = page.waitForResponse('**/api/admin/column/tree');
    await page.getByRole('region', { name: '栏目次序' }).getByRole('button', { name: '上移' }).click();
    await arranged;
    expect((await namesOf()).indexOf('边走边写')).toBe(before - 1);
  });

  await test.step('its posts move to another column when it is deleted', async () => {
    await page.getByRole('button', { name: '删除栏目' }).click();
    const dialog = page.getByRole('dialog', { name: '删除“边走边写”？' });
    await expect(dialog).toContainText('里面有 1 篇内容');
    await dialog.getByLabel('移到').fill('宏观');
    await page.getByTitle('宏观手记', { exact: true }).click();
    await dialog.getByRole('button', { name: '移走内容并删除' }).click();
    await expect(dialog).toBeHidden();
    expect(await namesOf()).not.toContain('边走边写');
    const call = 'POST /reception/article/selectArticle';
    const { columnName } = await fetchData<{ columnName: string }>(request, call, { id: postId });
    expect(columnName).toBe('宏观手记');
  });
  await reader.context().close();
});
