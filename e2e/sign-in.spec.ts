import type { FrameLocator, Page } from '@playwright/test';
import { fetchData } from './calls.ts';
import { fillCode, newMobile } from './codes.ts';
import { clearStorage, expect, open, stored, test } from './journey.ts';
import { addNewcomer, logInAs } from './newcomer.ts';

// login-page.browser.test.tsx and password-page.browser.test.tsx cover the behaviour of the forms themselves.

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alertOf = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const consent = (page: Page) => page.getByRole('checkbox', { name: '已阅读并同意' });

async function logInByPassword(page: Page, mobile: string, password: string): Promise<void> {
  await field(page, '手机号').fill(mobile);
  await field(page, '密码').fill(password);
  await page.keyboard.press('Enter');
}

test('registering by SMS accepts only the right code, returns to the exact address, and both password and SMS find the same member', async ({
  page,
  request,
}) => {
  const mobile = newMobile();
  const password = '潮起潮落 8 times';
  await open(page, '/login?way=register&returnTo=%2F101%3Fcurrent%3D2');
  await field(page, '手机号').fill(mobile);
  const code = await fillCode(page, request, mobile);
  await field(page, '短信验证码').fill(code === '000000' ? '000001' : '000000');
  await field(page, '设置密码').fill(password);
  await field(page, '昵称').fill('听潮人𠮷');
  await consent(page).check();
  await clickButton(page, '注册');
  await expect(alertOf(page, '验证码')).toBeVisible();
  await field(page, '短信验证码').fill(code);
  await clickButton(page, '注册');
  await expect(page).toHaveURL('/101?current=2');
  expect(await stored(page, 'token')).toMatchObject({ user: { name: '听潮人𠮷' } });

  await test.step('the outbox shows on this machine the messages that were not sent', async () => {
    await open(page, '/outbox');
    const messages = page.getByRole('list', { name: '消息' }).getByRole('listitem');
    await expect(messages.filter({ hasText: mobile }).first()).toContainText(code);
  });

  await page.getByRole('banner').getByRole('group').locator('summary').click();
  await clickButton(page, '退出登录');
  await expect(page).toHaveURL('/index');
  expect(await stored(page, 'token')).toBeNull();
  // The root has no page of its own: the site opens the first leaf of its menu.
  await open(page, '/login?returnTo=%2F');
  await logInByPassword(page, mobile, password);
  await expect(page).toHaveURL('/index');
  await expect(page.getByRole('heading', { level: 2, name: '最新文章' })).toBeVisible();

  await test.step('logging in by SMS finds the same member', async () => {
    const { user } = (await stored(page, 'token')) as { user: { id: string } };
    await clearStorage(page);
    await open(page, '/login?way=sms');
    await field(page, '手机号').fill(mobile);
    await fillCode(page, request, mobile, code);
    await consent(page).check();
    await clickButton(page, '登录');
    await expect(page).toHaveURL('/index');
    expect(await stored(page, 'token')).toMatchObject({ user: { id: user.id } });
  });
});

test('a user new to WeChat log-in refuses, scans again, binds their mobile number and is recognised at the next scan', async ({
  page,
  request,
}) => {
  const frame: FrameLocator = page.frameLocator('iframe[title="微信扫码登录"]');
  const scanner = '顾知白';
  const mobile = newMobile();
  await open(page, '/login?way=wechat&returnTo=%2Frined');
  await expect(frame.getByRole('heading')).toBeVisible();
  await frame.getByRole('button', { name: '拒绝授权' }).click();
  await expect(alertOf(page, '已取消')).toBeVisible();
  await clickButton(page, '重新扫码');
  await frame.getByRole('button', { name: scanner }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('绑定手机号');
  await field(page, '手机号').fill(mobile);
  await fillCode(page, request, mobile);
  await consent(page).check();
  await clickButton(page, '绑定并登录');
  await expect(page).toHaveURL('/rined');
  expect(await stored(page, 'token')).toMatchObject({ user: { account: mobile, name: scanner } });

  await clearStorage(page);
  await open(page, '/login?way=wechat&returnTo=%2Frined');
  await frame.getByRole('button', { name: scanner }).click();
  await expect(page).toHaveURL('/rined');
  expect(await stored(page, 'token')).toMatchObject({ user: { account: mobile } });
});

test('a forgotten password is reset by SMS, and every session of the account ends', async ({
  page,
  request,
}) => {
  const member = await addNewcomer(request, '想不起来');
  const { access_token: old } = await logInAs(request, member);
  expect(await fetchData(request, 'GET /reception/isLogin', {}, old)).toBe(true);
  await open(page, '/login?returnTo=%2Frined');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(page).toHaveURL('/password?returnTo=%2Frined');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('忘记密码');
  await field(page, '手机号').fill(member.mobile);
  await fillCode(page, request, member.mobile);
  await field(page, '新密码').fill('重新想的密码 99');
  await clickButton(page, '重设密码');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('密码已重设');
  // A process hears of an ended session by a notification, some milliseconds after the commit.
  await expect.poll(() => fetchData(request, 'GET /reception/isLogin', {}, old)).toBe(false);
  await expect(logInAs(request, member)).rejects.toThrow('手机号或密码不正确');
  await page.getByRole('link', { name: '用新密码登录' }).click();
  await logInByPassword(page, member.mobile, '重新想的密码 99');
  await expect(page).toHaveURL('/rined');
});
