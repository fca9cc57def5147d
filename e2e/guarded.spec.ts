import { askData } from './calls.ts';
import { expect, isAlive, open, stored, test } from './journey.ts';
import { readers } from './portal.ts';

const wanted = '/globalInfo?tag=%E7%94%B5%E5%8A%9B';
const guarded = ['/globalInfo', '/rined', '/vip', '/index/search'];

for (const address of guarded) {
  test(`${address} is a shell without content for who is not logged in, and not for search engines`, async ({
    request,
    edition,
  }) => {
    const response = await request.get(address);
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    for (const { title, kind } of edition.pieces) if (kind === 'news') expect(html).not.toContain(title);
    expect(html).not.toContain('loaderData');
  });
}

test('the detail of a guarded column is the same shell whatever piece is asked for', async ({
  request,
  edition,
}) => {
  const [one, other] = ['vip-01', 'vip-02'].map((name) => edition.piece(name).address);
  const html = await (await request.get(one ?? '')).text();
  expect(html).toContain('noindex');
  expect(html).not.toContain(edition.piece('vip-01').title);
  expect(await (await request.get(other ?? '')).text()).toBe(html);
});

test('a visitor of a guarded view logs in and comes back to the exact address', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto(wanted);
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(wanted)}`);
  await page.getByRole('textbox', { name: '手机号' }).fill('139 0000 0011');
  await page.getByRole('textbox', { name: '密码' }).fill(readers.member.password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('全球资讯');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(await stored(page, 'token')).toMatchObject({ user: { name: readers.member.name } });
  // Back does not lead to the log-in again.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login/);
});

test('a wrong password shows what the server says in the form, and the form can be sent again', async ({
  page,
}) => {
  await open(page, '/login');
  const button = page.getByRole('button', { name: '登录' });
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: '请填写手机号' })).toBeVisible();
  await page.getByRole('textbox', { name: '手机号' }).fill(readers.member.mobile);
  await page.getByRole('textbox', { name: '密码' }).fill('not the password');
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: '手机号或密码不正确' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '密码' })).toBeFocused();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.getByRole('textbox', { name: '密码' }).fill(readers.member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/index');
});

for (const evil of ['//evil.example/', '/\\evil.example', 'https://evil.example', '/.//evil.example']) {
  test(`a log-in never leads to ${evil}`, async ({ page }) => {
    await open(page, `/login?returnTo=${encodeURIComponent(evil)}`);
    await page.getByRole('textbox', { name: '手机号' }).fill(readers.member.mobile);
    await page.getByRole('textbox', { name: '密码' }).fill(readers.member.password);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL('/index');
  });
}

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('has no business on the log-in page', async ({ page }) => {
    await page.goto(`/login?returnTo=${encodeURIComponent(wanted)}`);
    await expect(page).toHaveURL(wanted);
  });

  test('logs out from the menu behind their name, here and on the server', async ({
    page,
    request,
    token,
  }) => {
    await open(page, '/rined');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('group')
      .getByText(readers.member.name.slice(0, 1), { exact: true })
      .click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page).toHaveURL('/index');
    await expect(page.getByText('已退出登录')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
    expect(await stored(page, 'token')).toBeNull();
    expect(await stored(page, 'menuIds')).toBeNull();
    expect(await askData(request, 'GET /reception/isLogin', {}, token)).toBe(false);
    await page.goto('/rined');
    await expect(page).toHaveURL('/login?returnTo=%2Frined');
  });

  test('is known to a second tab, and a log-out there is a log-out here', async ({ page, context }) => {
    await open(page, '/index');
    const account = page.getByRole('banner').getByRole('group');
    await expect(account).toBeVisible();
    const other = await context.newPage();
    await other.goto('/index');
    await isAlive(other);
    await other
      .getByRole('banner')
      .getByRole('group')
      .getByText(readers.member.name.slice(0, 1), { exact: true })
      .click();
    await other.getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
  });
});
