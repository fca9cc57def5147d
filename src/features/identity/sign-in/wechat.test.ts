import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { runOverlapping } from '#testing/run-overlapping.ts';
import { startStandInServer } from '#testing/stand-in-server.ts';
import { generateTotpSecret } from '../account/totp.ts';
import { startWechatSandbox, type WechatSandbox } from '../sandbox/wechat.ts';

let portal: Portal;
let wechat: WechatSandbox;
let now = Date.now();
beforeAll(async () => {
  const { wechatSandbox } = loadConfig({ WECHAT_SANDBOX_PORT: '1', DATA_DIR: '/nowhere' });
  if (!wechatSandbox) throw new Error('a demo portal has a sandbox');
  wechat = await startWechatSandbox({ ...wechatSandbox, port: 0, now: () => now });
  portal = await openPortal({ ...relaxedCodeLimits, WECHAT_SANDBOX_PORT: String(wechat.port) });
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});
beforeEach(async () => {
  now = Date.now();
  // All tests scan as the same few people, so their bindings are removed; a published text would require their consent.
  await portal.ctx.db.deleteFrom('external_accounts').execute();
  await portal.ctx.db.deleteFrom('agreements').execute();
});

type Browser = { cookie: string };
type Frame = { appId: string; scope: string; redirectUri: string; state: string; origin: string };

let serial = 0;
function newPhone(): string {
  serial += 1;
  return `136${String(serial).padStart(8, '0')}`;
}

async function openFrame(
  browser: Browser,
  { purpose = 'login', token }: { purpose?: string; token?: string } = {},
): Promise<Frame> {
  const { body, headers } = await portal.call('GET /reception/wechat/parameters', {
    query: { purpose },
    headers: { cookie: browser.cookie },
    ...(token ? { token } : {}),
  });
  browser.cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return body.data;
}

/** Scans as a person. @returns the address to which WeChat redirects the browser */
async function scan({ appId, scope, redirectUri, state, origin }: Frame, person: string): Promise<URL> {
  const query = new URLSearchParams({
    appid: appId,
    scope,
    redirect_uri: redirectUri,
    state,
    self_redirect: 'true',
  });
  const page = await (await fetch(`${origin}/connect/qrconnect?${query}`)).text();
  expect(page).toContain(`value="${person}"`);
  const body = new URLSearchParams({ appid: appId, redirect_uri: redirectUri, state, person });
  const back = await fetch(`${origin}/connect/confirm`, { method: 'POST', body, redirect: 'manual' });
  return new URL(back.headers.get('location') ?? '');
}

async function social(browser: Browser, fields: Record<string, string>) {
  const { body } = await portal.call('POST /blade-auth/oauth/token', {
    body: { grant_type: 'social', source: 'wechat', ...fields },
    headers: { cookie: browser.cookie },
  });
  return body;
}

const send = async (fields: Record<string, string>) =>
  (await portal.call('POST /blade-auth/oauth/token', { body: { grant_type: 'social', ...fields } })).body;

const parametersOf = (url: URL) => Object.fromEntries(url.searchParams) as { code: string; state: string };

async function logInAs(person: string, browser: Browser = { cookie: '' }) {
  return social(browser, parametersOf(await scan(await openFrame(browser), person)));
}

/** Calls that prove these numbers overlap: each has found the person unbound when the first one goes on. */
const proveOverlapping = <T>(phones: string[], calls: (() => Promise<T>)[]): Promise<T[]> =>
  runOverlapping(
    portal,
    (trx) =>
      trx
        .selectFrom('verification_codes')
        .select('id')
        .where('recipient', 'in', phones)
        .forUpdate()
        .execute(),
    calls,
  );

