import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { MailMessage } from '#kernel/mail/sender.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { type NoticeInput, notifyGrouped, notifyMembers } from '../service.ts';
import { deliverNotices, tidyDeliveries } from './deliver-notices.ts';

let portal: Portal;
let sent: MailMessage[] = [];
let refusal: string | null = null;
let now = Date.now();
const minute = 60_000;

beforeAll(async () => {
  portal = await openPortal({
    SITE_URL: 'https://news.example.cn',
    SITE_NAME: '海风日报',
    SITE_MOTTO: '潮起有信',
  });
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
    ...portal.app.notices,
    mail: {
      async send(_, letter) {
        if (refusal) throw new Error(refusal);
        sent.push(letter);
      },
    },
  });

let serial = 0;
async function addReader(wants: readonly string[] = []) {
  const { token, memberId } = await logIn(portal);
  const email = `reader${memberId}@example.cn`;
  await portal.ctx.db.updateTable('members').set({ email }).where('id', '=', memberId).execute();
  for (const kind of wants) await choose(token, { kind, channel: 'mail', isOn: true });
  return { token, memberId, email };
}
const choose = async (token: string, body: object) => {
  const { status, body: answer } = await portal.call('POST /member/saveNoticeSettings', { body, token });
  expect(status, answer.msg).toBe(200);
  return answer.data;
};
const notify = (memberId: string, notice: Partial<NoticeInput> = {}) => {
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
      titleOf: (names) => `${names.slice(0, 2).join('、')} 等 ${likes} 人赞了你的评论`,
    }),
  );
const notices = async (token: string) =>
  (await portal.call('GET /member/notices', { token, query: { size: '50' } })).body.data.records;
const states = async (memberId: string) =>
  (
    await portal.ctx.db
      .selectFrom('notice_deliveries')
      .select(['state', 'fault'])
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ state, fault }) => (fault ? `${state} ${fault}` : state));

