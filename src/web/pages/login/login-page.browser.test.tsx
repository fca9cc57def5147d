import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { answerMember, currentAddress, grantFor, newMember, openSite } from '#testing/browser/open-site.ts';
import { alertOf, answerCodes, answerLoginPage, button, field } from '#testing/browser/sign-in.ts';
import { becomeWechat } from '#testing/browser/wechat-browser.ts';
import { widths } from '#testing/browser/widths.ts';

const heading = () => page.getByRole('heading', { level: 1 });
const tab = (name: string) => page.getByRole('tab', { name });
const consent = () => page.getByRole('checkbox', { name: '已阅读并同意' });
const sendButton = () => page.getByRole('button', { name: /获取验证码|秒后重发/ });

/** Makes the token call refuse with this message. */
const refuseLogIn = (error_description: string, more: object = {}) =>
  answer('POST /blade-auth/oauth/token', { error_code: 400, error_description, ...more });

/** Logs this member in, whatever is sent. The tests come from the agreement page, which makes few calls. */
function acceptLogIn(member = newMember(), changes: Parameters<typeof grantFor>[1] = {}) {
  answerMember(member);
  answer('POST /blade-auth/oauth/token', grantFor(member, changes));
  return member;
}
const target = '/agreement?kind=privacy';
const open = (way = '') => openSite(`/login?returnTo=${encodeURIComponent(target)}${way && `&way=${way}`}`);
const arrives = () => expect.poll(currentAddress).toBe(target);
const tokenCalls = () => callsTo('POST /blade-auth/oauth/token').map(({ body }) => body);

beforeEach(() => {
  answerLoginPage();
  answerCodes();
});

