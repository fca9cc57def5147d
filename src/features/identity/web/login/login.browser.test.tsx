import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError } from '#testing/browser/api.ts';
import { answerMember, currentAddress, grantFor, newMember, openSite } from '#testing/browser/open-site.ts';
import { alertOf, answerCodes, answerLoginPage, button, field } from '#testing/browser/sign-in.ts';
import { becomeWechat } from '#testing/browser/wechat-browser.ts';

const heading = () => page.getByRole('heading', { level: 1 });
const tab = (name: string) => page.getByRole('tab', { name });
const consent = () => page.getByRole('checkbox', { name: '已阅读并同意' });
const sendButton = () => page.getByRole('button', { name: /获取验证码|秒后重发/ });
const press = (keys: string) => userEvent.keyboard(keys);

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
const codeCalls = () => callsTo('POST /blade-auth/oauth/sms/send-validate').map(({ body }) => body);

beforeEach(() => {
  answerLoginPage();
  answerCodes();
});

test('the registration form names every wrong field and keeps the others', { tags: ['strict'] }, async () => {
  const { mobile } = newMember();
  await open('register');
  await expect.element(heading()).toHaveTextContent('注册观澜');
  await expect.element(consent()).not.toBeChecked();
  await button('注册').click();
  for (const missing of ['请填写手机号', '请填写短信验证码', '请设置密码', '请先阅读并勾选同意'])
    await expect.element(alertOf(missing)).toBeVisible();
  await expect.element(field('手机号')).toHaveFocus();
  // A screen reader reads the reason with the field.
  await expect.element(field('手机号')).toHaveAccessibleDescription('请填写手机号');
  await expect.element(field('设置密码')).toHaveAccessibleDescription('请设置密码');
  const ring = getComputedStyle(field('手机号').element());
  expect([ring.outlineStyle, Number.parseFloat(ring.outlineWidth) >= 2]).toEqual(['solid', true]);
  expect(tokenCalls()).toEqual([]);
  await expectWellMade();

  for (const [name, autocomplete] of [
    ['手机号', 'username'],
    ['短信验证码', 'one-time-code'],
    ['设置密码', 'new-password'],
  ] as const)
    await expect.element(field(name)).toHaveAttribute('autocomplete', autocomplete);
  // Never puts a field into the address.
  expect(document.querySelector('form')?.method).toBe('post');
  await field('手机号').fill(mobile);
  await field('短信验证码').fill('000000');
  await field('设置密码').fill('短一点');
  await field('昵称').fill('听潮人𠮷');
  await consent().click();
  await field('昵称').click();
  await press('{Enter}');
  await expect.element(alertOf('密码至少 8 个字符')).toBeVisible();
  await expect.element(field('设置密码')).toHaveFocus();
  expect(tokenCalls()).toEqual([]);

  refuseLogIn('验证码不正确');
  await field('设置密码').fill('潮起潮落 8 times');
  await press('{Enter}');
  await expect.element(alertOf('验证码不正确')).toBeVisible();
  await expect.element(field('短信验证码')).toHaveFocus();
  await expect.element(field('手机号')).toHaveValue(mobile);
  await expect.element(field('设置密码')).toHaveValue('潮起潮落 8 times');
  await expect.element(consent()).toBeChecked();

  acceptLogIn();
  await field('短信验证码').fill('123456');
  await press('{Enter}');
  await arrives();
  expect(tokenCalls()).toHaveLength(2);
  expect(tokenCalls().at(-1)).toMatchObject({
    grant_type: 'register',
    phone: mobile,
    value: '123456',
    password: '潮起潮落 8 times',
    nickname: '听潮人𠮷',
    agreement: 'agreement-2026-11',
    privacy: 'privacy-2026-11',
  });
});

