import type { APIRequestContext, FrameLocator, Page } from '@playwright/test';
import { askData, headersOf } from './calls.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { askForCode, newMobile, post, readCode } from './codes.ts';
import { expect, open, stored, test } from './journey.ts';
import { addNewcomer } from './newcomer.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alertOf = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const consent = (page: Page) => page.getByRole('checkbox', { name: '已阅读并同意' });
const sendButton = (page: Page) => page.getByRole('button', { name: /获取验证码|秒后重发/ });

/** Asks for a code on the page. The portal under test limits next to nothing; a reader's wait lasts a minute. */
async function askOnPage(page: Page): Promise<void> {
  await page.route('**/sms/send-validate', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, retryAfter: 60 } } });
  });
  await press(page, '获取验证码');
}

/** The same, and fills in the one that came. */
async function fillCode(page: Page, request: APIRequestContext, mobile: string): Promise<void> {
  await askOnPage(page);
  await expect(sendButton(page)).toHaveText(/\d+ 秒后重发/);
  await field(page, '短信验证码').fill(await readCode(request, mobile));
}

/** A log-out as if on another day: nothing of this person is left in the browser. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
}

async function tokenOf(request: APIRequestContext, username: string, password: string): Promise<string> {
  const response = await request.post('/api/blade-auth/oauth/token', {
    headers: headersOf(),
    form: { grant_type: 'password', username, password },
  });
  return (await response.json()).access_token ?? '';
}

/** The journeys of signing in, for every size of screen. `scanner` is the person whose WeChat is bound. */
export function signInJourneys(scanner: string): void {
  test.describe('registering by SMS', () => {
    test('leads through what is missing, keeps number and countdown, and back to the exact address', async ({
      page,
      request,
    }) => {
      const mobile = newMobile();
      await open(page, '/login?returnTo=%2F101%3Fcurrent%3D2');
      await press(page, '注册');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('注册观澜');
      await expect(consent(page)).not.toBeChecked();
      await press(page, '注册');
      for (const missing of ['请填写手机号', '请填写短信验证码', '请设置密码', '请先阅读并勾选同意'])
        await expect(alertOf(page, missing)).toBeVisible();
      await expect(field(page, '手机号')).toBeFocused();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await press(page, '获取验证码');
      await expect(field(page, '手机号')).toBeFocused();
      await field(page, '手机号').fill(mobile);
      await askOnPage(page);
      await expect(sendButton(page)).toHaveText(/\d+ 秒后重发/);
      await expect(page.getByRole('status').filter({ hasText: '验证码已发往' })).toBeVisible();
      // The wait is the number's: another form with the same number waits, too.
      await press(page, '去登录');
      await tab(page, '短信登录').click();
      await expect(field(page, '手机号')).toHaveValue(mobile);
      await expect(sendButton(page)).toHaveText(/\d+ 秒后重发/);
      await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true');
      await press(page, '注册');

      await field(page, '短信验证码').fill(await readCode(request, mobile));
      await field(page, '设置密码').fill('短一点');
      await consent(page).check();
      await field(page, '昵称').fill('听潮人𠮷');
      await page.keyboard.press('Enter');
      await expect(alertOf(page, '密码至少 8 个字符')).toBeVisible();
      await expect(field(page, '设置密码')).toBeFocused();
      await field(page, '设置密码').fill('潮起潮落 8 times');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/101?current=2');
      expect(await stored(page, 'token')).toMatchObject({ user: { name: '听潮人𠮷' } });

      await page.getByRole('banner').getByRole('group').locator('summary').click();
      await press(page, '退出登录');
      await expect(page).toHaveURL('/index');
      expect(await stored(page, 'token')).toBeNull();
      await open(page, '/login');
      await field(page, '手机号').fill(mobile);
      await field(page, '密码').fill('潮起潮落 8 times');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/index');
    });

    test('tells a wrong code in its field and keeps everything filled in', async ({ page, request }) => {
      const mobile = newMobile();
      await open(page, '/login?way=register');
      await field(page, '手机号').fill(mobile);
      await fillCode(page, request, mobile);
      const code = await field(page, '短信验证码').inputValue();
      await field(page, '短信验证码').fill(code === '000000' ? '000001' : '000000');
      await field(page, '设置密码').fill('潮起潮落 8 times');
      await consent(page).check();
      await press(page, '注册');
      await expect(alertOf(page, '验证码')).toBeVisible();
      await expect(field(page, '短信验证码')).toBeFocused();
      await expect(field(page, '设置密码')).toHaveValue('潮起潮落 8 times');
      await field(page, '短信验证码').fill(code);
      await press(page, '注册');
      await expect(page).toHaveURL('/index');
    });
  });

  test('a consent to a text that is no longer in force is refused in its place, and may be given again', async ({
    page,
    request,
  }) => {
    const mobile = newMobile();
    await open(page, '/login?way=sms');
    await field(page, '手机号').fill(mobile);
    await fillCode(page, request, mobile);
    await consent(page).check();
    // The version this page was made with is of yesterday.
    await page.route(
      '**/oauth/token',
      async (route) => {
        const fields = new URLSearchParams(route.request().postData() ?? '');
        fields.set('privacy', 'of yesterday');
        await route.continue({ postData: fields.toString() });
      },
      { times: 1 },
    );
    await press(page, '登录');
    await expect(alertOf(page, '已更新，请重新阅读并同意')).toBeVisible();
    await press(page, '登录');
    await expect(page).toHaveURL('/index');
  });

  test('logging in by SMS asks for consent, makes a member of a new number and knows them again', async ({
    page,
    request,
  }) => {
    const mobile = newMobile();
    await open(page, '/login?way=sms');
    await expect(tab(page, '短信登录')).toHaveAttribute('aria-selected', 'true');
    await field(page, '手机号').fill(`+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`);
    await fillCode(page, request, mobile);
    await press(page, '登录');
    await expect(alertOf(page, '请先阅读并勾选同意')).toBeVisible();
    await expect(consent(page)).toBeFocused();
    await page.keyboard.press('Space');
    await press(page, '登录');
    await expect(page).toHaveURL('/index');
    const first = await stored(page, 'token');

    await forget(page);
    await open(page, '/login?way=sms');
    await field(page, '手机号').fill(mobile);
    const used = await readCode(request, mobile);
    await press(page, '获取验证码');
    await field(page, '短信验证码').fill(await readCode(request, mobile, used));
    await consent(page).check();
    await press(page, '登录');
    await expect(page).toHaveURL('/index');
    const { user } = first as { user: { id: string } };
    expect(await stored(page, 'token')).toMatchObject({ user: { id: user.id } });
  });

  test('a password that failed three times needs a proof, which the page works out by itself', async ({
    page,
    request,
  }) => {
    const { mobile, password } = await addNewcomer(request, '忘性大');
    const proofs: string[] = [];
    page.on('request', (request) => request.url().endsWith('/reception/proof') && proofs.push(request.url()));
    await open(page, '/login');
    await field(page, '手机号').fill(mobile);
    for (let tries = 0; tries < 3; tries += 1) {
      await field(page, '密码').fill(`不是它 ${tries}`);
      const answered = page.waitForResponse('**/oauth/token');
      await page.keyboard.press('Enter');
      await answered;
      await expect(alertOf(page, '手机号或密码不正确')).toBeVisible();
      await expect(field(page, '密码')).toBeFocused();
    }
    await field(page, '密码').fill('也不是它');
    const proven = page.waitForResponse((response) =>
      Boolean(response.url().endsWith('/oauth/token') && response.request().postData()?.includes('proof=')),
    );
    await page.keyboard.press('Enter');
    await proven;
    await expect(alertOf(page, '手机号或密码不正确')).toBeVisible();
    await field(page, '密码').fill(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/index');
    expect(proofs.length).toBeGreaterThanOrEqual(2);
  });

  test.describe('by WeChat', () => {
    const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="微信扫码登录"]');
    const scanAs = (page: Page, person: string) =>
      frameOf(page).getByRole('button', { name: person }).click();

    test('the frame is the specified one, on a light card by night', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await open(page, '/login?way=wechat');
      const frame = page.locator('iframe[title="微信扫码登录"]');
      await expect(frameOf(page).getByRole('heading')).toBeVisible();
      await expect(page.getByText('正在打开微信二维码')).toBeHidden();
      const box = await frame.boundingBox();
      expect(box).toMatchObject({ width: 300, height: 400 });
      expect(await frame.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('0px');
      await expect(frame).toHaveAttribute('scrolling', 'no');
      const address = new URL((await frame.getAttribute('src')) ?? '');
      expect(address.pathname).toBe('/connect/qrconnect');
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        scope: 'snsapi_login',
        login_type: 'jssdk',
        self_redirect: 'true',
        rst: '',
        state: expect.stringMatching(/^[A-Za-z0-9]{16,128}$/),
      });
      await expectAccessible(page, 'all', 'iframe');
      await expectNoSidewaysScroll(page);
    });

    test('somebody new binds their mobile and is known at the next scan', async ({ page, request }) => {
      const mobile = newMobile();
      await open(page, '/login?way=wechat&returnTo=%2Frined');
      await scanAs(page, scanner);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('绑定手机号');
      await expect(page.getByText(`微信用户「${scanner}」`)).toBeVisible();
      await expect(field(page, '手机号')).toBeFocused();
      await expectAccessible(page);
      await field(page, '手机号').fill(mobile);
      await fillCode(page, request, mobile);
      await consent(page).check();
      await press(page, '绑定并登录');
      await expect(page).toHaveURL('/rined');
      expect(await stored(page, 'token')).toMatchObject({ user: { account: mobile, name: scanner } });

      await forget(page);
      await open(page, '/login?way=wechat&returnTo=%2Frined');
      await scanAs(page, scanner);
      await expect(page).toHaveURL('/rined');
      expect(await stored(page, 'token')).toMatchObject({ user: { account: mobile } });
    });

    test('a refusal is said, and another code may be scanned', async ({ page }) => {
      await open(page, '/login?way=wechat');
      const frame = page.locator('iframe[title="微信扫码登录"]');
      const before = await frame.getAttribute('src');
      await scanAs(page, '拒绝授权');
      await expect(alertOf(page, '已取消')).toBeVisible();
      await expectAccessible(page);
      await press(page, '重新扫码');
      await expect(frameOf(page).getByRole('button', { name: '拒绝授权' })).toBeVisible();
      expect(await frame.getAttribute('src')).not.toBe(before);
    });

    test('a frame that does not come is said, and may be tried again', async ({ page, allowed }) => {
      allowed.expect(/ERR_FAILED/);
      await page.route('**/wechat/parameters?**', (route) => route.abort());
      await open(page, '/login?way=wechat');
      await expect(alertOf(page, '没有取到二维码')).toBeVisible();
      await page.unroute('**/wechat/parameters?**');
      await press(page, '重新扫码');
      await expect(frameOf(page).getByRole('heading')).toBeVisible();
    });

    test('a message of anybody but the callback in the frame logs nobody in', async ({ page }) => {
      await open(page, '/login?way=wechat');
      await expect(frameOf(page).getByRole('heading')).toBeVisible();
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/oauth/token')) asked += 1;
      });
      await page.evaluate(() =>
        window.postMessage({ type: 'wechat', code: 'c', state: 's' }, location.origin),
      );
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      await expect(page.getByText('已扫码')).toBeHidden();
      expect(asked).toBe(0);
    });
  });

  test('a forgotten password is set anew by SMS, and every session of the account is over', async ({
    page,
    request,
  }) => {
    const { mobile, password } = await addNewcomer(request, '想不起来');
    const old = await tokenOf(request, mobile, password);
    expect(await askData(request, 'GET /reception/isLogin', {}, old)).toBe(true);
    await open(page, '/login?returnTo=%2Frined');
    await page.getByRole('link', { name: '忘记密码' }).click();
    await expect(page).toHaveURL('/password?returnTo=%2Frined');
    await field(page, '手机号').fill(mobile);
    await fillCode(page, request, mobile);
    await field(page, '新密码').fill('全新的密码 99');
    await expectAccessible(page);
    await press(page, '重设密码');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('密码已重设');
    expect(await askData(request, 'GET /reception/isLogin', {}, old)).toBe(false);
    expect(await tokenOf(request, mobile, password)).toBe('');
    await page.getByRole('link', { name: '用新密码登录' }).click();
    await field(page, '手机号').fill(mobile);
    await field(page, '密码').fill('全新的密码 99');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/rined');
  });

  test('a number nobody has is told nothing of that when its password is to be set anew', async ({
    page,
    allowed,
  }) => {
    allowed.expect(/status of 400/);
    await open(page, '/password');
    await field(page, '手机号').fill(newMobile());
    await askOnPage(page);
    await expect(sendButton(page)).toHaveText(/\d+ 秒后重发/);
    await field(page, '短信验证码').fill('123456');
    await field(page, '新密码').fill('全新的密码 99');
    await press(page, '重设密码');
    await expect(alertOf(page, '验证码')).toBeVisible();
    await expect(field(page, '短信验证码')).toBeFocused();
  });

  test('an account with a second factor is asked for it, and takes a recovery code', async ({
    page,
    request,
  }) => {
    const { mobile, password } = await addNewcomer(request, '两步走');
    const token = await tokenOf(request, mobile, password);
    const { secret } = await post<{ secret: string }>(request, '/member/beginTotp', { password }, token);
    const { TOTP } = await import('otpauth');
    const value = new TOTP({ secret }).generate();
    const { recoveryCodes } = await post<{ recoveryCodes: string[] }>(
      request,
      '/member/enableTotp',
      { value },
      token,
    );
    await open(page, '/login');
    await field(page, '手机号').fill(mobile);
    await field(page, '密码').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('两步验证');
    await expect(field(page, '动态验证码')).toBeFocused();
    await expectAccessible(page);
    await field(page, '动态验证码').fill('000000');
    await page.keyboard.press('Enter');
    await expect(alertOf(page, '动态码')).toBeVisible();
    await field(page, '动态验证码').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/index');
  });

  test('a log-in before the deletion is due offers to take it back', async ({ page, request }) => {
    const { mobile, password } = await addNewcomer(request, '要走的人');
    const token = await tokenOf(request, mobile, password);
    await askForCode(request, { purpose: 'delete' }, token);
    await post(request, '/member/requestDeletion', { value: await readCode(request, mobile) }, token);
    await open(page, '/login?returnTo=%2Frined');
    await field(page, '手机号').fill(mobile);
    await field(page, '密码').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('账号正在注销');
    await expect(page.getByText(/将于 \d{4} 年 \d+ 月 \d+ 日/)).toBeVisible();
    await expectAccessible(page);
    await press(page, '撤销注销');
    await expect(page).toHaveURL('/rined');
    await expect(page.getByText('已撤销注销')).toBeVisible();
    const fresh = await tokenOf(request, mobile, password);
    const profile = await askData<{ deletionDueAt: string | null }>(
      request,
      'GET /member/profile',
      {},
      fresh,
    );
    expect(profile.deletionDueAt).toBeNull();
  });

  test('the outbox shows on this machine what was not sent', async ({ page, request }) => {
    const mobile = newMobile();
    await askForCode(request, { phone: mobile, purpose: 'login' });
    const code = await readCode(request, mobile);
    await open(page, '/outbox');
    const message = page
      .getByRole('list', { name: '消息' })
      .getByRole('listitem')
      .filter({ hasText: mobile });
    await expect(message).toContainText(code);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(await (await request.get('/outbox')).text()).toContain('<meta name="robots" content="noindex">');
  });
}