describe('the registration form', () => {
  test.for(widths)('names every missing field and focuses the first, %i px wide', async (width) => {
    await page.viewport(width, 740);
    await open('register');
    await expect.element(heading()).toHaveTextContent('注册观澜');
    await expect.element(consent()).not.toBeChecked();
    await button('注册').click();
    for (const missing of ['请填写手机号', '请填写短信验证码', '请设置密码', '请先阅读并勾选同意'])
      await expect.element(alertOf(missing)).toBeVisible();
    await expect.element(field('手机号')).toHaveFocus();
    expect(tokenCalls()).toEqual([]);
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  test('requests no code without a number, and shows the cooldown of the number in every form', async () => {
    const { mobile } = newMember();
    answerCodes({ retryAfter: 60 });
    await open('register');
    await button('获取验证码').click();
    await expect.element(field('手机号')).toHaveFocus();
    expect(callsTo('POST /blade-auth/oauth/sms/send-validate')).toEqual([]);
    await field('手机号').fill(mobile);
    await button('获取验证码').click();
    await expect.element(sendButton()).toMatchTextContent(/\d+ 秒后重发/);
    await expect.element(page.getByRole('status').filter({ hasText: '验证码已发往' })).toBeVisible();
    const [sent] = callsTo('POST /blade-auth/oauth/sms/send-validate');
    expect(sent?.body).toEqual({ phone: mobile, purpose: 'register', proof: expect.stringMatching(/./) });

    // The cooldown belongs to the number, so another form with the same number waits too.
    await button('去登录').click();
    await tab('短信登录').click();
    await expect.element(field('手机号')).toHaveValue(mobile);
    await expect.element(sendButton()).toMatchTextContent(/\d+ 秒后重发/);
    await expect.element(sendButton()).toHaveAttribute('aria-disabled', 'true');
  });

  test('refuses a short password at its field, and submits with Enter', async () => {
    const { mobile } = acceptLogIn();
    await open('register');
    await field('手机号').fill(mobile);
    await field('短信验证码').fill('123456');
    await field('设置密码').fill('短一点');
    await consent().click();
    await field('昵称').fill('听潮人𠮷');
    await userEvent.keyboard('{Enter}');
    await expect.element(alertOf('密码至少 8 个字符')).toBeVisible();
    await expect.element(field('设置密码')).toHaveFocus();
    await field('设置密码').fill('潮起潮落 8 times');
    await userEvent.keyboard('{Enter}');
    await arrives();
    expect(tokenCalls()).toEqual([
      expect.objectContaining({
        grant_type: 'register',
        phone: mobile,
        value: '123456',
        password: '潮起潮落 8 times',
        nickname: '听潮人𠮷',
        agreement: 'agreement-2026-11',
        privacy: 'privacy-2026-11',
      }),
    ]);
  });

  test('shows a wrong code at its field and keeps all values', async () => {
    refuseLogIn('验证码不正确');
    const { mobile } = newMember();
    await open('register');
    await field('手机号').fill(mobile);
    await field('短信验证码').fill('000000');
    await field('设置密码').fill('潮起潮落 8 times');
    await consent().click();
    await button('注册').click();
    await expect.element(alertOf('验证码不正确')).toBeVisible();
    await expect.element(field('短信验证码')).toHaveFocus();
    await expect.element(field('手机号')).toHaveValue(mobile);
    await expect.element(field('设置密码')).toHaveValue('潮起潮落 8 times');
    await expect.element(consent()).toBeChecked();
  });
});

describe('the log-in form by SMS', () => {
  test('requires consent, and sends the number without prefix and spaces', async () => {
    const { mobile } = acceptLogIn();
    await open('sms');
    await expect.element(tab('短信登录')).toHaveAttribute('aria-selected', 'true');
    await field('手机号').fill(`+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`);
    await field('短信验证码').fill('123456');
    await button('登录').click();
    await expect.element(alertOf('请先阅读并勾选同意')).toBeVisible();
    await expect.element(consent()).toHaveFocus();
    expect(tokenCalls()).toEqual([]);
    await userEvent.keyboard(' ');
    await button('登录').click();
    await arrives();
    expect(tokenCalls()).toMatchObject([{ grant_type: 'sms_code', phone: mobile, value: '123456' }]);
  });

  test('asks for consent to a changed text, and sends the new version', async () => {
    refuseLogIn('《用户协议》或《隐私政策》已更新，请重新阅读并同意', {
      error: 'consent_required',
    });
    await open('sms');
    answer('GET /reception/getAgreement', ({ query }) => ({
      kind: query.kind === 'privacy' ? 'privacy' : 'agreement',
      version: 'of today',
      title: '协议',
      body: '',
      effectiveAt: '2026-12-01T00:00:00+08:00',
    }));
    await field('手机号').fill(newMember().mobile);
    await field('短信验证码').fill('123456');
    await consent().click();
    await button('登录').click();
    await expect.element(alertOf('已更新，请重新阅读并同意')).toBeVisible();
    // The member had agreed to the old text.
    await expect.element(consent()).not.toBeChecked();
    acceptLogIn();
    await consent().click();
    await button('登录').click();
    await arrives();
    expect(tokenCalls().at(-1)).toMatchObject({ agreement: 'of today', privacy: 'of today' });
  });
});

describe('the log-in form by e-mail', () => {
  test.for(widths)('checks the address, requests a code for it and logs in, %i px wide', async (width) => {
    await page.viewport(width, 740);
    acceptLogIn();
    await open('mail');
    await expect.element(tab('邮箱登录')).toHaveAttribute('aria-selected', 'true');
    await field('邮箱').fill('anna');
    await button('获取验证码').click();
    await expect.element(alertOf('邮箱不正确')).toBeVisible();
    await field('邮箱').fill(' anna@example.cn ');
    await button('获取验证码').click();
    await expect
      .element(page.getByRole('status').filter({ hasText: '验证码已发往 anna@example.cn' }))
      .toBeVisible();
    expect(callsTo('POST /blade-auth/oauth/sms/send-validate')).toMatchObject([
      { body: { email: 'anna@example.cn', purpose: 'login' } },
    ]);
    await expectAccessible();
    expectNoSidewaysScroll();
    await button('登录').click();
    await expect.element(alertOf('请填写邮件验证码')).toBeVisible();
    await field('邮件验证码').fill('123456');
    await consent().click();
    await button('登录').click();
    await arrives();
    expect(tokenCalls()).toMatchObject([
      { grant_type: 'email_code', email: 'anna@example.cn', value: '123456', privacy: 'privacy-2026-11' },
    ]);
  });

  test('is not offered where every account has a mobile number', async () => {
    answer('GET /reception/loginOptions', {
      sms: true,
      wechat: true,
      wechatInside: false,
      mail: false,
      outbox: true,
    });
    await open('mail');
    await expect.element(tab('密码登录')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab('邮箱登录')).not.toBeInTheDocument();
  });
});

describe('the log-in form by password', () => {
  test('shows a wrong password at its field', async () => {
    refuseLogIn('手机号或密码不正确');
    await open();
    await field('手机号').fill(newMember().mobile);
    await field('密码').fill('不是它');
    await userEvent.keyboard('{Enter}');
    await expect.element(alertOf('手机号或密码不正确')).toBeVisible();
    await expect.element(field('密码')).toHaveFocus();
  });

  test('solves a proof of work when the server requires one', async () => {
    const { mobile } = newMember();
    answer('POST /blade-auth/oauth/token', ({ body }) =>
      body.proof
        ? { error_code: 400, error_description: '手机号或密码不正确' }
        : { error_code: 400, error: 'proof_required', error_description: '请完成安全验证后再登录' },
    );
    await open();
    await field('手机号').fill(mobile);
    await field('密码').fill('也不是它');
    await userEvent.keyboard('{Enter}');
    await expect.element(alertOf('手机号或密码不正确')).toBeVisible();
    expect(tokenCalls()).toMatchObject([
      { username: mobile },
      { username: mobile, proof: expect.stringMatching(/./) },
    ]);
  });

  test('tells password managers the purpose of each field, and never puts a field into the address', async () => {
    await open();
    await expect.element(field('手机号')).toHaveAttribute('autocomplete', 'username');
    await expect.element(field('密码')).toHaveAttribute('autocomplete', 'current-password');
    expect(document.querySelector('form')?.method).toBe('post');
    await button('注册').click();
    await expect.element(field('手机号')).toHaveAttribute('autocomplete', 'username');
    await expect.element(field('短信验证码')).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(field('设置密码')).toHaveAttribute('autocomplete', 'new-password');
    expect(document.querySelector('form')?.method).toBe('post');
  });

  test('the arrow keys move between the log-in methods', async () => {
    await open();
    await tab('密码登录').click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab('短信登录')).toHaveFocus();
    await expect.element(page.getByRole('tabpanel', { name: '短信登录' })).toBeVisible();
  });
});

test.for(widths)('the second factor is requested in its own step, %i px wide', async (width) => {
  await page.viewport(width, 740);
  refuseLogIn('请输入身份验证器上的 6 位动态码，或一个恢复码', { error: 'totp_required' });
  const member = newMember();
  await open();
  await field('手机号').fill(member.mobile);
  await field('密码').fill('潮起潮落 8 times');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading()).toHaveTextContent('两步验证');
  await expect.element(field('动态验证码')).toHaveFocus();
  await expectAccessible();
  expectNoSidewaysScroll();
  refuseLogIn('动态码不正确，请输入最新的一个');
  await field('动态验证码').fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(alertOf('动态码')).toBeVisible();
  acceptLogIn(member);
  await field('动态验证码').fill('abcd-efgh');
  await userEvent.keyboard('{Enter}');
  await arrives();
  expect(tokenCalls().at(-1)).toMatchObject({
    grant_type: 'password',
    username: member.mobile,
    totp: 'abcdefgh',
  });
});

