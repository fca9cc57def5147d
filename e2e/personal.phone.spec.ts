import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { phone } from './journey.ts';
import { expect, open, personalJourneys, test } from './personal-journeys.ts';

test.use(phone);

personalJourneys();

test('the personal center is a list of its entries; each page keeps them in one line at its top', async ({
  page,
}) => {
  await open(page, '/personal');
  await expect(page).toHaveURL('/personal');
  await expect(page.getByRole('complementary', { name: '个人中心' })).toContainText('听潮客');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const entries = page.getByRole('navigation', { name: '个人中心栏目' });
  await entries.getByRole('link', { name: '账号安全' }).tap();
  await expect(page).toHaveURL('/personal/security');
  await expect(entries.getByRole('link', { name: '账号安全' })).toBeInViewport({ ratio: 0.9 });
  await entries.getByRole('link', { name: '修改密码' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('修改密码');
});

test('a member logs out at the foot of the list', async ({ page }) => {
  await open(page, '/personal');
  await page.getByRole('main').getByRole('button', { name: '退出登录' }).tap();
  await expect(page).toHaveURL('/index');
  await expect(page.getByRole('region', { name: '提示' }).getByRole('listitem')).toContainText('已退出登录');
});
