import { expect, open, test } from './journey.ts';
import { signInJourneys } from './sign-in-journeys.ts';

signInJourneys('顾知白');

test('whoever only reads loads nothing of signing in', async ({ page, edition }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await open(page, '/index');
  await open(page, edition.piece('macro-01').address);
  expect(loaded.filter((path) => /sign-in|login|password|proof/.test(path))).toEqual([]);
});

test('the tabs are walked by arrows, and nothing of a form ever stands in an address', async ({ page }) => {
  await open(page, '/login');
  await page.getByRole('tab', { name: '密码登录' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '短信登录' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: '短信登录' })).toBeVisible();
  await expect(page.locator('form')).toHaveAttribute('method', 'post');
});

test('password managers and browsers are told what each field is', async ({ page }) => {
  const autocomplete = (name: string) => page.getByRole('textbox', { name }).getAttribute('autocomplete');
  await open(page, '/login');
  expect([await autocomplete('手机号'), await autocomplete('密码')]).toEqual([
    'username',
    'current-password',
  ]);
  await open(page, '/login?way=register');
  expect([
    await autocomplete('手机号'),
    await autocomplete('短信验证码'),
    await autocomplete('设置密码'),
  ]).toEqual(['username', 'one-time-code', 'new-password']);
});