test.for(widths)('an account awaiting deletion can be kept after the log-in, %i px wide', async (width) => {
  await page.viewport(width, 740);
  const { mobile } = acceptLogIn(newMember(), { deletion_due_at: '2026-12-01T08:00:00+08:00' });
  answer('POST /member/cancelDeletion', true);
  await open();
  await field('手机号').fill(mobile);
  await field('密码').fill('潮起潮落 8 times');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading()).toHaveTextContent('账号正在注销');
  await expect.element(page.getByText('将于 2026 年 12 月 1 日')).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
  await button('撤销注销').click();
  await arrives();
  await expect.element(page.getByText('已撤销注销')).toBeVisible();
  expect(callsTo('POST /member/cancelDeletion')).toHaveLength(1);
});

describe('the log-in by WeChat', () => {
  const frame = () => document.querySelector<HTMLIFrameElement>('iframe[title="微信扫码登录"]');
  const frameLoaded = async () => {
    await expect.poll(frame).not.toBeNull();
    await expect.element(page.getByText('正在打开微信二维码')).not.toBeInTheDocument();
  };
  /** Posts a message from inside the frame, as the callback page does. */
  const postFromFrame = (message: object) => {
    const script = `parent.postMessage(${JSON.stringify({ type: 'wechat', ...message })}, location.origin)`;
    const { contentDocument: inside } = frame() ?? {};
    inside?.body.appendChild(Object.assign(inside.createElement('script'), { textContent: script }));
  };
  let states = 0;

  beforeEach(() => {
    answer('GET /reception/wechat/parameters', () => {
      states += 1;
      return {
        appId: 'wx0',
        scope: 'snsapi_login',
        redirectUri: `${location.origin}/wechat/callback`,
        state: `state0000000000000${states}`,
        origin: location.origin,
      };
    });
  });

  test.for(widths)('shows a frame of 300 × 400 without border and scrolling, %i px wide', async (width) => {
    await page.viewport(width, 740);
    await open('wechat');
    await frameLoaded();
    const element = frame();
    if (!element) throw new Error('no frame');
    expect(element.getBoundingClientRect()).toMatchObject({ width: 300, height: 400 });
    expect(getComputedStyle(element).borderTopWidth).toBe('0px');
    expect(element.getAttribute('scrolling')).toBe('no');
    const address = new URL(element.src);
    expect(address.pathname).toBe('/connect/qrconnect');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      scope: 'snsapi_login',
      login_type: 'jssdk',
      self_redirect: 'true',
      rst: '',
      state: expect.stringMatching(/^[A-Za-z0-9]{16,128}$/),
    });
    await expectAccessible('iframe');
    expectNoSidewaysScroll();
  });

  test.for(widths)('shows a refusal and offers another code, %i px wide', async (width) => {
    await page.viewport(width, 740);
    await open('wechat');
    await frameLoaded();
    const before = frame()?.src;
    postFromFrame({ refused: true });
    await expect.element(alertOf('已取消')).toBeVisible();
    await expectAccessible();
    await button('重新扫码').click();
    await frameLoaded();
    expect(frame()?.src).not.toBe(before);
  });

  test('shows that the code failed to load, and tries again', async () => {
    const parameters = answer('GET /reception/wechat/parameters', networkError());
    await open('wechat');
    await expect.element(alertOf('没有取到二维码')).toBeVisible();
    answer('GET /reception/wechat/parameters', parameters);
    await button('重新扫码').click();
    await frameLoaded();
  });

  test('ignores messages that do not come from the callback page in the frame', async () => {
    await open('wechat');
    await frameLoaded();
    window.postMessage({ type: 'wechat', code: 'c', state: 's' }, location.origin);
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.getByText('已扫码').query()).toBeNull();
    expect(tokenCalls()).toEqual([]);
  });

  test.for(widths)('asks a new person for their mobile number, %i px wide', async (width) => {
    await page.viewport(width, 740);
    refuseLogIn('请绑定手机号', { error: 'bind_required', bindTicket: 'ticket', nickname: '顾知白' });
    await open('wechat');
    await frameLoaded();
    postFromFrame({ code: 'c', state: 's' });
    await expect.element(heading()).toHaveTextContent('绑定手机号');
    await expect.element(page.getByText('微信用户“顾知白”')).toBeVisible();
    await expect.element(field('手机号')).toHaveFocus();
    await expectAccessible();
    expectNoSidewaysScroll();
    const { mobile } = acceptLogIn();
    await field('手机号').fill(mobile);
    await field('短信验证码').fill('123456');
    await consent().click();
    await button('绑定并登录').click();
    await arrives();
    expect(tokenCalls()).toMatchObject([
      { grant_type: 'social', source: 'wechat', code: 'c', state: 's' },
      { grant_type: 'social', bindTicket: 'ticket', phone: mobile, value: '123456' },
    ]);
  });
});

