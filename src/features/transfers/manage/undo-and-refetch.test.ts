import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { runNextTransfer } from './run-transfers.ts';

/** Written by WordPress 6.1, shortened; its pictures are on the old site's host, which the tests play. */
const wordpress = readFileSync(join(import.meta.dirname, '../../../testing/exports/wordpress.xml'), 'utf8');

let portal: Portal;
let admin: string;
let web: Server;
let host: string;
let picture: Buffer;
let answerPicture: (path: string) => { status: number; location?: string; isSilent?: boolean };
beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  web = createServer((request, response) => {
    const { status, location, isSilent } = answerPicture(request.url ?? '');
    if (isSilent) return;
    response.writeHead(status, { 'content-type': 'image/png', ...(location ? { location } : {}) });
    response.end(status === 200 ? picture : '');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await portal.close();
});

const oldSite = () =>
  wordpress
    .replaceAll('http://127.0.0.1:4799', host)
    .replaceAll('http://old.example.org/wp-content/uploads', host);

const get = async (path: string, query: Record<string, string>) =>
  (await portal.call(`GET /admin/transfer/${path}`, { query, token: admin })).body;
const post = async (path: string, body: object, token = admin) =>
  (await portal.call(`POST /admin/transfer/${path}`, { body, token })).body;
const transfers = () => ({
  ...portal.app.transfers,
  media: {
    ...portal.app.media,
    fetching: { mayConnect: (address: string) => address === '127.0.0.1', timeoutMs: 400 },
  },
});
const run = () => runNextTransfer(portal.ctx, transfers());

async function importWordPress(): Promise<string> {
  const form = new FormData();
  form.append('columnId', '2');
  form.append('file', new Blob([oldSite()]), '旧站.xml');
  const request = new Response(form);
  const answer = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/transfer/import',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${admin}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  await run();
  return answer.json().data.id;
}
const titles = async () =>
  (await portal.ctx.db.selectFrom('posts').select('title').orderBy('id').execute()).map(({ title }) => title);
const postTitled = (title: string) =>
  portal.ctx.db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'p.cover', 'b.html'])
    .where('p.title', '=', title)
    .executeTakeFirstOrThrow();
const countOf = async (table: 'pages' | 'comments' | 'media_items' | 'redirects') =>
  (await portal.ctx.db.selectFrom(table).selectAll().execute()).length;
const reset = async () => {
  for (const table of ['transfers', 'posts', 'pages', 'media_items', 'redirects'] as const)
    await portal.ctx.db.deleteFrom(table).execute();
};

