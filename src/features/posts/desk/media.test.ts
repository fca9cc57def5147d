import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPiece, logIn } from '#testing/builders.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const post = async (path: string, body: object): Promise<Body> =>
  (await portal.ask(`POST /admin/post/${path}`, { body, token })).body;
const open = async (id: string) =>
  (await portal.ask('GET /admin/post/detail', { query: { id }, token })).body.data;
const read = async (id: string) =>
  (await portal.ask('POST /reception/article/selectArticle', { query: { id } })).text;

let serial = 0;
/** A file of the library. @returns its id and address */
async function keep(ending = 'webp'): Promise<{ id: string; address: string }> {
  serial += 1;
  const path = join(portal.house.config.dataDir, 'upload');
  await writeFile(path, `file ${serial}`);
  const address = await portal.house.files.keepFrom('000000', path, `a.${ending}`);
  const { id } = await portal.ctx.db
    .insertInto('media_items')
    .values({ kind: 'image', address, name: `图 ${serial}`, media_type: 'image/webp', bytes: 6 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, address };
}
const usesOf = async ({ id }: { id: string }): Promise<string[]> =>
  (await portal.ask('GET /admin/media/detail', { query: { id }, token })).body.data.uses.map(
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

describe('what a piece shows of the library', () => {
  test('is what its body and cover hold, of the version readers see and of the one the desk works on', async () => {
    const [cover, first, second] = [await keep(), await keep(), await keep('mp4')];
    const html = `<p>字。</p><figure><img src="${first.address}"></figure>`;
    const { id, version } = await draft({ html, cover: cover.address });
    expect(await usesOf(cover)).toEqual([`post:${id}`]);
    expect(await usesOf(first)).toEqual([`post:${id}`]);
    await post('publish', { id, base: version });
    const next = await save(id, version, {
      html: `<p>字。</p><video src="${second.address}"></video>`,
      cover: null,
    });
    for (const item of [cover, first, second]) expect(await usesOf(item)).toEqual([`post:${id}`]);
    await post('publish', { id, base: next });
    expect(await usesOf(cover)).toEqual([]);
    expect(await usesOf(first)).toEqual([]);
    expect(await usesOf(second)).toEqual([`post:${id}`]);
  });

  test('a restored version shows again, a deleted draft nothing, an imported piece what it came with', async () => {
    const item = await keep();
    const { id, version } = await draft({ html: `<p>字。</p><img src="${item.address}">` });
    const next = await save(id, version, { html: '<p>没有图。</p>' });
    expect(await usesOf(item)).toEqual([]);
    await post('restore', { id, base: next, number: version });
    expect(await usesOf(item)).toEqual([`post:${id}`]);
    await post('delete', { id });
    expect(await usesOf(item)).toEqual([]);
    const imported = await addPiece(portal, {
      body: `<p><a href="${item.address}?name=x.pdf">附件</a></p>`,
    });
    expect(await usesOf(item)).toEqual([`post:${imported}`]);
  });
});

test('of an attachment, picture and formula behind the paywall a teaser holds the attachment’s name alone', async () => {
  const [file, picture] = [await keep('pdf'), await keep()];
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
  const whole = await portal.ask('POST /reception/article/selectArticle', {
    query: { id },
    token: vip.token,
  });
  expect(whole.body.data.attachments).toMatchObject([
    { url: expect.stringContaining(`${file.address}?name=%E5%B9%B4%E6%8A%A5.pdf&post=${id}&`) },
  ]);
  expect(whole.body.data.body).toContain('<math');
});
