import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { deleteDueMembers } from './deletion.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ ...relaxedCodeLimits, DATABASE_POOL: '12' });
  // The folder is created by the first upload.
  mkdirSync(portal.app.files.root, { recursive: true });
});
afterAll(() => portal.close());

const rowOf = (id: string) =>
  portal.ctx.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const inDays = (days: number): Context => ({
  ...portal.ctx,
  now: () => new Date(Date.now() + days * dayMs),
});
const run = (ctx = inDays(8)) => deleteDueMembers(ctx, portal.app);

async function request(token: string, memberId: string) {
  const { mobile } = await rowOf(memberId);
  const value = await receiveCode(portal, { phone: mobile, purpose: 'delete', token });
  return portal.call('POST /member/requestDeletion', { token, body: { value } });
}

/** @returns the avatar’s address, undefined if the upload was rejected */
async function uploadAvatar(token: string): Promise<string> {
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#06c' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'me.png');
  const body = new Response(form);
  const answer = await portal.call('POST /member/uploadAvatar', {
    token,
    body: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  });
  return answer.body.data?.avatar;
}

/** Returns the number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.ctx.db);
  return rows[0]?.count ?? 0;
}

const filesLeft = () =>
  readdirSync(portal.app.files.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('account deletion within the seven days', () => {
  test('leaves everything working, reports the day at log-in and can be cancelled', async () => {
    const { token, memberId } = await logIn(portal);
    const { body } = await request(token, memberId);
    const inAWeek = Date.now() + 7 * dayMs;
    expect(Math.abs(Date.parse(body.data.deletionDueAt) - inAWeek)).toBeLessThan(60_000);
    const { data } = (await portal.call('GET /member/profile', { token })).body;
    expect(data.deletionDueAt).toBe(body.data.deletionDueAt);
    const { mobile } = await rowOf(memberId);
    const again = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password: 'correct horse' },
    });
    expect(again.body.deletion_due_at).toBe(body.data.deletionDueAt);
    expect(await run(inDays(6.9))).toBe(0);
    expect((await portal.call('POST /member/cancelDeletion', { token })).body.data).toBe(true);
    expect((await portal.call('POST /member/cancelDeletion', { token })).body.data).toBe(true);
    expect(await run()).toBe(0);
    expect((await rowOf(memberId)).deleted_at).toBeNull();
  });

  test('requires a code for deletion, and a repeated request keeps the first day', async () => {
    const { token, memberId } = await logIn(portal);
    const { mobile } = await rowOf(memberId);
    const other = await receiveCode(portal, { phone: mobile, purpose: 'change-old', token });
    for (const value of ['', '12', '000000', other])
      expect(
        (await portal.call('POST /member/requestDeletion', { token, body: { value } })).status,
        value,
      ).toBe(400);
    const first = (await request(token, memberId)).body.data.deletionDueAt;
    expect((await request(token, memberId)).body.data.deletionDueAt).toBe(first);
    await portal.call('POST /member/cancelDeletion', { token });
  });
});

describe('account deletion after the seven days', () => {
  test('removes everything that identifies the person, with collects, follows and avatar, and keeps consents', async () => {
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
    const articleId = await addPost(portal);
    await portal.call('POST /member/addArticleCollect', { token, query: { articleId } });
    await db.insertInto('watched_stocks').values({ member_id: memberId, code: '300750' }).execute();
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
    expect((await portal.call('GET /reception/isLogin', { token })).body.data).toBe(false);
    for (const table of [
      'sessions',
      'external_accounts',
      'member_roles',
      'member_tags',
      'collects',
      'watched_stocks',
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

  test('leaves nothing behind of calls made during the deletion', async () => {
    const { token, memberId } = await logIn(portal);
    const [articleId, opened] = [await addPost(portal), await addPost(portal)];
    const { author_id: authorId } = await portal.ctx.db
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', articleId)
      .executeTakeFirstOrThrow();
    await request(token, memberId);
    const listenersDone = Promise.withResolvers<void>();
    const callsWaiting = Promise.withResolvers<void>();
    const events: Context['events'] = {
      ...portal.ctx.events,
      async emit(ctx, trx, name, event) {
        await portal.ctx.events.emit(ctx, trx, name, event);
        listenersDone.resolve();
        await callsWaiting.promise;
      },
    };
    const going = run({ ...inDays(8), events });
    await listenersDone.promise;
    const calls = [
      portal.call('POST /member/addArticleCollect', { token, query: { articleId } }),
      portal.call('POST /member/addFollow', { token, query: { authorId } }),
      portal.call('GET /reception/article/addViewTimes', { token, query: { id: opened } }),
      portal.call('POST /member/saveNoticeSettings', { token, body: { kind: 'followed', isOn: false } }),
      portal.call('POST /member/updateProfile', { token, body: { name: '还在' } }),
      uploadAvatar(token),
    ];
    const before = filesLeft().length;
    await waitFor(async () => expect(await waiting()).toBe(calls.length));
    callsWaiting.resolve();
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

  test('frees the number for a new account', async () => {
    const { token, memberId } = await logIn(portal);
    const { mobile } = await rowOf(memberId);
    await request(token, memberId);
    await run();
    const answer = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: mobile, password: 'correct horse' },
    });
    expect(answer.body.error_code).toBe(400);
    await portal.ctx.db.insertInto('members').values({ mobile, name: '新人' }).execute();
  });

  test('deletes each account once with several concurrent workers', async () => {
    const people = await Promise.all([logIn(portal), logIn(portal), logIn(portal)]);
    for (const { token, memberId } of people) await request(token, memberId);
    const counts = await Promise.all([run(), run(), run()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('leaves an account whole for the next run if a listener fails, and deletes the others', async () => {
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