describe('opening the WeChat frame', () => {
  test('returns WeChat’s parameters and sets a cookie that scripts cannot read', async () => {
    const { body, headers } = await portal.call('GET /reception/wechat/parameters');
    expect(body.data).toMatchObject({
      scope: 'snsapi_login',
      redirectUri: 'http://localhost/api/blade-auth/oauth/callback/wechat',
      origin: wechat.origin,
    });
    expect(body.data.state).toMatch(/^[A-Za-z0-9]{32,128}$/);
    expect(headers['set-cookie']).toMatch(
      /^GL-OAUTH=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  test('for binding requires a session', async () => {
    const answer = await portal.call('GET /reception/wechat/parameters', { query: { purpose: 'bind' } });
    expect(answer.status).toBe(401);
  });

  test('returns 404 if the publisher has no WeChat application', async () => {
    const bare = await openPortal();
    const answer = await bare.call('GET /reception/wechat/parameters');
    expect(answer.status).toBe(404);
    expect(answer.body.msg).toBe('本站没有开通微信登录');
    expect((await bare.call('GET /reception/loginOptions')).body.data).toMatchObject({ wechat: false });
    await bare.close();
  });
});

describe('logging in by WeChat', () => {
  test('registers a new person who proves a number and agrees, and recognises them afterwards', async () => {
    const bindRequired = await logInAs('gu');
    expect(bindRequired).toMatchObject({ error_code: 400, error: 'bind_required', nickname: '顾知白' });
    const phone = newPhone();
    const value = await receiveCode(portal, { phone, purpose: 'bind' });
    const fields = { grant_type: 'social', bindTicket: bindRequired.bindTicket, phone, value };
    const { body } = await portal.call('POST /blade-auth/oauth/token', { body: fields });
    expect(body).toMatchObject({ token_type: 'bearer', account: phone, nick_name: '顾知白' });
    expect(await logInAs('gu')).toMatchObject({ user_id: body.user_id });
    const again = await portal.call('POST /blade-auth/oauth/token', { body: fields });
    expect(again.body).toMatchObject({
      error_code: 400,
      error_description: expect.stringContaining('微信登录'),
    });
  });

  test('binds the person to the member whose number they prove', async () => {
    const { memberId } = await logIn(portal);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    const { bindTicket } = await logInAs('lin');
    const value = await receiveCode(portal, { phone: mobile, purpose: 'bind' });
    const { body } = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'social', bindTicket, phone: mobile, value },
    });
    expect(body.user_id).toBe(memberId);
    expect(await logInAs('lin')).toMatchObject({ user_id: memberId });
  });

  test('binds one of two people who prove the same number concurrently, and gives the other an error', async () => {
    const phone = newPhone();
    const tickets = await Promise.all(['new', 'new'].map((person) => logInAs(person)));
    const value = await receiveCode(portal, { phone, purpose: 'bind' });
    const answers = await Promise.all(
      tickets.map(({ bindTicket }) =>
        portal.call('POST /blade-auth/oauth/token', {
          body: { grant_type: 'social', bindTicket, phone, value },
        }),
      ),
    );
    const words = answers.map(({ body }) => body.error_description ?? 'in').sort();
    expect(words).toEqual(['in', '验证码不正确或已失效，请核对，或重新获取']);
    const rows = await portal.ctx.db.selectFrom('members').select('id').where('mobile', '=', phone).execute();
    expect(rows).toHaveLength(1);
  });

  test('rejects a number that is bound to another WeChat person', async () => {
    const phone = newPhone();
    const bind = async () => {
      const { bindTicket } = await logInAs('new');
      const value = await receiveCode(portal, { phone, purpose: 'bind' });
      const fields = { grant_type: 'social', bindTicket, phone, value };
      return (await portal.call('POST /blade-auth/oauth/token', { body: fields })).body;
    };
    expect(await bind()).toHaveProperty('access_token');
    expect((await bind()).error_description).toContain('已绑定其他微信');
  });

  test('binds a person who proves two numbers concurrently to one of them and leaves no extra member', async () => {
    const phones = [newPhone(), newPhone()];
    const browser = { cookie: '' };
    const answers = [await logInAs('ji', browser), await logInAs('ji', browser)];
    const fields = [];
    for (const [place, phone] of phones.entries())
      fields.push({
        grant_type: 'social',
        bindTicket: answers[place].bindTicket,
        phone,
        value: await receiveCode(portal, { phone, purpose: 'bind' }),
      });
    const bound = await proveOverlapping(
      phones,
      fields.map((body) => () => portal.call('POST /blade-auth/oauth/token', { body })),
    );
    const words = bound.map(({ body }) => body.error_description ?? 'in').sort();
    expect(words).toEqual(['in', '这个微信刚刚已绑定另一个账号，请重新扫码登录']);
    const members = await portal.ctx.db
      .selectFrom('members')
      .select('id')
      .where('mobile', 'in', phones)
      .execute();
    expect(members).toHaveLength(1);
  });

  test('continues with a ticket for the second factor; a wrong factor keeps the ticket, and it works once', async () => {
    const phone = newPhone();
    const bindRequired = await logInAs('zhou');
    const value = await receiveCode(portal, { phone, purpose: 'bind' });
    const bound = await send({ bindTicket: bindRequired.bindTicket, phone, value });
    const secret = generateTotpSecret();
    await portal.ctx.db
      .updateTable('members')
      .set({ totp_secret: secret, totp_enabled_at: new Date() })
      .where('id', '=', bound.user_id)
      .execute();
    const needed = await logInAs('zhou');
    expect(needed).toMatchObject({ error: 'totp_required', bindTicket: expect.any(String) });
    expect(await send({ bindTicket: needed.bindTicket })).toMatchObject({ error: 'totp_required' });
    const guess = await send({ bindTicket: needed.bindTicket, totp: '000000' });
    expect(guess.error_description).toContain('动态码不正确');
    const totp = new TOTP({ secret }).generate();
    expect(await send({ bindTicket: needed.bindTicket, totp })).toMatchObject({ user_id: bound.user_id });
    expect((await send({ bindTicket: needed.bindTicket, totp })).error_description).toContain(
      '微信登录已过期',
    );
  });

  test('continues with a ticket for consent to a newer text, before it consumes the second factor', async () => {
    const { db } = portal.ctx;
    const phone = newPhone();
    const bindRequired = await logInAs('zhou');
    const value = await receiveCode(portal, { phone, purpose: 'bind' });
    const bound = await send({ bindTicket: bindRequired.bindTicket, phone, value });
    const consent = { member_id: bound.user_id, kind: 'privacy', version: '1', address: '' };
    await db.insertInto('consents').values(consent).execute();
    const text = {
      kind: 'privacy',
      version: '2',
      title: '隐私政策',
      body: '<p>新</p>',
      effective_at: new Date(),
    };
    await db.insertInto('agreements').values(text).execute();

    const stale = await logInAs('zhou');
    expect(stale).toMatchObject({ error: 'consent_renewal', bindTicket: expect.any(String) });
    expect(await send({ bindTicket: stale.bindTicket })).toMatchObject({ error: 'consent_renewal' });
    const secret = generateTotpSecret();
    await db
      .updateTable('members')
      .set({ totp_secret: secret, totp_enabled_at: new Date() })
      .where('id', '=', bound.user_id)
      .execute();
    const ticket = { bindTicket: stale.bindTicket, totp: new TOTP({ secret }).generate() };
    expect(await send(ticket)).toMatchObject({ error: 'consent_renewal' });
    expect(await send({ ...ticket, privacy: '2' })).toMatchObject({ user_id: bound.user_id });
  });

  test('reports a refusal on the WeChat page, which returns no code', async () => {
    const browser = { cookie: '' };
    const back = parametersOf(await scan(await openFrame(browser), 'refuse'));
    expect(back).not.toHaveProperty('code');
    const answer = await social(browser, { state: back.state });
    expect(answer.error_description).toBe('没有得到微信授权，请重新扫码并同意');
  });

  test('rejects a blocked member', async () => {
    const phone = newPhone();
    const { bindTicket } = await logInAs('zhou');
    const value = await receiveCode(portal, { phone, purpose: 'bind' });
    const { body } = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'social', bindTicket, phone, value },
    });
    await portal.ctx.db
      .updateTable('members')
      .set({ blocked_at: new Date() })
      .where('id', '=', body.user_id)
      .execute();
    expect((await logInAs('zhou')).error_description).toBe('账号已停用，请联系编辑部');
  });
});

