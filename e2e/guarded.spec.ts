import { fetchData } from './calls.ts';
import { expect, open, stored, test, waitForHydration } from './journey.ts';
import { accounts } from './portal.ts';

const guardedAddress = '/globalInfo?tag=%E7%94%B5%E5%8A%9B';
const guarded = ['/globalInfo', '/rined', '/vip', '/index/search'];

for (const address of guarded) {
  test(`${address} is a shell without content for visitors, and excluded from search engines`, async ({
    request,
    edition,
  }) => {
    const response = await request.get(address);
    expect(response.status()).toBe(200);
    const html = await response.text();
    expect(html).toContain('<meta name="robots" content="noindex">');
    for (const { title, kind } of edition.posts) if (kind === 'news') expect(html).not.toContain(title);
    expect(html).not.toContain('loaderData');
  });
}

test('the detail page of a guarded column is the same shell for every post', async ({ request, edition }) => {
  const [one, other] = ['vip-01', 'vip-02'].map((name) => edition.post(name).address);
  const html = await (await request.get(one ?? '')).text();
  expect(html).toContain('noindex');
  expect(html).not.toContain(edition.post('vip-01').title);
  expect(await (await request.get(other ?? '')).text()).toBe(html);
});

test('a visitor of a guarded view logs in and returns to the exact address', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto(guardedAddress);
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(guardedAddress)}`);
  await page.getByRole('textbox', { name: '手机号' }).fill('139 0000 0011');
  await page.getByRole('textbox', { name: '密码' }).fill(accounts.member.password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(guardedAddress);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('全球资讯');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(await stored(page, 'token')).toMatchObject({ user: { name: accounts.member.name } });
  // Back does not lead to the log-in page again.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/login/);
});

test("a wrong password shows the server's message in the form, and the form can be sent again", async ({
  page,
}) => {
  await open(page, '/login');
  const button = page.getByRole('button', { name: '登录' });
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: '请填写手机号' })).toBeVisible();
  await page.getByRole('textbox', { name: '手机号' }).fill(accounts.member.mobile);
  await page.getByRole('textbox', { name: '密码' }).fill('not the password');
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: '手机号或密码不正确' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '密码' })).toBeFocused();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.getByRole('textbox', { name: '密码' }).fill(accounts.member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/index');
});

for (const foreignAddress of [
  '//evil.example/',
  '/\\evil.example',
  'https://evil.example',
  '/.//evil.example',
]) {
  test(`a log-in never leads to ${foreignAddress}`, async ({ page }) => {
    await open(page, `/login?returnTo=${encodeURIComponent(foreignAddress)}`);
    await page.getByRole('textbox', { name: '手机号' }).fill(accounts.member.mobile);
    await page.getByRole('textbox', { name: '密码' }).fill(accounts.member.password);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL('/index');
  });
}

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('is redirected away from the log-in page', async ({ page }) => {
    await page.goto(`/login?returnTo=${encodeURIComponent(guardedAddress)}`);
    await expect(page).toHaveURL(guardedAddress);
  });

  test('logs out from the menu behind their name, in the browser and on the server', async ({
    page,
    request,
    token,
  }) => {
    await open(page, '/rined');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('group')
      .getByText(accounts.member.name.slice(0, 1), { exact: true })
      .click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page).toHaveURL('/index');
    await expect(page.getByText('已退出登录')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
    expect(await stored(page, 'token')).toBeNull();
    expect(await stored(page, 'menuIds')).toBeNull();
    expect(await fetchData(request, 'GET /reception/isLogin', {}, token)).toBe(false);
    await page.goto('/rined');
    await expect(page).toHaveURL('/login?returnTo=%2Frined');
  });

  test('is logged in in a second tab, and a log-out there also logs out here', async ({ page, context }) => {
    await open(page, '/index');
    const account = page.getByRole('banner').getByRole('group');
    await expect(account).toBeVisible();
    const other = await context.newPage();
    await other.goto('/index');
    await waitForHydration(other);
    await other
      .getByRole('banner')
      .getByRole('group')
      .getByText(accounts.member.name.slice(0, 1), { exact: true })
      .click();
    await other.getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
  });
});
