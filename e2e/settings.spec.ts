import { expect, open, test } from './journey.ts';
import { addNewcomer } from './newcomer.ts';
import { openOtherPage } from './other-page.ts';

// These journeys change the site for all readers, so they run one after the other (playwright.config.ts).
test.describe.configure({ mode: 'default' });
test.use({ reader: 'admin' });

test('a new name and filing number appear on the next page a visitor opens, and disappear when they are reset', {
  tag: '@deep',
}, async ({ page, browser }) => {
  const visitor = await openOtherPage(browser);
  const footer = visitor.getByRole('contentinfo');
  // The page cache holds the page before the change.
  await open(visitor, '/index');
  await expect(footer).not.toContainText('浙ICP备20261121号');

  await open(page, '/admin/settings');
  await page.getByLabel('网站名称').fill('钱塘财经');
  await page.getByLabel('ICP 备案号').fill('浙ICP备20261121号');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存，马上生效')).toBeVisible();
  await visitor.reload();
  await expect(visitor).toHaveTitle(/钱塘财经/);
  await expect(footer).toContainText('浙ICP备20261121号');

  await page.getByRole('button', { name: '恢复环境变量的设置' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.getByLabel('网站名称')).toHaveValue('观澜');
  await visitor.reload();
  await expect(visitor).toHaveTitle(/观澜/);
  await expect(footer).not.toContainText('浙ICP备20261121号');
  await visitor.context().close();
});

test('a new version of the agreement is written and published, read by visitors, and asked of a member at the next log-in', {
  tag: '@deep',
}, async ({ page, browser, request }) => {
  const member = await addNewcomer(request, '老会员');
  await test.step('an administrator sees the changes before the version is published', async () => {
    await open(page, '/admin/settings?group=agreements');
    await page.getByRole('button', { name: '写新版本' }).click();
    await page.getByRole('textbox', { name: '正文' }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('新加的一条。');
    await page.getByRole('button', { name: '预览' }).click();
    const preview = page.getByRole('dialog');
    await preview.getByText('相对现行版本的改动').click();
    await expect(preview.locator('ins')).toContainText('新加的一条。');
    await preview.getByRole('button', { name: '关闭' }).first().click();
    await page.getByRole('button', { name: '成为新版本' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('生效中')).toHaveCount(1);
    await expect(page.getByText('已被取代').first()).toBeVisible();
  });

  const visitor = await openOtherPage(browser);
  await test.step('a visitor reads it', async () => {
    await open(visitor, '/agreement');
    await expect(visitor.getByRole('main')).toContainText('新加的一条。');
  });

  await test.step('a member who accepted the previous version logs in only after accepting it', async () => {
    await open(visitor, '/login');
    await visitor.getByRole('textbox', { name: '手机号' }).fill(member.mobile);
    await visitor.getByLabel('密码', { exact: true }).fill(member.password);
    await visitor.getByRole('button', { name: '登录', exact: true }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('协议已更新');
    await visitor.getByRole('checkbox').check();
    await visitor.getByRole('button', { name: '同意并登录' }).click();
    await expect(visitor).toHaveURL('/index');
  });
  await visitor.context().close();
});