/** Moves every used state into the past. */
const useEarlier = (ms: number) =>
  sql`update oauth_states set expires_at = expires_at - ${ms} * interval '1 millisecond' where used_at is not null`.execute(
    portal.ctx.db,
  );

describe('state', () => {
  test('works once', async () => {
    const browser = { cookie: '' };
    const back = parametersOf(await scan(await openFrame(browser), 'ji'));
    expect((await social(browser, back)).error).toBe('bind_required');
    const again = parametersOf(await scan(await openFrame(browser), 'ji'));
    const mixed = await social(browser, { ...back, code: again.code });
    expect(mixed.error_description).toContain('微信登录状态');
    await useEarlier(30_001);
    expect((await social(browser, back)).error_description).toContain('微信登录状态');
  });

  test('gives the same browser the same ticket again when the callback is loaded twice', async () => {
    const browser = { cookie: '' };
    const back = parametersOf(await scan(await openFrame(browser), 'ji'));
    const [first, second] = await Promise.all([social(browser, back), social(browser, back)]);
    expect(first).toMatchObject({ error: 'bind_required', bindTicket: expect.any(String) });
    expect(second).toEqual(first);
    expect((await social({ cookie: '' }, back)).error_description).toContain('微信登录状态');
    expect(await social(browser, back)).toEqual(first);
    const phone = newPhone();
    const value = await receiveCode(portal, { phone, purpose: 'bind' });
    expect(await send({ bindTicket: first.bindTicket, phone, value })).toHaveProperty('access_token');
    expect((await social(browser, back)).error_description).toContain('微信登录状态');
  });

  test('from another browser is rejected and spent', async () => {
    const mine = { cookie: '' };
    const theirs = { cookie: '' };
    await openFrame(mine);
    const back = parametersOf(await scan(await openFrame(theirs), 'ji'));
    expect((await social(mine, back)).error_description).toContain('不属于这个浏览器');
    expect((await social(theirs, back)).error_description).toContain('微信登录状态');
    expect((await social({ cookie: '' }, back)).error_description).toContain('微信登录状态');
  });

  test('that is unknown or older than ten minutes is rejected', async () => {
    const browser = { cookie: '' };
    const back = parametersOf(await scan(await openFrame(browser), 'ji'));
    const invented = await social(browser, { ...back, state: 'a'.repeat(64) });
    expect(invented.error_description).toContain('微信登录状态');
    await portal.ctx.db.updateTable('oauth_states').set({ expires_at: new Date() }).execute();
    expect((await social(browser, back)).error_description).toContain('微信登录状态');
  });

  test('stays valid when another frame is opened', async () => {
    const browser = { cookie: '' };
    const first = await openFrame(browser);
    await openFrame(browser);
    expect((await social(browser, parametersOf(await scan(first, 'ji')))).error).toBe('bind_required');
  });

  test('for binding does not log in, and one for logging in does not bind', async () => {
    const { token } = await logIn(portal);
    const browser = { cookie: '' };
    const forBinding = parametersOf(await scan(await openFrame(browser, { purpose: 'bind', token }), 'ji'));
    expect((await social(browser, forBinding)).error_description).toContain('微信登录状态');
    const forLogin = parametersOf(await scan(await openFrame(browser), 'ji'));
    expect((await bind(browser, token, forLogin)).body.msg).toContain('微信登录状态');
  });
});