describe('inside WeChat', () => {
  const allMethods = { sms: true, wechat: true, wechatInside: true, mail: false, outbox: false };
  afterEach(() => vi.restoreAllMocks());

  test.for(widths)('one tap leads to WeChat with the address to return to, %i px wide', async (width) => {
    await page.viewport(width, 740);
    becomeWechat();
    answer('GET /reception/loginOptions', allMethods);
    answer('GET /reception/wechat/authorize', { address: '#at-wechat' });
    await open();
    await expect.element(button('微信一键登录')).toBeVisible();
    await expect.element(tab('微信扫码')).not.toBeInTheDocument();
    await expectAccessible();
    expectNoSidewaysScroll();
    await button('微信一键登录').click();
    await expect.poll(() => location.hash).toBe('#at-wechat');
    expect(callsTo('GET /reception/wechat/authorize')).toMatchObject([{ query: { returnTo: target } }]);
  });

  test('logs in with the code that WeChat returned, and goes on to the exact address', async () => {
    becomeWechat();
    acceptLogIn();
    answer('GET /reception/loginOptions', allMethods);
    sessionStorage.setItem('wechat', JSON.stringify({ type: 'wechat', code: 'c', state: 's' }));
    await open('wechat');
    await arrives();
    expect(tokenCalls()).toMatchObject([
      { grant_type: 'social', source: 'wechat', code: 'c', state: 's', returnTo: target },
    ]);
  });

  test('leads a new person to WeChat’s question, and then asks for a number', async () => {
    becomeWechat();
    answer('GET /reception/loginOptions', allMethods);
    refuseLogIn('请在微信里同意授权', { error: 'profile_required', authorizeAddress: '#asks' });
    sessionStorage.setItem('wechat', JSON.stringify({ type: 'wechat', code: 'c', state: 's' }));
    await open('wechat');
    await expect.poll(() => location.hash).toBe('#asks');
  });

  test('shows a refusal, and can be tried again', async () => {
    becomeWechat();
    answer('GET /reception/loginOptions', allMethods);
    sessionStorage.setItem('wechat', JSON.stringify({ type: 'wechat', refused: true }));
    await open('wechat');
    await expect.element(alertOf('你在微信里取消了登录')).toBeVisible();
    await expect.element(button('微信一键登录')).toBeEnabled();
  });

  test('offers no tap where the site has no service account, and no other browser offers it', async () => {
    answer('GET /reception/loginOptions', allMethods);
    await open();
    await expect.element(tab('微信扫码')).toBeVisible();
    await expect.element(button('微信一键登录')).not.toBeInTheDocument();
  });
});