test('a code is sent to a number only, and its cooldown holds in every form with that number', async () => {
  const { mobile } = newMember();
  answerCodes({ retryAfter: 60 });
  await open('register');
  await button('获取验证码').click();
  await expect.element(field('手机号')).toHaveFocus();
  expect(codeCalls()).toEqual([]);
  await field('手机号').fill(mobile);
  await button('获取验证码').click();
  await expect.element(sendButton()).toMatchTextContent(/\d+ 秒后重发/);
  await expect.element(page.getByRole('status').filter({ hasText: '验证码已发往' })).toBeVisible();
  expect(codeCalls()).toEqual([{ phone: mobile, purpose: 'register', proof: expect.stringMatching(/./) }]);

  await button('去登录').click();
  await tab('短信登录').click();
  await expect.element(field('手机号')).toHaveValue(mobile);
  await expect.element(sendButton()).toMatchTextContent(/\d+ 秒后重发/);
  await expect.element(sendButton()).toHaveAttribute('aria-disabled', 'true');

  await field('手机号').fill(`+86 ${mobile.slice(0, 3)} ${mobile.slice(3)}`);
  await field('短信验证码').fill('123456');
  await button('登录').click();
  await expect.element(alertOf('请先阅读并勾选同意')).toBeVisible();
  await expect.element(consent()).toHaveFocus();
  expect(tokenCalls()).toEqual([]);

  refuseLogIn('《用户协议》或《隐私政策》已更新，请重新阅读并同意', { error: 'consent_required' });
  answer('GET /reception/getAgreement', ({ query }) => ({
    kind: query.kind === 'privacy' ? 'privacy' : 'agreement',
    version: 'of today',
    title: '协议',
    body: '',
    effectiveAt: '2026-12-01T00:00:00+08:00',
  }));
  await press(' ');
  await button('登录').click();
  await expect.element(alertOf('已更新，请重新阅读并同意')).toBeVisible();
  expect(tokenCalls()).toMatchObject([
    { grant_type: 'sms_code', phone: mobile, value: '123456', agreement: 'agreement-2026-11' },
  ]);
  // The member had agreed to the old text.
  await expect.element(consent()).not.toBeChecked();
  acceptLogIn();
  await consent().click();
  await button('登录').click();
  await arrives();
  expect(tokenCalls().at(-1)).toMatchObject({ agreement: 'of today', privacy: 'of today' });
});

