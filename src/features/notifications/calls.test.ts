import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { tellEveryone } from './fanout.ts';
import { noticeData } from './index.ts';
import { type NoticeInput, notifyMembers } from './service.ts';

let portal: Portal;
let token: string;
let memberId: string;
beforeAll(async () => {
  portal = await openPortal();
  ({ token, memberId } = await logIn(portal));
});
afterAll(() => portal.close());

type Given = { query?: Record<string, string>; body?: unknown; as?: string | null };
const ask = (key: string, { query = {}, body, as = token }: Given = {}) =>
  portal.ask(key, { query, body, ...(as ? { token: as } : {}) });
const data = async (key: string, given: Given = {}) => {
  const { status, body } = await ask(key, given);
  expect(status, body.msg).toBe(200);
  return body.data;
};
let serial = 0;
const tell = (to: string, notice: Partial<NoticeInput> = {}) => {
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

describe('a member’s notices', () => {
  test('are listed the last first, by kind and by cursor, and read one by one or all at once', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    await tell(id, { title: '甲', body: '正文', link: '/personal/security' });
    await tell(id, { title: '乙', kind: 'followed' });
    await tell(id, { title: '丙' });
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

  test('are nobody else’s: neither read, deleted nor seen', async () => {
    const { token: other } = await logIn(portal);
    await tell(memberId, { title: '只给一人' });
    const own = (await data('GET /member/notices')).records[0];
    const query = { id: own.id };
    expect((await ask('POST /member/readNotice', { query, as: other })).body).toMatchObject({
      code: 404,
      msg: '通知不存在或已删除',
    });
    expect(await data('POST /member/deleteNotice', { query, as: other })).toBe(true);
    await data('POST /member/readAllNotices', { as: other });
    expect((await data('GET /member/notices')).records[0]).toEqual(own);
    expect(await data('GET /member/notices', { as: other })).toMatchObject({ total: 0, records: [] });
  });

  test('need somebody who is logged in, and sound input', async () => {
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
    for (const key of calls) expect((await ask(key, { as: null })).status, key).toBe(401);
    expect((await ask('GET /member/notices', { query: { kind: 'x' } })).body.msg).toContain('（kind）');
    expect((await ask('POST /member/readNotice')).body.msg).toContain('通知编号');
    expect((await ask('POST /member/deleteNotice', { query: { id: 'x' } })).status).toBe(400);
    expect((await ask('POST /member/saveNoticeSettings')).status).toBe(400);
    for (const body of [{ kind: 'system', isOn: false }, { kind: 'followed', isOn: 'no' }, [], null])
      expect((await ask('POST /member/saveNoticeSettings', { body })).status).toBe(400);
  });

  test('are counted no further than a badge shows (seed §9)', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    for (let told = 0; told < 101; told += 1) await tell(id);
    expect(await data('GET /member/dataCount', { as: reader })).toEqual({
      msgNotReadCount: 100,
      myApprovalCount: 0,
      avatar: null,
      name: expect.any(String),
      mobile: expect.stringMatching(/^139\*{4}\d{4}$/),
    });
  });

  test('tell once of one source, and nothing of a kind that is refused', async () => {
    const { token: reader, memberId: id } = await logIn(portal);
    await tell(id, { sourceKey: 'order:1' });
    await tell(id, { sourceKey: 'order:1' });
    expect(await unread(reader)).toBe(1);
    const off = { kind: 'followed', isOn: false };
    await data('POST /member/saveNoticeSettings', { body: off, as: reader });
    const settings = await data('POST /member/saveNoticeSettings', { body: off, as: reader });
    const refused = settings.filter(({ isOn }: { isOn: boolean }) => !isOn);
    expect(refused).toMatchObject([{ kind: 'followed', label: '关注的作者发布新内容' }]);
    await tell(id, { kind: 'followed' });
    expect(await unread(reader)).toBe(1);
    await data('POST /member/saveNoticeSettings', { body: { kind: 'followed', isOn: true }, as: reader });
    await tell(id, { kind: 'followed' });
    expect(await unread(reader)).toBe(2);
  });
});

describe('an announcement', () => {
  const announcement = { title: '系统维护', body: '今晚 23 点起停一小时。', link: '/agreement' };

  test('is sent by staff who may, and reaches everybody present who wants it, with its whole text', async () => {
    const { token: editor } = await logIn(portal, { role: 'editor' });
    const { token: reader } = await logIn(portal);
    const { token: silent } = await logIn(portal);
    await data('POST /member/saveNoticeSettings', {
      body: { kind: 'announcement', isOn: false },
      as: silent,
    });
    const { id } = await data('POST /admin/sendAnnouncement', { body: announcement, as: editor });
    expect(id).toMatch(/^\d+$/);
    await tellEveryone(portal.ctx);
    await tellEveryone(portal.ctx);
    const { token: late } = await logIn(portal);
    const heard = async (as: string) =>
      (await data('GET /member/notices', { query: { kind: 'announcement' }, as })).records;
    expect(await heard(reader)).toMatchObject([{ ...announcement, isRead: false }]);
    expect(await heard(editor)).toMatchObject([announcement]);
    expect(await heard(silent)).toEqual([]);
    expect(await heard(late)).toEqual([]);
  });

  test('is refused to members without the code, and without a sound title, text and link', async () => {
    const { token: editor } = await logIn(portal, { role: 'editor' });
    expect((await ask('POST /admin/sendAnnouncement', { body: announcement })).body).toMatchObject({
      code: 403,
      msg: '权限不足！',
    });
    const faults: [object, string][] = [
      [{ title: ' ' }, '（title）'],
      [{ title: '长'.repeat(101) }, '（title）'],
      [{ title: '\0' }, '（title）'],
      [{ body: '' }, '（body）'],
      [{ body: undefined }, '（body）'],
      [{ link: 'javascript:alert(1)' }, '（link）'],
      [{ link: '//evil.example' }, '（link）'],
      [{ link: '/\\evil.example' }, '（link）'],
      [{ link: 'http://plain.example' }, '（link）'],
    ];
    const odd = { ...announcement, body: 'NUL \0 和半个代理对 \ud800', link: '/vip\0' };
    expect((await ask('POST /admin/sendAnnouncement', { body: odd, as: editor })).status).toBe(200);
    for (const [fault, name] of faults) {
      const { status, body } = await ask('POST /admin/sendAnnouncement', {
        body: { ...announcement, ...fault },
        as: editor,
      });
      expect([status, String(body.msg).includes(name)], JSON.stringify(fault)).toEqual([400, true]);
    }
  });
});

test('a member’s copy of their data holds what they were told, and deletion leaves nothing', async () => {
  const { memberId: id } = await logIn(portal);
  await tell(id, { title: '在副本里' });
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
