import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { runFanouts } from './fanout.ts';

let portal: Portal;
let operator: string;
beforeAll(async () => {
  portal = await openPortal();
  operator = (await logIn(portal, { role: 'operator' })).token;
});
afterAll(() => portal.close());

const request = async (key: string, options: object = {}, token: string | undefined = operator) =>
  (await portal.call(key, { ...options, ...(token && { token }) })).body;
const send = (title: string) =>
  request('POST /admin/sendAnnouncement', { body: { title, body: '今晚停一小时。', link: '/agreement' } });

describe('announcements in the back office', () => {
  test('lists sent announcements newest first, with their sender and whether they are still being delivered', async () => {
    await sql`truncate announcements`.execute(portal.ctx.db);
    const ids: string[] = [];
    for (const title of ['甲', '乙', '丙']) ids.unshift((await send(title)).data.id);
    const { data } = await request('GET /admin/announcement/list', { query: { size: '2' } });
    expect(data).toMatchObject({ total: 3, pages: 2 });
    expect(data.records.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(data.records[0]).toMatchObject({ title: '丙', link: '/agreement', isUnderWay: true });
    const rest = await request('GET /admin/announcement/list', { query: { size: '2', cursor: data.cursor } });
    expect(rest.data.records.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    await runFanouts(portal.ctx);
    const after = await request('GET /admin/announcement/list');
    expect(after.data.records[0].isUnderWay).toBe(false);
  });

  test('counts the recipients: members who exist and have not turned announcements off', async () => {
    const members = async () => (await request('GET /admin/announcement/audience')).data.members;
    const before = await members();
    const { token, memberId } = await logIn(portal);
    expect(await members()).toBe(before + 1);
    await portal.call('POST /member/saveNoticeSettings', {
      body: { kind: 'announcement', isOn: false },
      token,
    });
    expect(await members()).toBe(before);
    await portal.ctx.db
      .updateTable('members')
      .set({ deleted_at: new Date() })
      .where('id', '=', memberId)
      .execute();
    expect(await members()).toBe(before);
  });

  test('audits a sent announcement', async () => {
    const { data } = await send('入账的公告');
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const log = await request(
      'GET /admin/audit/list',
      { query: { target: `announcement:${data.id}` } },
      admin,
    );
    expect(log.data.records).toMatchObject([{ action: 'announcement.send', after: { title: '入账的公告' } }]);
  });

  test.each([
    'GET /admin/announcement/list',
    'GET /admin/announcement/audience',
    'POST /admin/sendAnnouncement',
  ])('%s needs notices.send', async (key) => {
    const status = async (token?: string) =>
      (await portal.call(key, { ...(token && { token }), ...(key.startsWith('POST') && { body: {} }) }))
        .status;
    expect(await status()).toBe(401);
    expect(await status((await logIn(portal)).token)).toBe(403);
    expect(await status((await logIn(portal, { role: 'finance' })).token)).toBe(403);
  });
});
