import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { exportData } from './export-data.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
});
afterAll(() => portal.close());

/** Reads the files of a zip by its central directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [number, number, number];
    const start = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + lengths[0]);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const bytes = zip.subarray(data, data + size);
    files.set(name, method === 8 ? inflateRawSync(bytes) : bytes);
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return files;
}

async function download(token: string) {
  const response = await portal.server.inject({
    url: '/api/member/exportData',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${token}`,
    },
  });
  return { headers: response.headers, bytes: response.rawPayload, status: response.statusCode, response };
}

/** Adds what identity stores about a member besides the account and the session, each with 别人 in a text. */
async function addOneOfEachPart(member_id: string): Promise<void> {
  const { db } = portal.ctx;
  const own = { member_id };
  const wechat = { provider: 'wechat', union_id: 'u', open_id: 'o', nickname: '别人的微信' };
  await db
    .insertInto('member_tags')
    .values({ ...own, tag: '别人的标签' })
    .execute();
  await db
    .insertInto('consents')
    .values({ ...own, kind: 'privacy', version: '别人的', address: '' })
    .execute();
  await db
    .insertInto('external_accounts')
    .values({ ...own, ...wechat })
    .execute();
  await db.updateTable('members').set({ name: '别人' }).where('id', '=', member_id).execute();
  await db
    .updateTable('sessions')
    .set({ user_agent: '别人的设备' })
    .where('member_id', '=', member_id)
    .execute();
}

describe('export of a member’s data', () => {
  test('contains JSON by subject and the avatar, of this member only, without secrets', async () => {
    const other = await logIn(portal);
    await addOneOfEachPart(other.memberId);
    const { token, memberId } = await logIn(portal);
    const articleId = await addPost(portal, { title: '只有我收藏的一篇' });
    await portal.call('POST /member/addArticleCollect', { token, query: { articleId } });
    await portal.ctx.db.insertInto('member_tags').values({ member_id: memberId, tag: '重点' }).execute();
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#063' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(picture)]), 'me.png');
    const body = new Response(form);
    await portal.call('POST /member/uploadAvatar', {
      token,
      body: Buffer.from(await body.arrayBuffer()),
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
    });

    const { body: feed } = await portal.call('POST /member/createFeedAddress', { token });

    const { bytes, headers } = await download(token);

    expect(headers['content-type']).toBe('application/zip');
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(
      /filename\*=UTF-8''个人数据-\d{4}-\d\d-\d\d\.zip$/,
    );
    const files = unzip(bytes);
    const names = [...files.keys()];
    for (const part of ['profile', 'sessions', 'consents', 'external-accounts', 'tags'])
      expect(names).toContain(`${part}.json`);
    for (const { name } of portal.app.identity.personalData) expect(names).toContain(`${name}.json`);
    const json = (name: string) => JSON.parse(String(files.get(`${name}.json`)));
    const mobile = (
      await portal.ctx.db
        .selectFrom('members')
        .select('mobile')
        .where('id', '=', memberId)
        .executeTakeFirstOrThrow()
    ).mobile;
    expect(json('profile')).toMatchObject([{ id: memberId, mobile, hasPassword: true }]);
    expect(json('sessions')).toHaveLength(1);
    expect(json('consents')).toEqual([]);
    expect(json('tags')).toEqual([{ tag: '重点' }]);
    expect(files.get('说明.txt')?.toString()).toContain('个人信息保护法');
    expect((await sharp(files.get('avatar.webp')).metadata()).width).toBe(256);
    const all = [...files].map(([, content]) => content.toString('utf8')).join('\n');
    expect(all).toContain('只有我收藏的一篇');
    expect(json('feed-address')).toEqual([{ createdAt: feed.data.createdAt, lastReadAt: null }]);
    expect(all).not.toContain(feed.data.token);
    expect(all).not.toContain('argon2');
    expect(all).not.toContain(token);
    const theirs = await portal.call('GET /member/profile', { token: other.token });
    expect(all).not.toContain(`"id":"${theirs.body.data.id}"`);
    expect(all).not.toContain('别人');
  });

  test('is limited to once a minute per member', async () => {
    const [one, two] = await Promise.all([logIn(portal), logIn(portal)]);
    const first = await Promise.all([download(one.token), download(one.token), download(two.token)]);
    expect(first.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    const refused = await portal.call('GET /member/exportData', { token: one.token });
    expect(refused.status).toBe(429);
    expect(refused.body.msg).toMatch(/请 \d+ 秒后再试/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is refused for a visitor', async () => {
    expect((await portal.call('GET /member/exportData')).status).toBe(401);
  });

  test('streams a part of ten thousand rows, and aborts the download when a part fails', async () => {
    const { memberId } = await logIn(portal);
    const sessionId = '0';
    const now = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
    const ctxAt = (minutes: number): Context => ({
      ...portal.ctx,
      now: now(minutes),
      actor: { kind: 'member', memberId, sessionId, permissions: new Set(), vipUntil: null },
    });
    const many = {
      name: 'many',
      async *read() {
        for (let row = 0; row < 10_000; row += 1) yield { row, text: '一段文字'.repeat(20) };
      },
    };
    const { bytes } = await exportData(ctxAt(2), { ...portal.app.identity, personalData: [many] });
    const chunks: Buffer[] = [];
    for await (const chunk of bytes as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(JSON.parse(String(unzip(Buffer.concat(chunks)).get('many.json')))).toHaveLength(10_000);

    const broken = {
      name: 'broken',
      async *read() {
        yield { row: 1 };
        throw new Error('the table is gone');
      },
    };
    const failing = await exportData(ctxAt(4), { ...portal.app.identity, personalData: [broken] });
    await expect(async () => {
      for await (const _ of failing.bytes as AsyncIterable<Buffer>);
    }).rejects.toThrow('the table is gone');
  });
});
