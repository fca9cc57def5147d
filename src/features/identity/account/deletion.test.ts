import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { addPiece, logIn, quickCodes, receiveCode } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { deleteDueMembers } from './deletion.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ ...quickCodes, DATABASE_POOL: '12' });
  // The folder does not exist before the first upload.
  mkdirSync(portal.house.files.root, { recursive: true });
});
afterAll(() => portal.close());

const rowOf = (id: string) =>
  portal.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const inDays = (days: number): Context => ({
  ...portal.ctx,
  now: () => new Date(Date.now() + days * dayMs),
});
const run = (ctx = inDays(8)) => deleteDueMembers(ctx, portal.house);

async function request(token: string, memberId: string) {
  const { mobile } = await rowOf(memberId);
  const value = await receiveCode(portal, { phone: mobile, purpose: 'delete', token });
  return portal.ask('POST /member/requestDeletion', { token, body: { value } });
}

/** @returns its address; undefined when it was refused */
async function uploadAvatar(token: string): Promise<string> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#06c' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'me.png');
  const body = new Response(form);
  const answer = await portal.ask('POST /member/uploadAvatar', {
    token,
    body: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
  return answer.body.data?.avatar;
}

/** How many statements wait for another one's lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.ctx.db);
  return rows[0]?.count ?? 0;
}

const filesLeft = () =>
  readdirSync(portal.house.files.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('within the seven days', () => {
  test('everything works, log-in says the day, and it can be taken back', async () => {
    const { token, memberId } = await logIn(portal);
    const { body } = await request(token, memberId);
    const inAWeek = Date.now() + 7 * dayMs;
    expect(Math.abs(Date.parse(body.data.deletionDueAt) - inAWeek)).toBeLessThan(60_000);
    const { data } = (await portal.ask('GET /member/profile', { token })).body;
    expect(data.deletionDueAt).toBe(body.data.deletionDueAt);
    const { mobile } = await rowOf(memberId);
    const again = await portal.ask('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password: 'correct horse' },
    });
    expect(again.body.deletion_due_at).toBe(body.data.deletionDueAt);
    expect(await run(inDays(6.9))).toBe(0);
    expect((await portal.ask('POST /member/cancelDeletion', { token })).body.data).toBe(true);
    expect((await portal.ask('POST /member/cancelDeletion', { token })).body.data).toBe(true);
    expect(await run()).toBe(0);
    expect((await rowOf(memberId)).deleted_at).toBeNull();
  });

  test('needs a code of its own purpose; asked for again, the first day holds', async () => {
    const { token, memberId } = await logIn(portal);
    const { mobile } = await rowOf(memberId);
    const other = await receiveCode(portal, { phone: mobile, purpose: 'change-old', token });
    for (const value of ['', '12', '000000', other])
      expect(
        (await portal.ask('POST /member/requestDeletion', { token, body: { value } })).status,
        value,
      ).toBe(400);
    const first = (await request(token, memberId)).body.data.deletionDueAt;
    expect((await request(token, memberId)).body.data.deletionDueAt).toBe(first);
    await portal.ask('POST /member/cancelDeletion', { token });
  });
});

describe('when the seven days are over', () => {
  test('nothing says any more who it was; consents stay, collects, follows and the picture go', async () => {
    const { token, memberId } = await logIn(portal);
    const { mobile } = await rowOf(memberId);
    const avatar = await uploadAvatar(token);
    expect(filesLeft().filter((file) => avatar.endsWith(file.slice(-30)))).toHaveLength(1);
    const db = portal.ctx.db;
    await db.updateTable('members').set({ email: 'gone@example.cn' }).where('id', '=', memberId).execute();
    await db
      .insertInto('consents')
      .values({ member_id: memberId, kind: 'privacy', version: '1', address: '' })
      .execute();
    await db
      .insertInto('external_accounts')
      .values({ member_id: memberId, provider: 'wechat', union_id: 'u1', open_id: 'o1', nickname: '阿张' })
      .execute();
    const articleId = await addPiece(portal);
    await portal.ask('POST /member/addArticleCollect', { token, query: { articleId } });
    await request(token, memberId);
    await db.insertInto('member_roles').values({ member_id: memberId, role: 'editor' }).execute();
    await db.insertInto('member_tags').values({ member_id: memberId, tag: '重点' }).execute();

    expect(await run()).toBe(1);
    expect(await run()).toBe(0);

    const row = await rowOf(memberId);
    expect(row).toMatchObject({
      mobile: `deleted:${memberId}`,
      name: '已注销用户',
      email: null,
      avatar: null,
      password_hash: null,
      totp_secret: null,
      deletion_due_at: null,
    });
    expect(row.deleted_at).not.toBeNull();
    expect((await portal.ask('GET /reception/isLogin', { token })).body.data).toBe(false);
    for (const table of [
      'sessions',
      'external_accounts',
      'member_roles',
      'member_tags',
      'collects',
      'recovery_codes',
    ] as const)
      expect(
        await db.selectFrom(table).selectAll().where('member_id', '=', memberId).execute(),
        table,
      ).toEqual([]);
    const consents = await db.selectFrom('consents').where('member_id', '=', memberId).selectAll().execute();
    expect(consents).toHaveLength(1);
    expect(filesLeft().filter((file) => avatar.endsWith(file.slice(-30)))).toEqual([]);
    const dump = await Promise.all(
      (['members', 'verification_codes', 'rate_limits'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(dump)).not.toContain(mobile);
    expect(JSON.stringify(dump)).not.toContain('gone@example.cn');
  });

  test('what is asked for while the account goes leaves nothing behind', async () => {
    const { token, memberId } = await logIn(portal);
    const [articleId, opened] = [await addPiece(portal), await addPiece(portal)];
    const { author_id: authorId } = await portal.ctx.db
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', articleId)
      .executeTakeFirstOrThrow();
    await request(token, memberId);
    const forgotten = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const events: Context['events'] = {
      ...portal.ctx.events,
      async emit(ctx, trx, name, event) {
        await portal.ctx.events.emit(ctx, trx, name, event);
        forgotten.resolve();
        await asked.promise;
      },
    };
    const going = run({ ...inDays(8), events });
    await forgotten.promise;
    const calls = [
      portal.ask('POST /member/addArticleCollect', { token, query: { articleId } }),
      portal.ask('POST /member/addFollow', { token, query: { authorId } }),
      portal.ask('GET /reception/article/addViewTimes', { token, query: { id: opened } }),
      portal.ask('POST /member/saveNoticeSettings', { token, body: { kind: 'followed', isOn: false } }),
      portal.ask('POST /member/updateProfile', { token, body: { name: '还在' } }),
      uploadAvatar(token),
    ];
    const before = filesLeft().length;
    await vi.waitFor(async () => expect(await waiting()).toBe(calls.length), { timeout: 5000 });
    asked.resolve();
    expect(await going).toBe(1);
    await Promise.all(calls);
    expect(await rowOf(memberId)).toMatchObject({ name: '已注销用户', avatar: null });
    expect(filesLeft().length).toBe(before);
    for (const table of ['collects', 'follows', 'reading_history', 'notice_refusals'] as const)
      expect(
        await portal.ctx.db.selectFrom(table).selectAll().where('member_id', '=', memberId).execute(),
        table,
      ).toEqual([]);
  });

  test('the number may register again, as somebody new', async () => {
    const { token, memberId } = await logIn(portal);
    const { mobile } = await rowOf(memberId);
    await request(token, memberId);
    await run();
    const answer = await portal.ask('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password: 'correct horse' },
    });
    expect(answer.body.error_code).toBe(400);
    await portal.ctx.db.insertInto('members').values({ mobile, name: '新人' }).execute();
  });

  test('several workers at once delete each account once', async () => {
    const people = await Promise.all([logIn(portal), logIn(portal), logIn(portal)]);
    for (const { token, memberId } of people) await request(token, memberId);
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('a listener that fails leaves that account whole for the next run, and holds up nobody else', async () => {
    const [first, second] = await Promise.all([logIn(portal), logIn(portal)]);
    for (const { token, memberId } of [first, second]) await request(token, memberId);
    const events: Context['events'] = {
      ...portal.ctx.events,
      async emit(ctx, trx, name, event) {
        if ((event as { memberId?: string }).memberId === first.memberId) throw new Error('not now');
        await portal.ctx.events.emit(ctx, trx, name, event);
      },
    };
    expect(await run({ ...inDays(8), events })).toBe(1);
    expect((await rowOf(first.memberId)).deleted_at).toBeNull();
    expect((await rowOf(second.memberId)).deleted_at).not.toBeNull();
    expect(await run()).toBe(1);
  });
});
