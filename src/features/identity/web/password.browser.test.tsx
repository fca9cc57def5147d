import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { newMember, openSite } from '#testing/browser/open-site.ts';
import { alertOf, answerCodes, answerLoginPage, button, field } from '#testing/browser/sign-in.ts';

test('the reset form shows a refused code at its field, and leads to the log-in once the password is set', {
  tags: ['strict'],
}, async () => {
  answerLoginPage();
  answerCodes({ retryAfter: 60 });
  answer('POST /reception/resetPassword', refuse(400, '验证码不正确'));
  const { mobile } = newMember();
  await openSite('/password?returnTo=%2Frined');
  await field('手机号').fill(mobile);
  await button('获取验证码').click();
  // Whether the number is registered is not revealed.
  await expect.element(page.getByRole('button', { name: /秒后重发/ })).toBeVisible();
  await field('短信验证码').fill('654321');
  await field('新密码').fill('全新的密码 99');
  await button('重设密码').click();
  await expect.element(alertOf('验证码不正确')).toBeVisible();
  await expect.element(field('短信验证码')).toHaveFocus();
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
  answer('POST /reception/resetPassword', true);
  await field('短信验证码').fill('123456');
  await button('重设密码').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('密码已重设');
  await expect
    .element(page.getByRole('link', { name: '用新密码登录' }))
    .toHaveAttribute('href', '/login?returnTo=%2Frined');
  expect(callsTo('POST /reception/resetPassword').at(-1)?.body).toMatchObject({
    phone: mobile,
    value: '123456',
    password: '全新的密码 99',
  });
});
