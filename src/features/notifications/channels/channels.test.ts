import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { MailMessage } from '#kernel/mail/sender.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveNoticeLinks } from '../../../main/notice-links.ts';
import { type NoticeInput, notifyGrouped, notifyMembers } from '../service.ts';
import { deliverNotices, tidyDeliveries } from './deliver.ts';

let portal: Portal;
let sent: MailMessage[] = [];
let refusal: string | null = null;
let now = Date.now();
const minute = 60_000;

beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  serveNoticeLinks(portal.app, portal.house);
});
afterAll(() => portal.close());
beforeEach(() => {
  sent = [];
  refusal = null;
  now = Date.now();
});

const ctx = () => ({ ...portal.ctx, now: () => new Date(now) });
const deliver = () =>
  deliverNotices(ctx(), {
    ...portal.house.notices,
    mail: {
      async send(_, letter) {
        if (refusal) throw new Error(refusal);
        sent.push(letter);
      },
    },
  });

let serial = 0;
async function reader(wants: readonly string[] = []) {
  const { token, memberId } = await logIn(portal);
  const email = `reader${memberId}@example.cn`;
  await portal.ctx.db.updateTable('members').set({ email }).where('id', '=', memberId).execute();
  for (const kind of wants) await choose(token, { kind, channel: 'mail', isOn: true });
  return { token, memberId, email };
}
const choose = async (token: string, body: object) => {
  const { status, body: answer } = await portal.ask('POST /member/saveNoticeSettings', { body, token });
  expect(status, answer.msg).toBe(200);
  return answer.data;
};
const tell = (memberId: string, notice: Partial<NoticeInput> = {}) => {
  serial += 1;
  return inTransaction(ctx(), (trx) =>
    notifyMembers(ctx(), trx, [memberId], {
      kind: 'sale',
      title: `《第 ${serial} 篇》售出一份`,
      body: '售价 ¥19。',
      link: '/personal/reference',
      sourceKey: `test:${serial}`,
      ...notice,
    }),
  );
};
const like = (memberId: string, name: string, likes: number, id = name) =>
  inTransaction(ctx(), (trx) =>
    notifyGrouped(ctx(), trx, memberId, {
      kind: 'like',
      body: '我的评论',
      link: '/vip/detail?id=1',
      sourceKey: 'like:7',
      person: { id, name },
      say: (names) => `${names.slice(0, 2).join('、')} 等 ${likes} 人赞了你的评论`,
    }),
  );
const notices = async (token: string) =>
  (await portal.ask('GET /member/notices', { token, query: { size: '50' } })).body.data.records;
const states = async (memberId: string) =>
  (
    await portal.ctx.db
      .selectFrom('notice_deliveries')
      .select(['state', 'fault'])
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ state, fault }) => (fault ? `${state} ${fault}` : state));

