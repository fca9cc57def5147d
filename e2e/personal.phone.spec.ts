import { expect, open, phone } from './journey.ts';
import { newcomerTest } from './newcomer.ts';

const test = newcomerTest('听潮客');
test.use(phone);

test('on a phone a member goes from the list of entries to a page and back, and logs out at the bottom', async ({
  page,
}) => {
  await open(page, '/personal');
  await expect(page).toHaveURL('/personal');
  const entries = page.getByRole('navigation', { name: '个人中心栏目' });
  await entries.getByRole('link', { name: '账号安全' }).tap();
  await expect(page).toHaveURL('/personal/security');
  await page.goBack();
  await page.getByRole('main').getByRole('button', { name: '退出登录' }).tap();
  await expect(page).toHaveURL('/index');
  await expect(page.getByRole('region', { name: '提示' }).getByRole('listitem')).toContainText('已退出登录');
});
