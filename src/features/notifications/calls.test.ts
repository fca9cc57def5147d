import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { notifiedBy } from '#testing/purges.ts';
import { runFanouts } from './fanout.ts';
import { noticeData, noticesChannel } from './index.ts';
import { type NoticeInput, notifyMembers } from './service.ts';

let portal: Portal;
let token: string;
let memberId: string;
beforeAll(async () => {
  portal = await openPortal();
  ({ token, memberId } = await logIn(portal));
});
afterAll(() => portal.close());

type RequestOptions = { query?: Record<string, string>; body?: unknown; as?: string | null };
const request = (key: string, { query = {}, body, as = token }: RequestOptions = {}) =>
  portal.call(key, { query, body, ...(as ? { token: as } : {}) });
const data = async (key: string, options: RequestOptions = {}) => {
  const { status, body } = await request(key, options);
  expect(status, body.msg).toBe(200);
  return body.data;
};
let serial = 0;
const notify = (to: string, notice: Partial<NoticeInput> = {}) => {
  serial += 1;
  const whole: NoticeInput = {
    kind: 'system',
    title: `第 ${serial} 条`,
    sourceKey: `test:${serial}`,
    ...notice,
  };
  return inTransaction(portal.ctx, (trx) => notifyMembers(portal.ctx, trx, [to], whole));
};
const unread = async (as: string) => (await data('GET /member/dataCount', { as })).msgNotReadCount;

describe('the notices of a member', () => {
  test('are listed newest first, by kind and by cursor, and marked as read one by one or all at once', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    await notify(id, { title: '甲', body: '正文', link: '/personal/security' });
    await notify(id, { title: '乙', kind: 'followed' });
    await notify(id, { title: '丙' });
    const page = await data('GET /member/notices', { as: reader });
    expect(page).toMatchObject({ total: 3, cursor: null });
    expect(page.records.map(({ title }: { title: string }) => title)).toEqual(['丙', '乙', '甲']);
    expect(page.records[2]).toEqual({
      id: expect.any(String),
      kind: 'system',
      title: '甲',
      body: '正文',
      link: '/personal/security',
      createdAt: expect.stringMatching(/\+08:00$/),
      isRead: false,
    });
    const followed = await data('GET /member/notices', { query: { kind: 'followed' }, as: reader });
    expect(followed).toMatchObject({ total: 1, records: [{ title: '乙' }] });
    const first = await data('GET /member/notices', { query: { size: '2' }, as: reader });
    const next = await data('GET /member/notices', {
      query: { size: '2', cursor: first.cursor },
      as: reader,
    });
    expect(next).toMatchObject({ records: [{ title: '甲' }], cursor: null });
    expect(await unread(reader)).toBe(3);
    const query = { id: page.records[0].id };
    expect(await data('POST /member/readNotice', { query, as: reader })).toBe(true);
    expect(await data('POST /member/readNotice', { query, as: reader })).toBe(true);
    expect(await unread(reader)).toBe(2);
    expect(await data('POST /member/readAllNotices', { as: reader })).toBe(true);
    expect(await unread(reader)).toBe(0);
    expect(await data('POST /member/deleteNotice', { query, as: reader })).toBe(true);
    expect(await data('POST /member/deleteNotice', { query, as: reader })).toBe(true);
    expect(await data('GET /member/notices', { as: reader })).toMatchObject({ total: 2 });
  });

  test('cannot be read, deleted or seen by another member', async () => {
    const { token: other } = await logIn(portal);
    await notify(memberId, { title: '只给一人' });
    const own = (await data('GET /member/notices')).records[0];
    const query = { id: own.id };
    expect((await request('POST /member/readNotice', { query, as: other })).body).toMatchObject({
      code: 404,
      msg: '通知不存在或已删除',
    });
    expect(await data('POST /member/deleteNotice', { query, as: other })).toBe(true);
    await data('POST /member/readAllNotices', { as: other });
    expect((await data('GET /member/notices')).records[0]).toEqual(own);
    expect(await data('GET /member/notices', { as: other })).toMatchObject({ total: 0, records: [] });
  });

  test('change the number in every open tab of the member, and of nobody else', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    await notify(id);
    const [{ id: noticeId }] = (await data('GET /member/notices', { as: reader })).records;
    const query = { id: noticeId };
    const changes: Record<string, () => Promise<unknown>> = {
      arrive: () => notify(id),
      read: () => data('POST /member/readNotice', { query, as: reader }),
      'read all': () => data('POST /member/readAllNotices', { as: reader }),
      delete: () => data('POST /member/deleteNotice', { query, as: reader }),
    };
    for (const [name, change] of Object.entries(changes)) {
      const payloads = await notifiedBy(portal, noticesChannel, change);
      expect(
        payloads.map((payload) => JSON.parse(payload)),
        name,
      ).toEqual([{ tenantId: portal.ctx.tenant.id, memberIds: [id] }]);
    }
  });

  test('need a logged-in caller and valid input', async () => {
    const calls = [
      'GET /member/notices',
      'POST /member/readNotice',
      'POST /member/readAllNotices',
      'POST /member/deleteNotice',
      'GET /member/dataCount',
      'GET /member/noticeSettings',
      'POST /member/saveNoticeSettings',
      'POST /admin/sendAnnouncement',
    ];
    for (const key of calls) expect((await request(key, { as: null })).status, key).toBe(401);
    expect((await request('GET /member/notices', { query: { kind: 'x' } })).body.field).toBe('kind');
    expect((await request('POST /member/readNotice')).body.msg).toContain('通知编号');
    expect((await request('POST /member/deleteNotice', { query: { id: 'x' } })).status).toBe(400);
    expect((await request('POST /member/saveNoticeSettings')).status).toBe(400);
    for (const body of [{ kind: 'system', isOn: false }, { kind: 'followed', isOn: 'no' }, [], null])
      expect((await request('POST /member/saveNoticeSettings', { body })).status).toBe(400);
  });

  test('are counted only up to what a badge shows (docs/product.md §9)', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    for (let count = 0; count < 101; count += 1) await notify(id);
    expect(await data('GET /member/dataCount', { as: reader })).toEqual({
      msgNotReadCount: 100,
      myApprovalCount: 0,
      avatar: null,
      name: expect.any(String),
      mobile: expect.stringMatching(/^139\*{4}\d{4}$/),
    });
  });

  test('are created once per source, and not for a kind that is turned off', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    await notify(id, { sourceKey: 'order:1' });
    await notify(id, { sourceKey: 'order:1' });
    expect(await unread(reader)).toBe(1);
    const off = { kind: 'followed', isOn: false };
    await data('POST /member/saveNoticeSettings', { body: off, as: reader });
    const settings = await data('POST /member/saveNoticeSettings', { body: off, as: reader });
    const refused = settings.filter(({ isOn }: { isOn: boolean }) => !isOn);
    expect(refused).toMatchObject([{ kind: 'followed', label: '关注的作者发布新内容' }]);
    await notify(id, { kind: 'followed' });
    expect(await unread(reader)).toBe(1);
    await data('POST /member/saveNoticeSettings', { body: { kind: 'followed', isOn: true }, as: reader });
    await notify(id, { kind: 'followed' });
    expect(await unread(reader)).toBe(2);
  });
});