describe('what a member wants to hear of', () => {
  test('is asked kind by kind and channel by channel, with the reason where a channel is not there', async () => {
    const { token } = await logIn(portal);
    const settings = (await portal.ask('GET /member/noticeSettings', { token })).body.data;
    expect(settings.map(({ kind }: { kind: string }) => kind)).toEqual([
      'reply',
      'mention',
      'like',
      'followed',
      'review',
      'sale',
      'expiry',
      'contest',
      'fill',
      'announcement',
      'system',
    ]);
    expect(settings[0]).toEqual({
      kind: 'reply',
      label: '有人回复我，或评论我的作品',
      isOn: true,
      isFixed: false,
      channels: {
        mail: { state: 'unavailable', reason: '还没有绑定邮箱，请先绑定并验证' },
        wechat: { state: 'unavailable', reason: '本站没有开通微信通知' },
      },
    });
    const refused = await portal.ask('POST /member/saveNoticeSettings', {
      token,
      body: { kind: 'reply', channel: 'mail', isOn: true },
    });
    expect(refused.body).toMatchObject({ code: 400, msg: '还没有绑定邮箱，请先绑定并验证（channel）' });
    const fixed = await portal.ask('POST /member/saveNoticeSettings', {
      token,
      body: { kind: 'system', isOn: false },
    });
    expect(fixed.body.msg).toContain('（kind）');
    const odd = await portal.ask('POST /member/saveNoticeSettings', {
      token,
      body: { kind: 'reply', channel: 'fax', isOn: true },
    });
    expect(odd.body.msg).toContain('（channel）');
  });

  test('is kept per kind, and ends what was still to go out', async () => {
    const { token, memberId, email } = await reader(['sale']);
    const { body } = await portal.ask('GET /member/noticeChannels', { token });
    expect(body.data.mail).toEqual({
      address: `r***${email.split('@')[0]?.at(-1)}@example.cn`,
      reason: null,
    });
    await tell(memberId);
    await tell(memberId, { kind: 'review' });
    expect(await states(memberId)).toEqual(['waiting']);
    const settings = await choose(token, { kind: 'sale', channel: 'mail', isOn: false });
    expect(settings.find(({ kind }: { kind: string }) => kind === 'sale').channels.mail.state).toBe('off');
    expect(await states(memberId)).toEqual([]);
  });
});

describe('letters', () => {
  test('say the notice with an address that works from outside, once, and how to end them', async () => {
    const { memberId, email } = await reader(['sale']);
    await tell(memberId, { title: '《三张承兑汇票》售出一份' });
    await deliver();
    await deliver();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: email,
      subject: '《三张承兑汇票》售出一份',
      onceId: expect.stringMatching(/^notice-\d+$/),
      unsubscribe: expect.stringMatching(/^https:\/\/news\.example\.cn\/api\/unsubscribe\?token=/),
    });
    expect(sent[0]?.text).toContain('https://news.example.cn/personal/reference');
    expect(sent[0]?.text).toContain('「我的作品售出」');
    expect(await states(memberId)).toEqual(['sent']);
  });

  test('are ended by the link in them without a log-in, and by nothing that we did not sign', async () => {
    const { token, memberId } = await reader(['sale', 'review']);
    await tell(memberId);
    await deliver();
    const link = new URL(sent[0]?.unsubscribe ?? '');
    const given = { token: link.searchParams.get('token') ?? '' };
    const before = await portal.ask('GET /reception/noticeSubscription', { query: given });
    expect(before.body.data).toEqual({ kind: 'sale', label: '我的作品售出', isOn: true });
    for (const bad of [
      given.token.replace('.sale.', '.review.'),
      `${given.token}x`,
      '1.sale.x',
      'nonsense-token',
    ])
      for (const answer of [
        await portal.ask('GET /reception/noticeSubscription', { query: { token: bad } }),
        await portal.ask('POST /reception/endNoticeSubscription', { body: { token: bad } }),
      ])
        expect([answer.status, answer.body.msg.includes('（token）')], bad).toEqual([400, true]);
    // As a mailbox does it: one POST of a form.
    const posted = await portal.app.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([posted.statusCode, posted.body.includes('已退订')]).toEqual([200, true]);
    const after = await portal.ask('POST /reception/endNoticeSubscription', { body: given });
    expect(after.body.data).toMatchObject({ kind: 'sale', isOn: false });
    const settings = (await portal.ask('GET /member/noticeSettings', { token })).body.data;
    const on = settings.filter(
      ({ channels }: { channels: { mail: { state: string } } }) => channels.mail.state === 'on',
    );
    expect(on.map(({ kind }: { kind: string }) => kind)).toEqual(['review']);
  });

  test('that fail are tried again later and later, and given up after half a day', async () => {
    const { memberId } = await reader(['sale']);
    refusal = '邮件暂时发不出去';
    await tell(memberId);
    const tries: number[] = [];
    for (let at = 0; at <= 12 * 60; at += 1) {
      now += minute;
      const { tries: before } = await oneOf(memberId);
      await deliver();
      const { tries: after } = await oneOf(memberId);
      if (after > before) tries.push(at);
      if ((await states(memberId))[0]?.startsWith('dropped')) break;
    }
    expect(tries).toEqual([0, 1, 6, 36, 156, 516]);
    expect(await states(memberId)).toEqual(['dropped 邮件暂时发不出去']);
    refusal = null;
    now += 24 * 60 * minute;
    await deliver();
    expect(sent).toEqual([]);
  });

  test('are sent by several at once, and still once', async () => {
    const people = await Promise.all([1, 2, 3].map(() => reader(['sale'])));
    for (const { memberId } of people) await tell(memberId);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  });

  test('of a storm come once an hour, several in one, and none of what was read in the site', async () => {
    const { token, memberId } = await reader(['reply']);
    const answer = (title: string) => tell(memberId, { kind: 'reply', title });
    await answer('甲 回复了你');
    await deliver();
    for (const name of ['乙', '丙', '丁']) await answer(`${name} 回复了你`);
    now += minute;
    await deliver();
    expect(sent).toHaveLength(1);
    const [latest] = await notices(token);
    await portal.ask('POST /member/readNotice', { token, query: { id: latest.id } });
    now += 60 * minute;
    await deliver();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.subject).toBe('丙 回复了你（共 2 条）');
    expect(sent[1]?.text).toContain('乙 回复了你');
    expect(sent[1]?.text).not.toContain('丁 回复了你');
    await answer('戊 回复了你');
    await portal.ask('POST /member/readAllNotices', { token });
    now += 60 * minute;
    await deliver();
    expect(sent).toHaveLength(2);
    expect((await states(memberId)).at(-1)).toBe('dropped 已在站内读过');
  });

  test('end with the address, and are forgotten a month later', async () => {
    const { memberId } = await reader(['sale']);
    await tell(memberId);
    await portal.ctx.db.updateTable('members').set({ email: null }).where('id', '=', memberId).execute();
    await deliver();
    expect(await states(memberId)).toEqual(['dropped 没有绑定邮箱']);
    now += 31 * 24 * 60 * minute;
    await tidyDeliveries(ctx());
    expect(await states(memberId)).toEqual([]);
  });
});