describe('notification settings', () => {
  test('are listed by kind and channel, with the reason where a channel is unavailable', async () => {
    const { token } = await logIn(portal);
    const settings = (await portal.call('GET /member/noticeSettings', { token })).body.data;
    expect(settings.map(({ kind }: { kind: string }) => kind)).toEqual([
      'reply',
      'mention',
      'like',
      'followed',
      'watched',
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
    const refused = await portal.call('POST /member/saveNoticeSettings', {
      token,
      body: { kind: 'reply', channel: 'mail', isOn: true },
    });
    expect(refused.body).toMatchObject({ code: 400, msg: '还没有绑定邮箱，请先绑定并验证' });
    const fixed = await portal.call('POST /member/saveNoticeSettings', {
      token,
      body: { kind: 'system', isOn: false },
    });
    expect(fixed.body.field).toBe('kind');
    const odd = await portal.call('POST /member/saveNoticeSettings', {
      token,
      body: { kind: 'reply', channel: 'fax', isOn: true },
    });
    expect(odd.body.field).toBe('channel');
  });

  test('are saved per kind, and turning a kind off deletes its queued deliveries', async () => {
    const { token, memberId, email } = await addReader(['sale']);
    const { body } = await portal.call('GET /member/noticeChannels', { token });
    expect(body.data.mail).toEqual({
      address: `r***${email.split('@')[0]?.at(-1)}@example.cn`,
      reason: null,
    });
    await notify(memberId);
    await notify(memberId, { kind: 'review' });
    expect(await states(memberId)).toEqual(['waiting']);
    const settings = await choose(token, { kind: 'sale', channel: 'mail', isOn: false });
    expect(settings.find(({ kind }: { kind: string }) => kind === 'sale').channels.mail.state).toBe('off');
    expect(await states(memberId)).toEqual([]);
  });
});

describe('notification mails', () => {
  test('contain the notice once, with a public address and an unsubscribe link', async () => {
    const { memberId, email } = await addReader(['sale']);
    await notify(memberId, { title: '《三张承兑汇票》售出一份' });
    await deliver();
    await deliver();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: email,
      subject: '《三张承兑汇票》售出一份',
      idempotencyKey: expect.stringMatching(/^notice-\d+$/),
      unsubscribe: expect.stringMatching(/^https:\/\/news\.example\.cn\/api\/unsubscribe\?token=/),
    });
    expect(sent[0]?.text).toContain('https://news.example.cn/personal/reference');
    expect(sent[0]?.text).toContain('“我的作品售出”');
    expect(sent[0]?.text).toContain('海风日报　潮起有信\n这封邮件来自海风日报');
    expect(sent[0]?.text).not.toContain('观澜');
    expect(await states(memberId)).toEqual(['sent']);
  });

  test('are turned off by the link in them without a login, but not by a forged token', async () => {
    const { token, memberId } = await addReader(['sale', 'review']);
    await notify(memberId);
    await deliver();
    const link = new URL(sent[0]?.unsubscribe ?? '');
    const given = { token: link.searchParams.get('token') ?? '' };
    const before = await portal.call('GET /reception/noticeSubscription', { query: given });
    expect(before.body.data).toEqual({
      kind: 'sale',
      label: '我的作品售出',
      isOn: true,
      account: expect.stringMatching(/^.\*{3}.@/),
    });
    for (const bad of [
      given.token.replace('.sale.', '.review.'),
      `${given.token}x`,
      '1.sale.x',
      'nonsense-token',
    ])
      for (const answer of [
        await portal.call('GET /reception/noticeSubscription', { query: { token: bad } }),
        await portal.call('POST /reception/endNoticeSubscription', { body: { token: bad } }),
      ])
        expect([answer.status, answer.body.msg.includes('退订凭证')], bad).toEqual([400, true]);
    // Mail programs that do not know one-click open the address: the page asks.
    const opened = await portal.server.inject(link.pathname + link.search);
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `https://news.example.cn/unsubscribe?token=${given.token}`,
    ]);
    const still = await portal.call('GET /reception/noticeSubscription', { query: given });
    expect(still.body.data).toMatchObject({ isOn: true });
    // As mail providers do it (RFC 8058): one POST of a form.
    const posted = await portal.server.inject({
      method: 'POST',
      url: link.pathname + link.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([posted.statusCode, posted.body.includes('已退订')]).toEqual([200, true]);
    const after = await portal.call('POST /reception/endNoticeSubscription', { body: given });
    expect(after.body.data).toMatchObject({ kind: 'sale', isOn: false });
    const settings = (await portal.call('GET /member/noticeSettings', { token })).body.data;
    const on = settings.filter(
      ({ channels }: { channels: { mail: { state: string } } }) => channels.mail.state === 'on',
    );
    expect(on.map(({ kind }: { kind: string }) => kind)).toEqual(['review']);
  });

  test('that fail are retried at growing intervals and dropped after half a day', async () => {
    const { memberId } = await addReader(['sale']);
    refusal = '邮件暂时发不出去';
    await notify(memberId);
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

  test('are sent once by several concurrent workers', async () => {
    const people = await Promise.all([1, 2, 3].map(() => addReader(['sale'])));
    for (const { memberId } of people) await notify(memberId);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  });

  test('of a batched kind are sent once an hour, several in one mail, without notices read on the site', async () => {
    const { token, memberId } = await addReader(['reply']);
    const answer = (title: string) => notify(memberId, { kind: 'reply', title });
    await answer('甲 回复了你');
    await deliver();
    for (const name of ['乙', '丙', '丁']) await answer(`${name} 回复了你`);
    now += minute;
    await deliver();
    expect(sent).toHaveLength(1);
    const [latest] = await notices(token);
    await portal.call('POST /member/readNotice', { token, query: { id: latest.id } });
    now += 60 * minute;
    await deliver();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.subject).toBe('丙 回复了你（共 2 条）');
    expect(sent[1]?.text).toContain('乙 回复了你');
    expect(sent[1]?.text).not.toContain('丁 回复了你');
    await answer('戊 回复了你');
    await portal.call('POST /member/readAllNotices', { token });
    now += 60 * minute;
    await deliver();
    expect(sent).toHaveLength(2);
    expect((await states(memberId)).at(-1)).toBe('dropped 已在站内读过');
  });

  test('stop when the address is removed, and are deleted a month later', async () => {
    const { memberId } = await addReader(['sale']);
    await notify(memberId);
    await portal.ctx.db.updateTable('members').set({ email: null }).where('id', '=', memberId).execute();
    await deliver();
    expect(await states(memberId)).toEqual(['dropped 没有绑定邮箱']);
    now += 31 * 24 * 60 * minute;
    await tidyDeliveries(ctx());
    expect(await states(memberId)).toEqual([]);
  });
});

describe('a grouped notice', () => {
  test('is one row that is updated, unread again and on top; a person already in it does not make it unread', async () => {
    const { token, memberId } = await logIn(portal);
    await like(memberId, '甲', 1);
    await notify(memberId, { kind: 'system', title: '别的事' });
    const [, first] = await notices(token);
    await portal.call('POST /member/readNotice', { token, query: { id: first.id } });
    now += minute;
    await like(memberId, '乙', 2);
    const [second] = await notices(token);
    expect(second).toMatchObject({ id: first.id, title: '乙、甲 等 2 人赞了你的评论', isRead: false });
    await portal.call('POST /member/readNotice', { token, query: { id: first.id } });
    now += minute;
    await like(memberId, '乙', 2);
    expect((await notices(token))[0]).toMatchObject({ id: first.id, isRead: true });
  });

  test('keeps every name of many concurrent likes, and is not created for a member who turned it off', async () => {
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
