import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWechatSandbox, type WechatSandbox } from '#features/identity/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { openServiceAccount } from '#kernel/wechat/service-account.ts';
import { openTokenStore } from '#kernel/wechat/tokens.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
let wechat: WechatSandbox;
let now = Date.now();
const site = 'https://news.example.cn';
beforeAll(async () => {
  const { wechatSandbox } = loadConfig({ WECHAT_SANDBOX_PORT: '1', DATA_DIR: '/nowhere' });
  if (!wechatSandbox) throw new Error('a demo portal has a sandbox');
  wechat = await startWechatSandbox({ ...wechatSandbox, port: 0, now: () => now });
  portal = await openPortal({ WECHAT_SANDBOX_PORT: String(wechat.port), SITE_URL: site });
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});
beforeEach(async () => {
  now = Date.now();
  wechat.service.revoke('share', false);
  await portal.ctx.db.deleteFrom('wechat_tokens').execute();
});

const sign = (address: string, isRefused = 'false') =>
  portal.call('GET /reception/wechat/shareSignature', { query: { address, isRefused } });
/** What WeChat's client says about a signature, for the address that it sees. */
const verify = (url: string, signature: Record<string, unknown>) =>
  wechat.service.verify(new URLSearchParams({ url, ...(signature as Record<string, string>) }));

/** The service account as another process has it: with nothing cached. */
function openProcess() {
  const { wechatService } = loadConfig({
    WECHAT_SANDBOX_PORT: String(wechat.port),
    DATA_DIR: '/nowhere',
  });
  if (!wechatService) throw new Error('a demo portal has a service account');
  return openServiceAccount(wechatService, openTokenStore(portal.ctx, wechatService.appId));
}

describe('a page of the site', () => {
  test.each([
    ['a plain address', '/rined/detail?id=100001', '/rined/detail?id=100001'],
    ['a Chinese address', '/tag/%E6%B8%AF%E8%82%A1?q=中文', '/tag/%E6%B8%AF%E8%82%A1?q=中文'],
    ['an address with a fragment, which is not signed', '/vip#价格', '/vip'],
    ['the home page', '/', '/'],
  ])('is signed as WeChat verifies it: %s', async (_, address, seen) => {
    const { status, body } = await sign(site + address);
    expect(status, body.msg).toBe(200);
    expect(verify(site + seen, body.data)).toBe('config:ok');
    expect(verify(`${site}/other`, body.data)).toBe('config:fail, invalid signature');
  });

  test.each([
    'https://evil.example/',
    'http://news.example.cn/',
    'https://news.example.cn.evil.example/',
    'https://news.example.cn@evil.example/',
    'https://user@news.example.cn/',
    'https://news.example.cn:8443/',
    '/rined/detail?id=1',
    'javascript:alert(1)',
  ])('is not %s', async (address) => {
    const { status, body } = await sign(address);
    expect([status, body.msg]).toEqual([400, '页面地址应是本站的地址']);
  });

  test('without an address or with one that is too long is refused', async () => {
    expect((await sign('')).status).toBe(400);
    expect((await sign(`${site}/${'a'.repeat(2000)}`)).body.msg).toBe('页面地址过长');
  });
});

describe('token and ticket', () => {
  test('are fetched once by processes that ask at the same time', async () => {
    const { issuedTokenCount, issuedTicketCount } = wechat.service;
    const processes = [openProcess(), openProcess(), openProcess()];
    const tickets = await Promise.all(
      processes.flatMap((account) => [account.takeShareTicket(), account.takeShareTicket()]),
    );
    expect(new Set(tickets).size).toBe(1);
    expect(wechat.service.issuedTokenCount - issuedTokenCount).toBe(1);
    expect(wechat.service.issuedTicketCount - issuedTicketCount).toBe(1);
  });

  test('are stored sealed', async () => {
    const ticket = await openProcess().takeShareTicket();
    const rows = await portal.ctx.db.selectFrom('wechat_tokens').select(['kind', 'value']).execute();
    expect(rows).toHaveLength(2);
    for (const { value } of rows) expect(value).toMatch(/^sealed:/);
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });

  test('are fetched again when WeChat refuses the token in the middle, once for all processes', async () => {
    const [one, other] = [openProcess(), openProcess()];
    await Promise.all([one.isFollowedBy('so'), other.isFollowedBy('so')]);
    const { issuedTokenCount } = wechat.service;
    wechat.service.expireTokens();
    expect(await Promise.all([one.isFollowedBy('so'), other.isFollowedBy('so')])).toEqual([true, true]);
    expect(wechat.service.issuedTokenCount - issuedTokenCount).toBe(1);
  });

  test('are replaced five minutes before their end by the clock of the database', async () => {
    await openProcess().isFollowedBy('so');
    const { issuedTokenCount } = wechat.service;
    const end = (minutes: number) =>
      portal.ctx.db
        .updateTable('wechat_tokens')
        .set({ expires_at: new Date(portal.ctx.now().getTime() + minutes * 60_000) })
        .execute();
    await end(6);
    await openProcess().isFollowedBy('so');
    expect(wechat.service.issuedTokenCount - issuedTokenCount).toBe(0);
    await end(4);
    await openProcess().isFollowedBy('so');
    expect(wechat.service.issuedTokenCount - issuedTokenCount).toBe(1);
  });

  test('a forced refresh is used only if WeChat still issues the refused token', async () => {
    const account = openProcess();
    await account.isFollowedBy('so');
    const { issuedTokenCount } = wechat.service;
    wechat.service.failNext(40001);
    expect(await account.isFollowedBy('so')).toBe(true);
    expect(wechat.service.issuedTokenCount - issuedTokenCount).toBe(2);
  });

  test('a ticket whose signature is refused is fetched again if it is older than a minute', async () => {
    const { issuedTicketCount } = wechat.service;
    await sign(`${site}/`);
    await sign(`${site}/`, 'true');
    const first = wechat.service.issuedTicketCount - issuedTicketCount;
    expect(first).toBeLessThanOrEqual(1);
    const account = openProcess();
    await account.takeShareTicket();
    await portal.ctx.db
      .updateTable('wechat_tokens')
      .set({ fetched_at: new Date(portal.ctx.now().getTime() - 61_000) })
      .execute();
    const aged = openProcess();
    await aged.takeShareTicket();
    await aged.takeShareTicket(true);
    expect(wechat.service.issuedTicketCount - issuedTicketCount).toBeGreaterThan(first);
  });
});

test('an account without the right to share is explained, and not asked again for half a minute', async () => {
  const bare = await openPortal({ WECHAT_SANDBOX_PORT: String(wechat.port), SITE_URL: site });
  wechat.service.revoke('share', true);
  const ask = () =>
    bare.call('GET /reception/wechat/shareSignature', { query: { address: `${site}/`, isRefused: 'false' } });
  const { status, body } = await ask();
  expect([status, body.msg]).toEqual([503, '微信暂时不能分享卡片，请稍后再试']);
  wechat.service.revoke('share', false);
  expect((await ask()).status).toBe(503);
  await bare.close();
});

test('a site without a service account signs nothing and loads no SDK', async () => {
  const bare = await openPortal();
  const answer = await bare.call('GET /reception/wechat/shareSignature', {
    query: { address: 'http://localhost/' },
  });
  expect([answer.status, answer.body.msg]).toEqual([404, '本站没有开通微信分享卡片']);
  await bare.close();
});
