import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWechatSandbox, type WechatSandbox } from '#features/identity/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { notifyMembers } from '../service.ts';
import { deliverNotices, tidyDeliveries } from './deliver-notices.ts';

let portal: Portal;
let wechat: WechatSandbox;
let member: { token: string; memberId: string };
beforeAll(async () => {
  const { wechatSandbox } = loadConfig({ WECHAT_SANDBOX_PORT: '1', DATA_DIR: '/nowhere' });
  if (!wechatSandbox) throw new Error('the demo portal has no sandbox');
  wechat = await startWechatSandbox({ ...wechatSandbox, port: 0 });
  portal = await openPortal({
    WECHAT_SANDBOX_PORT: String(wechat.port),
    SITE_URL: 'https://news.example.cn',
  });
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});
beforeEach(async () => {
  member = await logIn(portal);
  for (const { openId } of wechat.service.messages) wechat.service.follow(openId, true);
});

const request = async (key: string, body?: object) => {
  const { status, body: answer } = await portal.call(key, { token: member.token, body });
  expect(status, answer.msg).toBe(200);
  return answer.data;
};
/** Opens the link like WeChat's browser. @returns the address that WeChat leads back to, or the page of an error */
async function open(address: string) {
  const started = await portal.server.inject(pathOf(address));
  if (started.statusCode !== 302) return { refused: started };
  const authorized = await fetch(String(started.headers.location), { redirect: 'manual' });
  return { returned: pathOf(authorized.headers.get('location') ?? '') };
}
/** Opens the link and confirms. @returns the page it ends on */
async function scan(address: string) {
  const { refused, returned = '' } = await open(address);
  if (refused) return refused;
  const question = await portal.server.inject(returned);
  return question.statusCode === 200 ? confirm(question.body) : question;
}
/** Sends the form of a page. */
function confirm(page: string) {
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(page) ?? [];
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]);
  return portal.server.inject({
    method: 'POST',
    url: action,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields as string[][]).toString(),
  });
}
const pathOf = (address: string) => {
  const { origin, pathname, search } = new URL(address);
  expect(origin).toBe('https://news.example.cn');
  return pathname + search;
};
const bind = async () => scan((await request('POST /member/bindNoticeWechat')).address);
const channels = async () => (await request('GET /member/noticeChannels')).wechat;

let serial = 0;
async function notify(title = '《探矿钻机的租约》通过了审核，已经按送审时的版本发布') {
  serial += 1;
  await inTransaction(portal.ctx, (trx) =>
    notifyMembers(portal.ctx, trx, [member.memberId], {
      kind: 'review',
      title,
      link: '/personal/reference',
      sourceKey: `wechat:${serial}`,
    }),
  );
  await deliverNotices(portal.ctx, portal.app.notices);
}
const delivered = async () =>
  (
    await portal.ctx.db
      .selectFrom('notice_deliveries')
      .select(['state', 'fault'])
      .where('member_id', '=', member.memberId)
      .orderBy('id')
      .execute()
  ).map(({ state, fault }) => `${state} ${fault}`.trim());