describe('an announcement', () => {
  const announcement = { title: '系统维护', body: '今晚 23 点起停一小时。', link: '/agreement' };

  test('is sent by permitted staff, and reaches every present member who wants it, with its full text', async () => {
    const { token: editor } = await logIn(portal, { role: 'editor' });
    const { token: reader } = await logIn(portal);
    const { token: silent } = await logIn(portal);
    await data('POST /member/saveNoticeSettings', {
      body: { kind: 'announcement', isOn: false },
      as: silent,
    });
    const { id } = await data('POST /admin/sendAnnouncement', { body: announcement, as: editor });
    expect(id).toMatch(/^\d+$/);
    await runFanouts(portal.ctx);
    await runFanouts(portal.ctx);
    const { token: late } = await logIn(portal);
    const announcementsOf = async (as: string) =>
      (await data('GET /member/notices', { query: { kind: 'announcement' }, as })).records;
    expect(await announcementsOf(reader)).toMatchObject([{ ...announcement, isRead: false }]);
    expect(await announcementsOf(editor)).toMatchObject([announcement]);
    expect(await announcementsOf(silent)).toEqual([]);
    expect(await announcementsOf(late)).toEqual([]);
  });

  test('is rejected without the permission, and without a valid title, text and link', async () => {
    const { token: editor } = await logIn(portal, { role: 'editor' });
    expect((await request('POST /admin/sendAnnouncement', { body: announcement })).body).toMatchObject({
      code: 403,
      msg: '权限不足！',
    });
    const faults: [object, string][] = [
      [{ title: ' ' }, '公告标题'],
      [{ title: '长'.repeat(101) }, '公告标题'],
      [{ title: '\0' }, '公告标题'],
      [{ body: '' }, '公告内容'],
      [{ body: undefined }, '公告内容'],
      [{ link: 'javascript:alert(1)' }, '链接'],
      [{ link: '//evil.example' }, '链接'],
      [{ link: '/\\evil.example' }, '链接'],
      [{ link: 'http://plain.example' }, '链接'],
    ];
    const odd = { ...announcement, body: 'NUL \0 和半个代理对 \ud800', link: '/vip\0' };
    expect((await request('POST /admin/sendAnnouncement', { body: odd, as: editor })).status).toBe(200);
    for (const [fault, name] of faults) {
      const { status, body } = await request('POST /admin/sendAnnouncement', {
        body: { ...announcement, ...fault },
        as: editor,
      });
      expect([status, String(body.msg).includes(name)], JSON.stringify(fault)).toEqual([400, true]);
    }
  });
});

test('a member’s export contains their notices, and deletion removes them all', async () => {
  const { memberId: id } = await logIn(portal);
  await notify(id, { title: '在副本里' });
  const copy = async () => {
    const rows: unknown[] = [];
    for (const { read } of noticeData) for await (const row of await read(portal.ctx, id)) rows.push(row);
    return rows;
  };
  expect(await copy()).toMatchObject([{ title: '在副本里', isRead: false }]);
  await inTransaction(portal.ctx, (trx) =>
    portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: id }),
  );
  expect(await copy()).toEqual([]);
});
