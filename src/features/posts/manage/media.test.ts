import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { emptyBin } from './bin.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const post = async (path: string, body: object): Promise<Body> =>
  (await portal.call(`POST /admin/post/${path}`, { body, token })).body;
const open = async (id: string) =>
  (await portal.call('GET /admin/post/detail', { query: { id }, token })).body.data;
const read = async (id: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id } })).text;

let serial = 0;
/**
 * Creates a file in the media library.
 * @returns its id and address
 */
async function createMediaItem(ending = 'webp'): Promise<{ id: string; address: string }> {
  serial += 1;
  const path = join(portal.app.config.dataDir, 'upload');
  await writeFile(path, `file ${serial}`);
  const address = await portal.app.files.saveFrom('000000', path, `a.${ending}`);
  const { id } = await portal.ctx.db
    .insertInto('media_items')
    .values({ kind: 'image', address, name: `图 ${serial}`, media_type: 'image/webp', bytes: 6 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, address };
}
const listUsesOf = async ({ id }: { id: string }): Promise<string[]> =>
  (await portal.call('GET /admin/media/detail', { query: { id }, token })).body.data.uses.map(
    ({ target }: { target: string }) => target,
  );

async function draft(change: object): Promise<{ id: string; version: number }> {
  const { data } = await post('create', { columnId: '2', title: '有图的稿' });
  const { content, version } = await open(data.id);
  const saved = await post('save', {
    id: data.id,
    base: version,
    content: { ...content, access: 'public', html: '<p>字。</p>', ...change },
  });
  expect(saved).toMatchObject({ code: 200 });
  return { id: data.id, version: saved.data.version };
}
const save = async (id: string, base: number, change: object) =>
  (await post('save', { id, base, content: { ...(await open(id)).content, ...change } })).data.version;

describe('media uses of a post', () => {
  test('keep the pictures of a newer version when an older one is approved or shown again', async () => {
    const [submitted, newer] = [await createMediaItem(), await createMediaItem()];
    const { id, version } = await draft({ html: `<p>字。</p><img src="${submitted.address}">` });
    await post('submit', { id, base: version });
    await save(id, version, { html: `<p>字。</p><img src="${newer.address}">` });
    const { token: reviewer } = await logIn(portal, { role: 'reviewer' });
    const { body } = await portal.call('GET /admin/moderation/list', { token: reviewer });
    const decision = { id: body.data.records[0].id, decision: 'approved', note: '' };
    const decided = await portal.call('POST /admin/moderation/decide', { body: decision, token: reviewer });
    expect(decided.body).toMatchObject({ code: 200 });
    for (const item of [submitted, newer]) expect(await listUsesOf(item)).toEqual([`post:${id}`]);
    const { data } = await post('changeMany', { ids: [id], change: 'publish' });
    expect(await listUsesOf(submitted)).toEqual([]);
    await post('undoMany', { change: 'publish', posts: [data[0].undo] });
    for (const item of [submitted, newer]) expect(await listUsesOf(item)).toEqual([`post:${id}`]);
  });

  test('records files of the body and cover, of both the published and the newest version', async () => {
    const [cover, first, second] = [
      await createMediaItem(),
      await createMediaItem(),
      await createMediaItem('mp4'),
    ];
    const html = `<p>字。</p><figure><img src="${first.address}"></figure>`;
    const { id, version } = await draft({ html, cover: cover.address });
    expect(await listUsesOf(cover)).toEqual([`post:${id}`]);
    expect(await listUsesOf(first)).toEqual([`post:${id}`]);
    await post('publish', { id, base: version });
    const next = await save(id, version, {
      html: `<p>字。</p><video src="${second.address}"></video>`,
      cover: null,
    });
    for (const item of [cover, first, second]) expect(await listUsesOf(item)).toEqual([`post:${id}`]);
    await post('publish', { id, base: next });
    expect(await listUsesOf(cover)).toEqual([]);
    expect(await listUsesOf(first)).toEqual([]);
    expect(await listUsesOf(second)).toEqual([`post:${id}`]);
  });

  test('updates the uses when a version is restored, a draft leaves the bin or a post is imported', async () => {
    const item = await createMediaItem();
    const { id, version } = await draft({ html: `<p>字。</p><img src="${item.address}">` });
    const next = await save(id, version, { html: '<p>没有图。</p>' });
    expect(await listUsesOf(item)).toEqual([]);
    await post('restore', { id, base: next, number: version });
    expect(await listUsesOf(item)).toEqual([`post:${id}`]);
    await post('delete', { id });
    expect(await listUsesOf(item)).toEqual([`post:${id}`]);
    await emptyBin({ ...portal.ctx, now: () => new Date(Date.now() + 31 * 86_400_000) });
    expect(await listUsesOf(item)).toEqual([]);
    const imported = await addPost(portal, {
      body: `<p><a href="${item.address}?name=x.pdf">附件</a></p>`,
    });
    expect(await listUsesOf(item)).toEqual([`post:${imported}`]);
  });
});

test('shows only the name of an attachment behind the paywall, and no picture or formula', async () => {
  const [file, picture] = [await createMediaItem('pdf'), await createMediaItem()];
  const { id, version } = await draft({
    access: 'vip',
    html:
      '<p>开放。</p><!--paywall--><p>锁住。</p>' +
      `<p><a href="${file.address}?name=%E5%B9%B4%E6%8A%A5.pdf" data-size="2048">年报.pdf</a></p>` +
      `<figure><img src="${picture.address}" alt="走势"></figure><div class="math" data-tex="SECRET_x"></div>`,
  });
  await post('publish', { id, base: version });
  const text = await read(id);
  const { data } = JSON.parse(text);
  expect(data).toMatchObject({ locked: true, attachments: [{ name: '年报.pdf', size: 2048, url: null }] });
  for (const hidden of [file.address, picture.address, 'SECRET', '走势']) expect(text).not.toContain(hidden);
  const vip = await logIn(portal, { vipDays: 1 });
  const whole = await portal.call('POST /reception/article/selectArticle', {
    query: { id },
    token: vip.token,
  });
  expect(whole.body.data.attachments).toMatchObject([
    { url: expect.stringContaining(`${file.address}?name=%E5%B9%B4%E6%8A%A5.pdf&post=${id}&`) },
  ]);
  expect(whole.body.data.body).toContain('<math');
});
