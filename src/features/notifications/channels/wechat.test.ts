import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveNoticeLinks } from '../../../main/notice-links.ts';
import { startWechatSandbox, type WechatSandbox } from '../../../main/sandbox/wechat.ts';
import { notifyMembers } from '../service.ts';
import { deliverNotices } from './deliver.ts';

let portal: Portal;
let wechat: WechatSandbox;
let member: { token: string; memberId: string };
beforeAll(async () => {
  const { wechatSandbox } = loadConfig({ WECHAT_SANDBOX_PORT: '1', DATA_DIR: '/nowhere' });
  if (!wechatSandbox) throw new Error('a demo portal has a sandbox');
  wechat = await startWechatSandbox({ ...wechatSandbox, port: 0 });
  portal = await openPortal({
    WECHAT_SANDBOX_PORT: String(wechat.port),
    SITE_URL: 'https://news.example.cn',
  });
  serveNoticeLinks(portal.app, portal.house);
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});
beforeEach(async () => {
  member = await logIn(portal);
  for (const { openId } of wechat.service.messages) wechat.service.follow(openId, true);
});

const ask = async (key: string, body?: object) => {
  const { status, body: answer } = await portal.ask(key, { token: member.token, body });
  expect(status, answer.msg).toBe(200);
  return answer.data;
};
/** What WeChat's browser does with the code on the screen. @returns the page it ends on */
async function scan(address: string) {
  const started = await portal.app.inject(pathOf(address));
  if (started.statusCode !== 302) return started;
  const authorized = await fetch(String(started.headers.location), { redirect: 'manual' });
  return portal.app.inject(pathOf(authorized.headers.get('location') ?? ''));
}
const pathOf = (address: string) => {
  const { origin, pathname, search } = new URL(address);
  expect(origin).toBe('https://news.example.cn');
  return pathname + search;
};
const bind = async () => scan((await ask('POST /member/bindNoticeWechat')).address);
const channels = async () => (await ask('GET /member/noticeChannels')).wechat;

let serial = 0;
async function tell(title = '《探矿钻机的租约》通过了审核，已经按送审时的版本发布') {
  serial += 1;
  await inTransaction(portal.ctx, (trx) =>
    notifyMembers(portal.ctx, trx, [member.memberId], {
      kind: 'review',
      title,
      link: '/personal/reference',
      sourceKey: `wechat:${serial}`,
    }),
  );
  await deliverNotices(portal.ctx, portal.house.notices);
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
  test('reach whoever scanned the code, in the template’s own fields, no longer than WeChat takes', async () => {
    expect(await channels()).toMatchObject({
      isOffered: true,
      isBound: false,
      reason: '还没有关联微信，请用微信扫码关联',
    });
    const page = await bind();
    expect([page.statusCode, page.body.includes('已关联微信')]).toEqual([200, true]);
    expect(await channels()).toMatchObject({ isBound: true, reason: null });
    await ask('POST /member/saveNoticeSettings', { kind: 'review', channel: 'wechat', isOn: true });
    const before = wechat.service.messages.length;
    await tell();
    await deliverNotices(portal.ctx, portal.house.notices);
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

  test('share one token, and ask for another where WeChat no longer knows it', async () => {
    await bind();
    await ask('POST /member/saveNoticeSettings', { kind: 'review', channel: 'wechat', isOn: true });
    await tell('一');
    const given = wechat.service.tokensGiven;
    await tell('二');
    expect(wechat.service.tokensGiven).toBe(given);
    wechat.service.forgetTokens();
    await tell('三');
    expect(wechat.service.tokensGiven).toBe(given + 1);
    expect(await delivered()).toEqual(['sent', 'sent', 'sent']);
  });

  test('end where the account is followed no longer, with what is to be done, until it is followed again', async () => {
    await bind();
    await ask('POST /member/saveNoticeSettings', { kind: 'review', channel: 'wechat', isOn: true });
    await tell('看得到');
    const openId = wechat.service.messages.at(-1)?.openId ?? '';
    wechat.service.follow(openId, false);
    await tell('看不到');
    expect(await delivered()).toEqual(['sent', 'dropped 43004：没有关注服务号，或不再接收它的消息']);
    expect((await channels()).reason).toContain('请在微信里关注服务号「观澜演示服务号」');
    expect((await ask('POST /member/checkNoticeWechat')).wechat.reason).toContain('关注服务号');
    wechat.service.follow(openId, true);
    expect((await ask('POST /member/checkNoticeWechat')).wechat.reason).toBeNull();
    await tell('又看得到');
    expect((await delivered()).at(-1)).toBe('sent');
  });

  test('go to whom a person of WeChat was bound last, and to nobody once that is undone', async () => {
    const first = member;
    await bind();
    member = await logIn(portal);
    await bind();
    expect(await channels()).toMatchObject({ isBound: true });
    await ask('POST /member/unbindNoticeWechat');
    await ask('POST /member/unbindNoticeWechat');
    expect(await channels()).toMatchObject({ isBound: false });
    member = first;
    expect(await channels()).toMatchObject({ isBound: false });
  });

  test('need a code that is fresh, unused and ours', async () => {
    const { address, expiresAt } = await ask('POST /member/bindNoticeWechat');
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(590_000);
    const { address: next } = await ask('POST /member/bindNoticeWechat');
    const stale = await scan(address);
    expect([stale.statusCode, stale.body.includes('二维码已失效')]).toEqual([400, true]);
    expect((await scan(next)).statusCode).toBe(200);
    expect((await scan(next)).statusCode).toBe(400);
    for (const odd of ['', '?ticket=', '?ticket=a&ticket=b', `?ticket=${'f'.repeat(64)}`])
      expect((await portal.app.inject(`/api/wechat/notices${odd}`)).statusCode, odd).toBe(400);
    const { address: third } = await ask('POST /member/bindNoticeWechat');
    const ticket = new URL(third).searchParams.get('ticket');
    const made = await portal.app.inject(`/api/wechat/bound?state=${ticket}&code=made-up`);
    expect([made.statusCode, made.body.includes('微信授权已失效')]).toEqual([400, true]);
    expect((await scan(third)).statusCode).toBe(200);
    expect((await portal.app.inject('/api/wechat/notices/999999?ticket=x')).statusCode).toBe(404);
  });

  test('are for members', async () => {
    for (const call of ['bindNoticeWechat', 'checkNoticeWechat', 'unbindNoticeWechat'])
      expect((await portal.ask(`POST /member/${call}`)).status).toBe(401);
    expect((await portal.ask('GET /member/noticeChannels')).status).toBe(401);
  });
});

test('a site without a service account says so', async () => {
  const bare = await openPortal({ SITE_MODE: 'demo' });
  serveNoticeLinks(bare.app, bare.house);
  const { token } = await logIn(bare);
  const { status, body } = await bare.ask('POST /member/bindNoticeWechat', { token });
  expect([status, body.msg]).toEqual([404, '本站没有开通微信通知']);
  expect((await bare.app.inject('/api/wechat/notices?ticket=x')).statusCode).toBe(404);
  await bare.close();
});