describe('a grouped notice', () => {
  test('is one row, said anew, unread again and at the top; who did it before calls nobody', async () => {
    const { token, memberId } = await logIn(portal);
    await like(memberId, '甲', 1);
    await tell(memberId, { kind: 'system', title: '别的事' });
    const [, first] = await notices(token);
    await portal.ask('POST /member/readNotice', { token, query: { id: first.id } });
    now += minute;
    await like(memberId, '乙', 2);
    const [second] = await notices(token);
    expect(second).toMatchObject({ id: first.id, title: '乙、甲 等 2 人赞了你的评论', isRead: false });
    await portal.ask('POST /member/readNotice', { token, query: { id: first.id } });
    now += minute;
    await like(memberId, '乙', 2);
    expect((await notices(token))[0]).toMatchObject({ id: first.id, isRead: true });
  });

  test('holds every one of a storm of likes, and is told to nobody who refused', async () => {
    const { token, memberId } = await logIn(portal);
    await Promise.all(
      Array.from({ length: 30 }, (_, place) => like(memberId, `读者${place}`, place + 1, String(place))),
    );
    expect(await notices(token)).toHaveLength(1);
    const row = await portal.ctx.db
      .selectFrom('notices')
      .select('people')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(row.people).toHaveLength(30);
    const silent = await logIn(portal);
    await choose(silent.token, { kind: 'like', isOn: false });
    await like(silent.memberId, '甲', 1);
    expect(await notices(silent.token)).toEqual([]);
  });
});

const oneOf = (memberId: string) =>
  portal.ctx.db
    .selectFrom('notice_deliveries')
    .select('tries')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