test('the log-in by e-mail checks the address, requests a code for it and logs in', async () => {
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
  expect(codeCalls()).toMatchObject([{ email: 'anna@example.cn', purpose: 'login' }]);
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

test('the log-in by password solves a proof of work, and asks for the second factor in its own step', async () => {
  const member = newMember();
  await open();
  await tab('密码登录').click();
  await press('{ArrowRight}');
  await expect.element(tab('短信登录')).toHaveFocus();
  await expect.element(page.getByRole('tabpanel', { name: '短信登录' })).toBeVisible();
  await press('{ArrowLeft}');
  await expect.element(field('手机号')).toHaveAttribute('autocomplete', 'username');
  await expect.element(field('密码')).toHaveAttribute('autocomplete', 'current-password');
  expect(document.querySelector('form')?.method).toBe('post');

  answer('POST /blade-auth/oauth/token', ({ body }) =>
    body.proof
      ? { error_code: 400, error_description: '手机号或密码不正确' }
      : { error_code: 400, error: 'proof_required', error_description: '请完成安全验证后再登录' },
  );
  await field('手机号').fill(member.mobile);
  await field('密码').fill('不是它');
  await press('{Enter}');
  await expect.element(alertOf('手机号或密码不正确')).toBeVisible();
  await expect.element(field('密码')).toHaveFocus();
  expect(tokenCalls()).toMatchObject([
    { username: member.mobile },
    { username: member.mobile, proof: expect.stringMatching(/./) },
  ]);
  expect(tokenCalls()[0].proof).toBeUndefined();

  refuseLogIn('请输入身份验证器上的 6 位动态码，或一个恢复码', { error: 'totp_required' });
  await field('密码').fill('潮起潮落 8 times');
  await press('{Enter}');
  await expect.element(heading()).toHaveTextContent('两步验证');
  await expect.element(field('动态验证码')).toHaveFocus();
  expect(alertOf(/./).query()).toBeNull();
  await expectAccessible();
  refuseLogIn('动态码不正确，请输入最新的一个', { error: 'totp_required' });
  await field('动态验证码').fill('000000');
  await press('{Enter}');
  await expect.element(alertOf('动态码不正确')).toBeVisible();

  acceptLogIn(member, { deletion_due_at: '2026-12-01T08:00:00+08:00' });
  answer('POST /member/cancelDeletion', true);
  await field('动态验证码').fill('abcd-efgh');
  await press('{Enter}');
  await expect.element(heading()).toHaveTextContent('账号正在注销');
  await expect.element(page.getByText('将于 2026 年 12 月 1 日')).toBeVisible();
  expect(tokenCalls().at(-1)).toMatchObject({
    grant_type: 'password',
    username: member.mobile,
    password: '潮起潮落 8 times',
    totp: 'abcdefgh',
  });
  await button('撤销注销').click();
  await arrives();
  await expect.element(page.getByText('已撤销注销')).toBeVisible();
  expect(callsTo('POST /member/cancelDeletion')).toHaveLength(1);
});

const wechatMethods = { sms: true, wechat: true, wechatInside: true, mail: false, outbox: false };

test('the WeChat frame is 300 × 400 without border and scrolling, and its code logs in', async () => {
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
  answer('GET /reception/loginOptions', wechatMethods);
  answer('GET /reception/wechat/parameters', networkError());
  await open('wechat');
  await expect.element(alertOf('没有取到二维码')).toBeVisible();
  await expect.element(tab('微信扫码')).toBeVisible();
  // Neither what only WeChat's browser offers nor what the site does not.
  expect(button('微信一键登录').query()).toBeNull();
  expect(tab('邮箱登录').query()).toBeNull();
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
  await button('重新扫码').click();
  await frameLoaded();
  const element = frame();
  if (!element) throw new Error('no frame');
  const address = new URL(element.src);
  expect(address.pathname).toBe('/connect/qrconnect');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    scope: 'snsapi_login',
    login_type: 'jssdk',
    self_redirect: 'true',
    rst: '',
    state: expect.stringMatching(/^[A-Za-z0-9]{16,128}$/),
  });
  for (const width of [1440, 360]) {
    await page.viewport(width, 740);
    expect(element.getBoundingClientRect()).toMatchObject({ width: 300, height: 400 });
    expect(getComputedStyle(element).borderTopWidth).toBe('0px');
    expect(element.getAttribute('scrolling')).toBe('no');
    await expectNoSidewaysScroll();
  }

  // Not from the callback page in the frame.
  window.postMessage({ type: 'wechat', code: 'x', state: 'x' }, location.origin);
  postFromFrame({ refused: true });
  await expect.element(alertOf('已取消')).toBeVisible();
  expect(tokenCalls()).toEqual([]);
  const { src: refusedCode } = element;
  await button('重新扫码').click();
  await frameLoaded();
  expect(frame()?.src).not.toBe(refusedCode);

  refuseLogIn('请绑定手机号', { error: 'bind_required', bindTicket: 'ticket', nickname: '顾知白' });
  postFromFrame({ code: 'c', state: 's' });
  await expect.element(heading()).toHaveTextContent('绑定手机号');
  await expect.element(page.getByText('微信用户“顾知白”')).toBeVisible();
  await expect.element(field('手机号')).toHaveFocus();
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

describe('inside WeChat', () => {
  const returnWith = (message: object) =>
    sessionStorage.setItem('wechat', JSON.stringify({ type: 'wechat', ...message }));

  beforeEach(() => {
    becomeWechat();
    answer('GET /reception/loginOptions', wechatMethods);
  });
  afterEach(() => vi.restoreAllMocks());

  test('one tap leads to WeChat with the address to return to, also after a refusal', async () => {
    answer('GET /reception/wechat/authorize', { address: '#at-wechat' });
    returnWith({ refused: true });
    await open('wechat');
    await expect.element(alertOf('你在微信里取消了登录')).toBeVisible();
    await expect.element(tab('微信扫码')).not.toBeInTheDocument();
    await button('微信一键登录').click();
    await expect.poll(() => location.hash).toBe('#at-wechat');
    expect(callsTo('GET /reception/wechat/authorize')).toMatchObject([{ query: { returnTo: target } }]);
    // Without a service account there is no one-tap log-in, and a code on this screen could not be scanned.
    answer('GET /reception/loginOptions', { ...wechatMethods, wechatInside: false });
    await open('wechat');
    await expect.element(page.getByText('微信里扫不了自己屏幕上的二维码')).toBeVisible();
    await expect.element(page.getByText('请改用短信登录')).toBeVisible();
    expect(document.querySelector('iframe')).toBeNull();
    expect(document.body.textContent).not.toContain('正在打开微信二维码');
  });

  test('a returned code leads a new person to WeChat’s question, and logs a known one in', async () => {
    refuseLogIn('请在微信里同意授权', { error: 'profile_required', authorizeAddress: '#asks' });
    returnWith({ code: 'c', state: 's' });
    await open('wechat');
    await expect.poll(() => location.hash).toBe('#asks');
    acceptLogIn();
    returnWith({ code: 'd', state: 't' });
    await open('wechat');
    await arrives();
    expect(tokenCalls()).toMatchObject([
      { grant_type: 'social', source: 'wechat', code: 'c', state: 's', returnTo: target },
      { grant_type: 'social', source: 'wechat', code: 'd', state: 't', returnTo: target },
    ]);
  });
});