const bind = (browser: Browser, token: string, body: object) =>
  portal.call('POST /member/bindWechat', { body, token, headers: { cookie: browser.cookie } });

describe('binding WeChat', () => {
  test('binds the caller, rejects another member’s person and a second person, and can be undone', async () => {
    const [one, two] = [await logIn(portal), await logIn(portal)];
    const bindAs = async (token: string, person: string) => {
      const browser = { cookie: '' };
      const frame = await openFrame(browser, { purpose: 'bind', token });
      return bind(browser, token, parametersOf(await scan(frame, person)));
    };
    expect((await bindAs(one.token, 'ji')).body.data).toBe(true);
    expect((await bindAs(one.token, 'ji')).body.data).toBe(true);
    expect(await logInAs('ji')).toMatchObject({ user_id: one.memberId });
    const others = await bindAs(two.token, 'ji');
    expect([others.status, others.body.msg]).toEqual([409, expect.stringContaining('已绑定其他账号')]);
    const second = await bindAs(one.token, 'new');
    expect([second.status, second.body.msg]).toEqual([409, expect.stringContaining('请先解除绑定')]);
    expect((await portal.call('POST /member/unbindWechat', { token: one.token })).body.data).toBe(true);
    expect((await logInAs('ji')).error).toBe('bind_required');
  });

  test('rejects the state that another member’s frame was opened with', async () => {
    const [one, two] = [await logIn(portal), await logIn(portal)];
    const browser = { cookie: '' };
    const frame = await openFrame(browser, { purpose: 'bind', token: one.token });
    const answer = await bind(browser, two.token, parametersOf(await scan(frame, 'new')));
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining('微信登录状态')]);
    expect((await portal.call('POST /member/bindWechat', { body: {} })).status).toBe(401);
    expect((await portal.call('POST /member/unbindWechat')).status).toBe(401);
    const bare = await portal.call('POST /member/bindWechat', { body: {}, token: one.token });
    expect([bare.status, bare.body.msg]).toEqual([400, '请提供授权码']);
  });
});