describe('notices in WeChat', () => {
  test('reach the member who scanned the code, in the template’s fields, within WeChat’s limits', async () => {
    expect(await channels()).toMatchObject({
      isOffered: true,
      isBound: false,
      reason: '还没有关联微信，请用微信扫码关联',
    });
    const page = await bind();
    expect([page.statusCode, page.body.includes('已关联微信')]).toEqual([200, true]);
    expect(await channels()).toMatchObject({ isBound: true, reason: null });
    await request('POST /member/saveNoticeSettings', { kind: 'review', channel: 'wechat', isOn: true });
    const before = wechat.service.messages.length;
    await notify();
    await deliverNotices(portal.ctx, portal.app.notices);
    expect(wechat.service.messages.slice(before)).toEqual([
      {
        openId: expect.stringMatching(/^s/),
        url: 'https://news.example.cn/personal/reference',
        data: {
          thing1: { value: '《探矿钻机的租约》通过了审核，已经按送…' },
          thing2: { value: '点开查看' },
          time3: { value: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) },
        },
        id: expect.stringMatching(/^notice-\d+$/),
      },
    ]);
    expect(await delivered()).toEqual(['sent']);
  });

  test('share one access token, and fetch a new one when WeChat no longer accepts it', async () => {
    await bind();
    await request('POST /member/saveNoticeSettings', { kind: 'review', channel: 'wechat', isOn: true });
    await notify('一');
    const given = wechat.service.issuedTokenCount;
    await notify('二');
    expect(wechat.service.issuedTokenCount).toBe(given);
    wechat.service.expireTokens();
    await notify('三');
    expect(wechat.service.issuedTokenCount).toBe(given + 1);
    expect(await delivered()).toEqual(['sent', 'sent', 'sent']);
  });

  test('stop when the user unfollows the account, with a hint, until the account is followed again', async () => {
    await bind();
    await request('POST /member/saveNoticeSettings', { kind: 'review', channel: 'wechat', isOn: true });
    await notify('看得到');
    const openId = wechat.service.messages.at(-1)?.openId ?? '';
    wechat.service.follow(openId, false);
    await notify('看不到');
    expect(await delivered()).toEqual(['sent', 'dropped 43004：没有关注服务号，或不再接收它的消息']);
    expect((await channels()).reason).toContain('请在微信里关注服务号“演示服务号”');
    expect((await request('POST /member/checkNoticeWechat')).wechat.reason).toContain('关注服务号');
    wechat.service.follow(openId, true);
    expect((await request('POST /member/checkNoticeWechat')).wechat.reason).toBeNull();
    await notify('又看得到');
    expect((await delivered()).at(-1)).toBe('sent');
  });

  test('go to the member who bound a WeChat user last, and to no one after unbinding', async () => {
    const first = member;
    await bind();
    member = await logIn(portal);
    await bind();
    expect(await channels()).toMatchObject({ isBound: true });
    await request('POST /member/unbindNoticeWechat');
    await request('POST /member/unbindNoticeWechat');
    expect(await channels()).toMatchObject({ isBound: false });
    member = first;
    expect(await channels()).toMatchObject({ isBound: false });
  });

  test('need a valid ticket that is fresh and unused', async () => {
    const { address, expiresAt } = await request('POST /member/bindNoticeWechat');
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(590_000);
    const { address: next } = await request('POST /member/bindNoticeWechat');
    const stale = await scan(address);
    expect([stale.statusCode, stale.body.includes('二维码已失效')]).toEqual([400, true]);
    expect((await scan(next)).statusCode).toBe(200);
    expect((await scan(next)).statusCode).toBe(400);
    for (const odd of ['', '?ticket=', '?ticket=a&ticket=b', `?ticket=${'f'.repeat(64)}`])
      expect((await portal.server.inject(`/api/wechat/notices${odd}`)).statusCode, odd).toBe(400);
    const { address: third } = await request('POST /member/bindNoticeWechat');
    const ticket = new URL(third).searchParams.get('ticket');
    const answer = await portal.server.inject(`/api/wechat/bound?state=${ticket}&code=made-up`);
    expect([answer.statusCode, answer.body.includes('微信授权已失效')]).toEqual([400, true]);
    for (const code of ['made-up', '']) {
      const form = `<form method="post" action="/api/wechat/bound"> name="state" value="${ticket}" name="code" value="${code}"`;
      expect((await confirm(form)).statusCode).toBe(400);
    }
    expect((await scan(third)).statusCode).toBe(200);
    expect((await portal.server.inject('/api/wechat/notices/999999?ticket=x')).statusCode).toBe(404);
  });

  test('bind nothing by an opened link: the page names the account and asks', async () => {
    const { memberId } = member;
    await portal.ctx.db.updateTable('members').set({ name: '潮<b>' }).where('id', '=', memberId).execute();
    const { returned = '' } = await open((await request('POST /member/bindNoticeWechat')).address);
    const question = await portal.server.inject(returned);
    expect(question.body).toContain('账号“潮&lt;b&gt;（139****');
    expect(question.body).toContain('如果这不是你的账号，请关闭这个页面');
    expect(question.headers['content-security-policy']).toContain(
      "form-action 'self'; frame-ancestors 'none'",
    );
    // Loading it again asks again, although a code works once at WeChat.
    expect((await portal.server.inject(returned)).body).toBe(question.body);
    expect(await channels()).toMatchObject({ isBound: false });
    // Whoever made the link knows the ticket, but not the code that WeChat gave to this browser.
    const guessed = question.body.replace(/(name="code" value=")[^"]+/, '$1guessed');
    expect((await confirm(guessed)).statusCode).toBe(400);
    expect(await channels()).toMatchObject({ isBound: false });
    const done = await confirm(question.body);
    expect([done.statusCode, done.body.includes('已关联微信')]).toEqual([200, true]);
    expect((await confirm(question.body)).body).toBe(done.body);
    expect(await channels()).toMatchObject({ isBound: true });
    const rows = () =>
      portal.ctx.db
        .selectFrom('notice_wechat_tickets')
        .select('open_id')
        .where('member_id', '=', memberId)
        .execute();
    expect(await rows()).toHaveLength(1);
    await tidyDeliveries({ ...portal.ctx, now: () => new Date(Date.now() + 601_000) });
    expect(await rows()).toEqual([]);
  });

  test('tell the member whose WeChat user was moved to another account, who is named before', async () => {
    const first = member;
    await bind();
    member = await logIn(portal);
    const { returned = '' } = await open((await request('POST /member/bindNoticeWechat')).address);
    const question = (await portal.server.inject(returned)).body;
    expect(question).toMatch(/，账号“会员\d{4}（139\*{4}\d{4}）”的不再发来/);
    expect((await confirm(question)).statusCode).toBe(200);
    member = first;
    const [notice] = (await request('GET /member/notices')).records;
    expect(notice).toMatchObject({ kind: 'system', title: '你的微信通知已停止', link: '/personal/notices' });
    expect(notice.body).not.toContain('139');
  });

  test('are for members only', async () => {
    for (const call of ['bindNoticeWechat', 'checkNoticeWechat', 'unbindNoticeWechat'])
      expect((await portal.call(`POST /member/${call}`)).status).toBe(401);
    expect((await portal.call('GET /member/noticeChannels')).status).toBe(401);
  });
});

test('a site without a service account reports WeChat as unavailable', async () => {
  const bare = await openPortal({ SITE_MODE: 'demo' });
  const { token } = await logIn(bare);
  const { status, body } = await bare.call('POST /member/bindNoticeWechat', { token });
  expect([status, body.msg]).toEqual([404, '本站没有开通微信通知']);
  expect((await bare.server.inject('/api/wechat/notices?ticket=x')).statusCode).toBe(404);
  await bare.close();
});
