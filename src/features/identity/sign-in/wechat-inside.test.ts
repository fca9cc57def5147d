import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { startWechatSandbox, type WechatSandbox } from '../sandbox/wechat.ts';
import { setFirstAvatar } from './wechat-queries.ts';

let portal: Portal;
let wechat: WechatSandbox;
beforeAll(async () => {
  const { wechatSandbox } = loadConfig({ WECHAT_SANDBOX_PORT: '1', DATA_DIR: '/nowhere' });
  if (!wechatSandbox) throw new Error('a demo portal has a sandbox');
  wechat = await startWechatSandbox({ ...wechatSandbox, port: 0 });
  portal = await openPortal({
    ...relaxedCodeLimits,
    WECHAT_SANDBOX_PORT: String(wechat.port),
    FEED_NETWORKS: '127.0.0.1',
  });
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('external_accounts').execute();
  await portal.ctx.db.deleteFrom('agreements').execute();
  wechat.service.setBoundToPlatform(true);
  wechat.service.become('gu');
});

type Browser = { cookie: string };
let serial = 0;
function newPhone(): string {
  serial += 1;
  return `137${String(serial).padStart(8, '0')}`;
}

/** Asks for the address at WeChat. */
async function begin(browser: Browser, returnTo?: string): Promise<string> {
  const { status, body, headers } = await portal.call('GET /reception/wechat/authorize', {
    ...(returnTo !== undefined && { query: { returnTo } }),
    headers: { cookie: browser.cookie },
  });
  expect(status, body.msg).toBe(200);
  browser.cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return body.data.address;
}
/** Opens an address of WeChat in its browser, allows what it asks, and returns where it leads. */
async function follow(address: string): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  const allowed = /class="allow" href="([^"]+)"/.exec(await answer.text())?.[1]?.replaceAll('&#38;', '&');
  return new URL(answer.headers.get('location') ?? allowed ?? '');
}
async function send(browser: Browser, fields: Record<string, string>) {
  const { body, headers } = await portal.call('POST /blade-auth/oauth/token', {
    body: { grant_type: 'social', source: 'wechat', ...fields },
    headers: { cookie: browser.cookie },
  });
  const cookie = /GL-OAUTH=[\w-]+/.exec(String(headers['set-cookie']))?.[0];
  if (cookie) browser.cookie = cookie;
  return body;
}
const codeOf = (url: URL) => ({
  code: url.searchParams.get('code') ?? '',
  state: url.searchParams.get('state') ?? '',
});
async function tap(browser: Browser = { cookie: '' }, returnTo?: string) {
  return send(browser, codeOf(await follow(await begin(browser, returnTo))));
}
/** Logs a new person in: consent at WeChat, then a number. */
async function register(phone = newPhone()) {
  const browser = { cookie: '' };
  const asked = await tap(browser);
  expect(asked).toMatchObject({ error: 'profile_required' });
  const { bindTicket } = await send(browser, codeOf(await follow(asked.authorizeAddress)));
  const value = await receiveCode(portal, { phone, purpose: 'bind' });
  return send(browser, { bindTicket, phone, value });
}
const accounts = (memberId: string) =>
  portal.ctx.db
    .selectFrom('external_accounts')
    .select(['provider', 'union_id', 'open_id'])
    .where('member_id', '=', memberId)
    .orderBy('provider')
    .execute();