describe('errors from WeChat in Chinese', () => {
  test('covers a used, an invented and an expired code', async () => {
    const browser = { cookie: '' };
    const { code, state } = parametersOf(await scan(await openFrame(browser), 'ji'));
    expect((await social(browser, { code, state })).error).toBe('bind_required');
    const another = async () => (await openFrame(browser)).state;
    const qrCodeExpired = '二维码已失效，请重新扫码';
    expect((await social(browser, { code, state: await another() })).error_description).toBe(qrCodeExpired);
    expect((await social(browser, { code: 'invented', state: await another() })).error_description).toBe(
      qrCodeExpired,
    );
    const late = parametersOf(await scan(await openFrame(browser), 'ji'));
    now += 10 * 60_000;
    expect((await social(browser, late)).error_description).toBe(qrCodeExpired);
  });

  let standIn: Awaited<ReturnType<typeof startStandInServer>>;
  let other: Portal;
  beforeAll(async () => {
    standIn = await startStandInServer();
    other = await openPortal({
      WECHAT_APP_ID: 'wx1',
      WECHAT_APP_SECRET: 's3cret',
      WECHAT_API: standIn.origin,
    });
  });
  afterAll(async () => {
    await other.close();
    await standIn.close();
  });

  test.each([
    [{ errcode: 40013, errmsg: 'invalid appid' }, '微信登录配置有误（AppID），请联系编辑部'],
    [{ errcode: 40125, errmsg: 'invalid appsecret' }, '微信登录配置有误（AppSecret），请联系编辑部'],
    [{ errcode: 42001, errmsg: 'expired' }, '微信授权已过期，请重新扫码'],
    [{ errcode: 45011, errmsg: 'api minute-quota' }, '微信登录太频繁，请稍后再试'],
    [{ errcode: 48001, errmsg: 'api unauthorized' }, '微信没有授权本站登录，请联系编辑部'],
    [{ errcode: -1, errmsg: 'system error' }, '微信系统繁忙，请稍后再试'],
    [{ errcode: 99999, errmsg: '?' }, '微信登录没有成功（99999），请重新扫码'],
    ['<html>502 Bad Gateway</html>', '微信暂时没有响应，请稍后再试'],
    [{ access_token: 'a', openid: 'b' }, '微信的回答无法识别，请稍后再试'],
  ])('covers %j', async (reply, words) => {
    standIn.requests.length = 0;
    standIn.answer(() => ({ body: reply }));
    const opened = await other.call('GET /reception/wechat/parameters');
    expect(opened.body.data).toMatchObject({ appId: 'wx1', origin: 'https://open.weixin.qq.com' });
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    const { body } = await other.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'social', source: 'wechat', code: 'c', state: opened.body.data.state },
      headers: { cookie },
    });
    expect(body).toEqual({ error_code: 400, error_description: words });
    expect(standIn.requests[0]?.url).toBe(
      '/sns/oauth2/access_token?appid=wx1&secret=s3cret&code=c&grant_type=authorization_code',
    );
  });
});

test('the sandbox rejects what WeChat rejects', async () => {
  const { appId, scope, redirectUri, state, origin } = await openFrame({ cookie: '' });
  const open = async (change: Record<string, string>) => {
    const query = new URLSearchParams({ appid: appId, scope, redirect_uri: redirectUri, state, ...change });
    return (await fetch(`${origin}/connect/qrconnect?${query}`)).text();
  };
  expect(await open({ lang: 'en' })).toContain('WeChat Login');
  expect(await open({ appid: 'wx' })).toContain('AppID 参数错误');
  expect(await open({ scope: 'snsapi_base' })).toContain('Scope 参数错误');
  expect(await open({ redirect_uri: 'javascript:alert(1)' })).toContain('redirect_uri 参数错误');
  expect(await open({ state: '"><script>' })).not.toContain('<script>');
  const fetchJson = async (path: string) => (await fetch(`${origin}/sns/${path}`)).json();
  expect(await fetchJson(`oauth2/access_token?appid=${appId}&secret=wrong`)).toMatchObject({
    errcode: 40125,
  });
  expect(await fetchJson('oauth2/access_token?appid=wrong')).toMatchObject({ errcode: 40013 });
  expect(await fetchJson('userinfo?access_token=wrong')).toMatchObject({ errcode: 40001 });
});
