import { expect, open, personalJourneys, test } from './personal-journeys.ts';

personalJourneys();

test('the personal center opens with the profile, its entries beside it', async ({ page }) => {
  await open(page, '/personal');
  await expect(page).toHaveURL('/personal/info');
  const entries = page.getByRole('navigation', { name: '个人中心栏目' });
  await expect(entries.getByRole('link')).toHaveText([
    '我的资料',
    '我的购买',
    '我的内参',
    '我的收藏',
    '我的关注',
    '股神争霸',
    '阅读历史',
    '消息',
    '通知设置',
    '修改密码',
    '账号安全',
  ]);
  await entries.getByRole('link', { name: '我的收藏' }).click();
  await expect(entries.getByRole('link', { name: '我的收藏' })).toHaveAttribute('aria-current', 'page');
});

test('WeChat is bound by a scan and unbound', async ({ page }) => {
  await open(page, '/personal/security');
  const part = page.getByRole('region', { name: '微信', exact: true });
  await part.getByRole('button', { name: '绑定微信' }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button').or(frame.getByRole('link')).first().click();
  await expect(part).toContainText('可以用微信扫码登录');
  await part.getByRole('button', { name: '解绑微信' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '解绑' }).click();
  await expect(part).toContainText('未绑定');
});
