import { fetchData } from './calls.ts';
import { expect, open, stored, test, waitForHydration } from './journey.ts';
import { accounts } from './portal.ts';

const guardedAddress = '/globalInfo?tag=%E7%94%B5%E5%8A%9B';

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

  await test.step('Back does not lead to the log-in page again', async () => {
    await page.goBack();
    await expect(page).not.toHaveURL(/\/login/);
  });

  await test.step('a member is redirected away from the log-in page', async () => {
    await page.goto(`/login?returnTo=${encodeURIComponent(guardedAddress)}`);
    await expect(page).toHaveURL(guardedAddress);
  });
});

test.describe('a member', () => {
  test.use({ reader: 'member' });

  test('logs out from the menu behind their name, in every tab and on the server', async ({
    page,
    context,
    request,
    token,
  }) => {
    const otherTab = await context.newPage();
    await open(otherTab, '/index');
    await expect(otherTab.getByRole('banner').getByRole('group')).toBeVisible();
    await open(page, '/rined');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    const account = page.getByRole('banner').getByRole('group');
    const summary = account.locator('summary');

    await test.step('the menu opens with Enter and closes with Escape', async () => {
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(account).toContainText(accounts.member.name);
      await expect(account.getByRole('link')).toHaveText([
        /个人中心/,
        /VIP 会员/,
        /我的收藏/,
        /消息/,
        /高级搜索/,
      ]);
      await page.keyboard.press('Tab');
      await expect(account.getByRole('link', { name: '个人中心' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(account.getByRole('link', { name: '个人中心' })).toBeHidden();
      await expect(summary).toBeFocused();
    });

    await summary.click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await expect(page).toHaveURL('/index');
    await expect(page.getByText('已退出登录')).toBeVisible();
    for (const tab of [page, otherTab])
      await expect(tab.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible();
    expect(await stored(page, 'token')).toBeNull();
    expect(await stored(page, 'menuIds')).toBeNull();
    await expect.poll(() => fetchData(request, 'GET /reception/isLogin', {}, token)).toBe(false);
    await page.goto('/rined');
    await expect(page).toHaveURL('/login?returnTo=%2Frined');
    await waitForHydration(page);
  });
});