describe('one tap inside WeChat', () => {
  test('asks a new person for name and picture, then for a number, and later for nothing', async () => {
    const phone = newPhone();
    const first = await register(phone);
    expect(first).toMatchObject({ account: phone, nick_name: '顾知白' });
    expect(await accounts(first.user_id)).toMatchObject([
      { provider: 'wechat', union_id: expect.stringMatching(/^uSandbox_gu/) },
      { provider: 'wechat_service', union_id: null, open_id: expect.stringMatching(/^soSandbox_gu/) },
    ]);
    expect(await tap()).toMatchObject({ user_id: first.user_id });
  });

  test('stores the person’s picture here, re-encoded', async () => {
    const { user_id } = await register();
    const avatar = await waitFor(async () => {
      const row = await portal.ctx.db
        .selectFrom('members')
        .select('avatar')
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow();
      expect(row.avatar).toMatch(/^\/files\/.*\.webp$/);
      return row.avatar ?? '';
    });
    const stored = await portal.app.files.read('000000', avatar);
    expect(stored?.toString('latin1', 8, 12)).toBe('WEBP');
  });

  test('sets the picture of a member who has none, and never replaces one or brings one back', async () => {
    const { memberId } = await logIn(portal);
    const adopt = (avatar: string) =>
      inTransaction(portal.ctx, (trx) => setFirstAvatar(trx, memberId, avatar));
    const member = (changes: object) =>
      portal.ctx.db.updateTable('members').set(changes).where('id', '=', memberId).execute();
    const avatar = async () =>
      (await portal.call('GET /admin/member/detail', { query: { id: memberId }, token: admin.token })).body
        .data.avatar;
    const admin = await logIn(portal, { role: 'admin' });
    expect(await adopt('/files/000000/aa/wechat.webp')).toBe(true);
    expect(await avatar()).toBe('/files/000000/aa/wechat.webp');
    await member({ avatar: '/files/000000/aa/chosen.webp' });
    expect(await adopt('/files/000000/aa/wechat.webp')).toBe(false);
    expect(await avatar()).toBe('/files/000000/aa/chosen.webp');
    await member({ avatar: null, deleted_at: new Date() });
    expect(await adopt('/files/000000/aa/wechat.webp')).toBe(false);
  });

  test('logs in although the picture cannot be fetched', async () => {
    const closed = await openPortal({ ...relaxedCodeLimits, WECHAT_SANDBOX_PORT: String(wechat.port) });
    const before = portal;
    portal = closed;
    try {
      const { user_id } = await register();
      expect(user_id).toMatch(/^\d+$/);
    } finally {
      portal = before;
      await closed.close();
    }
  });

  test('joins the member who scanned the code of the website, by the union id', async () => {
    const { memberId } = await logIn(portal);
    await portal.ctx.db
      .insertInto('external_accounts')
      .values({
        member_id: memberId,
        provider: 'wechat',
        union_id: 'uSandbox_gu'.padEnd(28, '0'),
        open_id: 'o',
      })
      .execute();
    expect(await tap()).toMatchObject({ user_id: memberId });
    expect((await accounts(memberId)).map(({ provider }) => provider)).toEqual(['wechat', 'wechat_service']);
  });

  test('knows a person by the open id where the account is outside the open platform, and learns the union id later', async () => {
    wechat.service.setBoundToPlatform(false);
    const { user_id } = await register();
    expect((await accounts(user_id)).map(({ provider }) => provider)).toEqual(['wechat_service']);
    expect(await tap()).toMatchObject({ user_id });
    wechat.service.setBoundToPlatform(true);
    expect(await tap()).toMatchObject({ user_id });
    expect((await accounts(user_id)).map(({ provider }) => provider)).toEqual(['wechat', 'wechat_service']);
  });

  test('keeps the member of the open id if the union id belongs to another', async () => {
    wechat.service.setBoundToPlatform(false);
    const { user_id } = await register();
    const { memberId } = await logIn(portal);
    await portal.ctx.db
      .insertInto('external_accounts')
      .values({
        member_id: memberId,
        provider: 'wechat',
        union_id: 'uSandbox_gu'.padEnd(28, '0'),
        open_id: 'o',
      })
      .execute();
    wechat.service.setBoundToPlatform(true);
    expect(await tap()).toMatchObject({ user_id });
    expect(await accounts(memberId)).toHaveLength(1);
  });

  test('refuses a blocked member', async () => {
    const { user_id } = await register();
    await portal.ctx.db
      .updateTable('members')
      .set({ blocked_at: new Date() })
      .where('id', '=', user_id)
      .execute();
    expect(await tap()).toMatchObject({ error_code: 400, error_description: '账号已停用，请联系编辑部' });
  });

  test('asks a known member for consent to a newer agreement, and continues by a ticket', async () => {
    const { user_id } = await register();
    await portal.ctx.db
      .insertInto('consents')
      .values({ member_id: user_id, kind: 'agreement', version: '2020-01', address: '' })
      .onConflict((row) => row.doNothing())
      .execute();
    await portal.ctx.db
      .insertInto('agreements')
      .values({ kind: 'agreement', version: '2099-1', title: '协议', body: '新', effective_at: new Date(0) })
      .execute();
    expect(await tap()).toMatchObject({ error: 'consent_renewal', bindTicket: expect.any(String) });
  });
});