// The story of one import.
describe('pictures that could not be fetched', { shuffle: false }, () => {
  let id: string;
  beforeAll(async () => {
    await reset();
    answerPicture = (path) => (path === '/slow.png' ? { status: 200, isSilent: true } : { status: 404 });
    id = await importWordPress();
  });

  test('are named with their post and the reason', async () => {
    expect((await get('detail', { id })).data).toMatchObject({ state: 'done', missingPictures: 2 });
    const { records } = (await get('pictures', { id })).data;
    expect(records).toMatchObject([
      {
        src: `${host}/slow.png`,
        reason: '没有在限定的时间内传完',
        isCover: false,
        target: { title: '央行下调利率' },
      },
      { src: `${host}/cover.png`, reason: '对方返回 404', isCover: true, target: { kind: 'post' } },
    ]);
  });

  test('keep their reason when they fail again', async () => {
    answerPicture = () => ({ status: 503 });
    const { data } = await post('refetch', { id });
    await run();
    expect((await get('detail', { id: data.id })).data).toMatchObject({
      kind: 'refetch',
      state: 'done',
      counts: { added: 0, failed: 2 },
      report: [expect.stringContaining('对方返回 503'), expect.stringContaining('对方返回 503')],
    });
  });

  test('are fetched again through redirects, put in place, and in the media library', async () => {
    answerPicture = (path) =>
      path === '/moved.png' ? { status: 200 } : { status: 302, location: `${host}/moved.png` };
    await post('refetch', { id });
    await run();
    const { html, cover } = await postTitled('央行下调利率');
    expect(cover).toMatch(/^\/files\//);
    expect(html).toContain(`<img src="${cover}" alt="图"`);
    expect(html).not.toContain(host);
    expect((await get('pictures', { id })).data.records).toEqual([]);
    const { body } = await portal.call('GET /admin/media/list', { token: admin });
    expect(body.data.records).toMatchObject([{ address: cover, useCount: 1 }]);
    expect(await post('refetch', { id })).toMatchObject({ code: 409, msg: '这次导入没有缺少的图片' });
  });

  test('stay missing in a post that was edited since', async () => {
    await reset();
    answerPicture = () => ({ status: 404 });
    const second = await importWordPress();
    await portal.ctx.db
      .updateTable('posts')
      .set({ head_version: 1 })
      .where('title', '=', '央行下调利率')
      .execute();
    answerPicture = () => ({ status: 200 });
    const { data } = await post('refetch', { id: second });
    await run();
    expect((await get('detail', { id: data.id })).data).toMatchObject({ counts: { added: 0, skipped: 2 } });
    expect((await get('pictures', { id: second })).data.records[0].reason).toContain('导入后改过');
  });
});

describe('an undo', () => {
  beforeEach(async () => {
    await reset();
    answerPicture = () => ({ status: 200 });
  });

  test('removes posts, pages, comments, pictures and addresses of the run, and nothing else', async () => {
    const own = await addPost(portal, { title: '自己写的' });
    const id = await importWordPress();
    expect(await countOf('media_items')).toBe(1);
    const { data } = await post('undo', { id });
    expect(await post('undo', { id })).toMatchObject({ code: 409 });
    await run();
    expect((await get('detail', { id: data.id })).data).toMatchObject({
      kind: 'undo',
      state: 'done',
      report: [],
    });
    expect(await titles()).toEqual(['自己写的']);
    expect(own).toBeTruthy();
    for (const table of ['pages', 'comments', 'media_items', 'redirects'] as const)
      expect([table, await countOf(table)]).toEqual([table, 0]);
    expect((await get('detail', { id })).data).toMatchObject({ canUndo: false });
    expect(await post('undo', { id })).toMatchObject({
      code: 409,
      msg: '这次导入没有留下可以撤销的内容',
    });
  });

  test('leaves the file importable again', async () => {
    const id = await importWordPress();
    await post('undo', { id });
    await run();
    expect(await titles()).toEqual([]);
    await importWordPress();
    expect(await titles()).toContain('央行下调利率');
  });

  test('keeps and names posts that were bought, edited or commented on, with their pictures', async () => {
    const id = await importWordPress();
    const { memberId } = await logIn(portal, {});
    const bought = await postTitled('央行下调利率');
    const discussed = await postTitled('同号甲');
    await portal.ctx.db
      .insertInto('grants')
      .values({ member_id: memberId, scope: 'post', target_id: bought.id, source: 'order:1' })
      .execute();
    await portal.ctx.db
      .insertInto('comments')
      .values({ post_id: discussed.id, member_id: memberId, body: '好', state: 'visible' })
      .execute();
    await portal.ctx.db.updateTable('posts').set({ head_version: 1 }).where('title', '=', '没写完').execute();
    const { data } = await post('undo', { id });
    await run();
    const { report, counts } = (await get('detail', { id: data.id })).data;
    expect(report.sort()).toEqual([
      '《同号甲》有会员的评论，保留',
      '《央行下调利率》已经有人购买，保留',
      '《没写完》导入后改过，保留',
    ]);
    expect(counts.skipped).toBe(3);
    expect((await titles()).sort()).toEqual(['同号甲', '央行下调利率', '没写完']);
    expect(await countOf('media_items')).toBe(1);
    expect((await get('detail', { id })).data).toMatchObject({ canUndo: true });
  });

  test.each(['refetch', 'undo'])('and a refetch need the permission and an import: %s', async (path) => {
    const editor = (await logIn(portal, { role: 'editor' })).token;
    expect(await post(path, { id: '1' }, editor)).toMatchObject({ code: 403 });
    expect(await post(path, { id: '999999' })).toMatchObject({ code: 404 });
    const { data } = await post('export', { withoutPeople: true });
    expect(await post(path, { id: data.id })).toMatchObject({ code: 409 });
    await run();
  });
});
