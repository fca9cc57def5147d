import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { newMember, openSite } from '#testing/browser/open-site.ts';
import { alertOf, answerCodes, answerLoginPage, button, field } from '#testing/browser/sign-in.ts';
import { widths } from '#testing/browser/widths.ts';

beforeEach(() => {
  answerLoginPage();
  answerCodes();
});

test.for(widths)('the reset form sends mobile number, code and new password, %i px wide', async (width) => {
  await page.viewport(width, 740);
  answer('POST /reception/resetPassword', true);
  const { mobile } = newMember();
  await openSite('/password?returnTo=%2Frined');
  await field('手机号').fill(mobile);
  await field('短信验证码').fill('123456');
  await field('新密码').fill('全新的密码 99');
  await expectAccessible();
  expectNoSidewaysScroll();
  await button('重设密码').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('密码已重设');
  await expect
    .element(page.getByRole('link', { name: '用新密码登录' }))
    .toHaveAttribute('href', '/login?returnTo=%2Frined');
  expect(callsTo('POST /reception/resetPassword')).toMatchObject([
    { body: { phone: mobile, value: '123456', password: '全新的密码 99' } },
  ]);
});

test('the reset form shows a refused code at its field, without revealing whether the number is registered', async () => {
  answerCodes({ retryAfter: 60 });
  answer('POST /reception/resetPassword', refuse(400, '验证码不正确'));
  await openSite('/password');
  await field('手机号').fill(newMember().mobile);
  await button('获取验证码').click();
  await expect.element(page.getByRole('button', { name: /秒后重发/ })).toBeVisible();
  await field('短信验证码').fill('123456');
  await field('新密码').fill('全新的密码 99');
  await button('重设密码').click();
  await expect.element(alertOf('验证码不正确')).toBeVisible();
  await expect.element(field('短信验证码')).toHaveFocus();
});