describe('the way back', () => {
  test.each([
    ['/rined/detail?id=7&from=微信#评论', '/rined/detail?id=7&from=微信#评论'],
    ['/', '/'],
  ])('leads to %s', async (returnTo, expected) => {
    const back = await follow(await begin({ cookie: '' }, returnTo));
    expect(back.pathname).toBe('/api/blade-auth/oauth/callback/wechat');
    expect(back.searchParams.get('to')).toBe(expected);
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/a\nb'])(
    'refuses %s',
    async (returnTo) => {
      const { status, body } = await portal.call('GET /reception/wechat/authorize', { query: { returnTo } });
      expect([status, body.msg]).toEqual([400, '返回地址应为本站的路径']);
    },
  );

  test('keeps the way back when WeChat has to ask', async () => {
    const browser = { cookie: '' };
    const back = await follow(await begin(browser, '/vip?id=1#价格'));
    const asked = await send(browser, { ...codeOf(back), returnTo: back.searchParams.get('to') ?? '' });
    expect((await follow(asked.authorizeAddress)).searchParams.get('to')).toBe('/vip?id=1#价格');
    const elsewhere = await send(browser, {
      ...codeOf(await follow(await begin(browser))),
      returnTo: '//evil.example',
    });
    expect((await follow(elsewhere.authorizeAddress)).searchParams.get('to')).toBeNull();
  });
});

describe('a state of a log-in inside WeChat', () => {
  test('works once', async () => {
    await register();
    const browser = { cookie: '' };
    const code = codeOf(await follow(await begin(browser)));
    expect(await send(browser, code)).toHaveProperty('access_token');
    await portal.ctx.db.updateTable('oauth_states').set({ expires_at: new Date() }).execute();
    expect((await send(browser, code)).error_description).toContain('状态已失效');
  });

  test('begins one session, also when the callback is loaded again before or after the answer', async () => {
    const { user_id } = await register();
    const browser = { cookie: '' };
    const code = codeOf(await follow(await begin(browser)));
    const sessions = async () =>
      (await portal.ctx.db.selectFrom('sessions').select('id').where('member_id', '=', user_id).execute())
        .length;
    const before = await sessions();
    const answers = await Promise.all([1, 2, 3].map(() => send(browser, code)));
    answers.push(await send(browser, code));
    expect(new Set(answers.map((answer) => answer.access_token)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    expect(answers[0].access_token).toHaveLength(43);
    expect(await sessions()).toBe(before + 1);

    await portal.call('GET /blade-auth/oauth/logout', { token: answers[0].access_token });
    expect((await send(browser, code)).error_description).toContain('状态已失效');
    expect(await sessions()).toBe(before);
  });

  test('is refused again at once if WeChat refused its code', async () => {
    const browser = { cookie: '' };
    const code = codeOf(await follow(await begin(browser)));
    wechat.service.failNextCode(40029);
    expect((await send(browser, code)).error_description).toContain('授权码已失效');
    expect((await send(browser, code)).error_description).toContain('状态已失效');
  });

  test('works only in its browser', async () => {
    await register();
    const code = codeOf(await follow(await begin({ cookie: '' })));
    expect((await send({ cookie: 'GL-OAUTH=other' }, code)).error_description).toContain('状态已失效');
  });
});

test.each([
  [-1, '微信系统繁忙，请稍后再试'],
  [40029, '微信的授权码已失效，请再点一次“微信一键登录”'],
  [40163, '微信的授权码已失效，请再点一次“微信一键登录”'],
  [42001, '微信授权已过期，请再点一次“微信一键登录”'],
  [45011, '微信登录太频繁，请稍后再试'],
  [48001, '微信没有授权本站登录，请联系编辑部'],
])('explains WeChat’s error %i', async (errcode, message) => {
  const browser = { cookie: '' };
  const code = codeOf(await follow(await begin(browser)));
  wechat.service.failNextCode(errcode);
  expect(await send(browser, code)).toMatchObject({ error_code: 400, error_description: message });
});

test('is not offered without a service account, or where the operator switched it off', async () => {
  const options = async (one: Portal) =>
    (await one.call('GET /reception/loginOptions')).body.data.wechatInside;
  expect(await options(portal)).toBe(true);
  const bare = await openPortal();
  expect(await options(bare)).toBe(false);
  expect((await bare.call('GET /reception/wechat/authorize')).status).toBe(404);
  await bare.close();
});
