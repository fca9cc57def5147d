import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { inTransaction } from '#kernel/db/transaction.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { recordMediaUses } from './index.ts';

let portal: Portal;
let site: Server;
type Answer = { status?: number; type?: string; body: Buffer | string };
let answer: Answer | ((path: string) => Answer);
let editor: string;
beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    const given = typeof answer === 'function' ? answer(url) : answer;
    const { status = 200, type = 'image/png', body } = given;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  portal = await openPortal({ FEED_NETWORKS: '127.0.0.0/8' });
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(async () => {
  await portal.close();
  site.close();
});

const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
let serial = 0;
/** Creates a picture that no other test uses. */
const drawPicture = (width = 60, height = 40) => {
  serial += 1;
  const background = { r: (serial * 37) % 256, g: (serial * 91) % 256, b: (serial * 149) % 256 };
  return sharp({ create: { width, height, channels: 3, background } });
};

async function upload(
  bytes: Buffer,
  name: string,
  { folderId, token = editor }: { folderId?: string; token?: string | null } = {},
): Promise<Body> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  if (folderId !== undefined) form.append('folderId', folderId);
  const request = new Response(form);
  const answer = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/media/upload',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.json();
}
const picture = async (name = '图.png') =>
  (await upload(await drawPicture().png().toBuffer(), name)).data.item;
const get = async (path: string, query: Record<string, string> = {}, token = editor) =>
  (await portal.call(`GET /admin/media/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/media/${path}`, { body, token })).body;
const folder = async (name: string, parentId?: string) =>
  (await post('createFolder', { name, ...(parentId && { parentId }) })).data.id;
const fileAt = (address: string) => join(portal.app.files.root, address.replace('/files/', ''));
const use = (target: string, addresses: string[]) =>
  inTransaction(portal.ctx, (trx) => recordMediaUses(portal.ctx, trx, target, addresses));
const namesIn = async (query: Record<string, string>) =>
  (await get('list', query)).data.records.map(({ name }: { name: string }) => name);

describe('an uploaded picture', () => {
  test('is re-encoded as upright WebP without EXIF and location', async () => {
    const bytes = await drawPicture(40, 20)
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { data } = await upload(bytes, 'C:\\相册\\外滩.JPG');
    expect(data).toMatchObject({
      isNew: true,
      item: { name: '外滩', kind: 'image', mediaType: 'image/webp', width: 20, height: 40, useCount: 0 },
    });
    const storedMetadata = await sharp(fileAt(data.item.address)).metadata();
    expect(storedMetadata).toMatchObject({ format: 'webp', width: 20, height: 40 });
    expect(storedMetadata.exif).toBeUndefined();
    expect(await readdir(portal.app.uploadFolder)).toEqual([]);
  });

  test('is scaled down to the size that pages need', async () => {
    const { data } = await upload(await drawPicture(5000, 1000).png().toBuffer(), '长图.png');
    expect(data.item).toMatchObject({ width: 2560, height: 512 });
  });

  test('stays animated', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map(async (background) =>
        sharp({ create: { width: 8, height: 6, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const { data } = await upload(gif, '动图.gif');
    expect(data.item).toMatchObject({ width: 8, height: 6 });
    expect(await sharp(fileAt(data.item.address)).metadata()).toMatchObject({ pages: 3 });
  });

  test('that is uploaded twice, also concurrently, is one item, and the second upload reports it as known', async () => {
    const bytes = await drawPicture().png().toBuffer();
    const answers = await Promise.all([upload(bytes, '甲.png'), upload(bytes, '乙.png')]);
    expect(answers.map(({ data }) => data.isNew).sort()).toEqual([false, true]);
    expect(new Set(answers.map(({ data }) => data.item.id)).size).toBe(1);
    expect((await upload(bytes, '丙.png')).data.isNew).toBe(false);
  });

  test.each([
    ['upload', (bytes: Buffer) => upload(bytes, '我的.png')],
    [
      'bring from another site',
      async (bytes: Buffer) => {
        answer = { body: bytes };
        return post('bring', { url: `${origin()}/shared.png` });
      },
    ],
  ])('that a member uploaded joins the library once staff %s it too', async (_, add) => {
    const bytes = await drawPicture().png().toBuffer();
    const { item } = (await upload(bytes, '会员的.png')).data;
    const ofMember = portal.ctx.db.updateTable('media_items').set({ is_of_member: true });
    await ofMember.where('id', '=', item.id).execute();
    const isListed = async () =>
      (await get('list', { size: '100' })).data.records.some(({ id }: Body) => id === item.id);
    expect(await isListed()).toBe(false);
    expect((await add(bytes)).data).toMatchObject({ isNew: false, item: { id: item.id } });
    expect(await isListed()).toBe(true);
  });
});

function zipOf(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries))
    zip.addBuffer(Buffer.from(text), name, { compress: false });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

describe('a picture from another site', () => {
  test('is imported into the library like an upload', async () => {
    const bytes = await drawPicture().png().toBuffer();
    answer = { body: bytes };
    const { data } = await post('bring', { url: `${origin()}/mmbiz/走势.png` });
    expect(data).toMatchObject({ isNew: true, item: { name: '走势', mediaType: 'image/webp', width: 60 } });
    expect((await post('bring', { url: `${origin()}/0?wx=1` })).data).toMatchObject({ isNew: false });
    expect(await readdir(portal.app.uploadFolder)).toEqual([]);
  });

  test.each([
    ['of a page', { type: 'text/html', body: '<p>' }, '取不到图片'],
    ['that is not a picture', { body: 'MZ' }, '不是可以上传的类型'],
    ['that does not exist', { status: 404, body: '' }, '取不到图片'],
  ])('%s is rejected', async (_, given, words) => {
    answer = given;
    expect(await post('bring', { url: `${origin()}/a.png` })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(words),
    });
  });

  test.each(['http://10.0.0.1/a.png', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'x', ''])(
    'at %s is not fetched',
    async (url) => {
      const refused = await post('bring', { url });
      expect(refused).toMatchObject({ code: 400 });
      expect(refused.msg).toContain('图片地址');
    },
  );
});

describe('the card of a page of another site', () => {
  test('has its title, description, site and a copy of its picture', async () => {
    const bytes = await drawPicture().png().toBuffer();
    const page =
      '<title>题 &lt;目&gt;</title><meta name="description" content="说明"><meta property="og:image" content="/p.png">';
    answer = (url) => (url === '/p.png' ? { body: bytes } : { type: 'text/html', body: page });
    const { data } = await post('card', { url: `${origin()}/a?b=1` });
    expect(data).toEqual({
      url: `${origin()}/a?b=1`,
      title: '题 <目>',
      description: '说明',
      site: '127.0.0.1',
      picture: { address: expect.stringMatching(/^\/files\//), width: 60, height: expect.any(Number) },
    });
    answer = (url) => (url === '/p.png' ? { body: 'MZ' } : { type: 'text/html', body: page });
    expect((await post('card', { url: `${origin()}/a` })).data).toMatchObject({ picture: null });
  });

  test('names the video that a short link leads to', async () => {
    const video = 'https://www.bilibili.com/video/BV1GJ411x7h7/';
    answer = { type: 'text/html', body: `<title>视频</title><link rel="canonical" href="${video}">` };
    expect((await post('card', { url: `${origin()}/AbCdEf1` })).data).toMatchObject({ url: video });
    answer = {
      type: 'text/html',
      body: '<title>页</title><link rel="canonical" href="https://evil.example/">',
    };
    expect((await post('card', { url: `${origin()}/x` })).data).toMatchObject({ url: `${origin()}/x` });
  });

  test.each([
    ['of a page without a title', { type: 'text/html', body: '<p>' }, '没有写标题'],
    ['of a picture', { body: 'MZ' }, '不是网页'],
    ['of a page that does not exist', { status: 404, type: 'text/html', body: '' }, '404'],
  ])('%s is refused with the reason', async (_, given, words) => {
    answer = given;
    expect(await post('card', { url: `${origin()}/a` })).toMatchObject({
      code: 400,
      msg: expect.stringContaining(words),
    });
  });

  test.each(['http://10.0.0.1/a', 'http://169.254.169.254/latest', 'file:///etc/passwd', 'x', ''])(
    'at %s is not fetched',
    async (url) => {
      const refused = await post('card', { url });
      expect(refused).toMatchObject({ code: 400 });
      expect(refused.msg).toContain('网页地址');
    },
  );

  test('is refused from the 121st in an hour on', async () => {
    const { token: other } = await logIn(portal, { role: 'admin' });
    const body = { url: 'http://10.0.0.1/a' };
    for (let at = 0; at < 120; at++) expect(await post('card', body, other)).toMatchObject({ code: 400 });
    expect(await post('card', body, other)).toMatchObject({ code: 429 });
  });
});

const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\0\0isommp42'),
  Buffer.from([0, 0, 0, 8]),
  Buffer.from('moov'),
]);

describe('other files', () => {
  test.each([
    ['年报 2026.pdf', () => Buffer.from('%PDF-1.7\n%%EOF'), 'file', '年报 2026.pdf', 'application/pdf'],
    ['走势.mov', () => mp4, 'video', '走势.mp4', 'video/mp4'],
    ['数据.csv', () => Buffer.from('代码,价格\n300750,1.0\n'), 'file', '数据.csv', 'text/csv'],
    ['说明.txt', () => Buffer.from([0xcb, 0xb5, 0xc3, 0xf7]), 'file', '说明.txt', 'text/plain'],
    ['附件.zip', () => zipOf({ 'a.txt': '内容' }), 'file', '附件.zip', 'application/zip'],
    [
      '模型.xlsx',
      () =>
        zipOf({
          '[Content_Types].xml':
            '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        }),
      'file',
      '模型.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ])('the type of %s is detected from the content', async (given, buildBytes, kind, name, mediaType) => {
    const { data } = await upload(await buildBytes(), given);
    expect(data.item).toMatchObject({ kind, name, mediaType, width: null });
    expect(existsSync(fileAt(data.item.address))).toBe(true);
  });

  test.each([
    ['an SVG', '图.png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page', '页.txt.html', () => Buffer.from('<!doctype html><p>页')],
    ['a program', '年报.pdf', () => Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1')],
    ['binary bytes', '数据.csv', () => Buffer.from([1, 2, 3, 0, 5])],
    ['a text without an extension', 'x', () => Buffer.from('文字')],
  ])('%s is rejected under any name', async (_, name, buildBytes) => {
    const answer = await upload(buildBytes(), name);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toMatch(/文件不是可以上传的类型/);
  });

  test('a damaged picture and one with too many pixels are rejected, and nothing is stored', async () => {
    const before = (await get('list', { size: '100' })).data.records.length;
    const noise = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, at) => (at * 7919) % 251));
    const whole = await sharp(noise, { raw: { width: 90, height: 90, channels: 3 } })
      .png()
      .toBuffer();
    expect((await upload(whole.subarray(0, whole.length / 2), '坏.png')).msg).toContain('已损坏或不完整');
    const huge = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await upload(huge, '大.png')).msg).toContain('尺寸过大');
    expect((await get('list', { size: '100' })).data.records).toHaveLength(before);
    expect(await readdir(portal.app.uploadFolder)).toEqual([]);
  });

  test('an unknown folder and a malformed folder id are rejected', async () => {
    const bytes = await drawPicture().png().toBuffer();
    expect(await upload(bytes, 'a.png', { folderId: '999999' })).toMatchObject({ code: 400 });
    expect((await upload(bytes, 'a.png', { folderId: 'x' })).msg).toContain('文件夹');
    expect((await upload(bytes, 'a.png')).data.isNew).toBe(true);
  });
});

describe('the library', () => {
  test('can be filtered by folder, kind, any part of a name, and unused items', async () => {
    const id = await folder('寻找');
    const imageBytes = await drawPicture().png().toBuffer();
    const { data } = await upload(imageBytes, '宁德时代Ｋ线 100%_图.png', { folderId: id });
    await upload(Buffer.from('%PDF-1.4 寻找'), '宁德时代年报.pdf', { folderId: id });
    expect(await namesIn({ folderId: id })).toEqual(['宁德时代年报.pdf', '宁德时代Ｋ线 100%_图']);
    expect(await namesIn({ folderId: id, kind: 'file' })).toEqual(['宁德时代年报.pdf']);
    expect(await namesIn({ keyword: '德时代k' })).toEqual(['宁德时代Ｋ线 100%_图']);
    expect(await namesIn({ keyword: '%_' })).toEqual(['宁德时代Ｋ线 100%_图']);
    expect(await namesIn({ keyword: '报', folderId: id })).toEqual(['宁德时代年报.pdf']);
    expect(await namesIn({ keyword: '代时' })).toEqual([]);
    await use('post:1', [data.item.address]);
    expect(await namesIn({ folderId: id, unused: 'true' })).toEqual(['宁德时代年报.pdf']);
    expect(await namesIn({ folderId: '0' })).not.toContain('宁德时代年报.pdf');
  });

  test('is paged, newest first', async () => {
    const id = await folder('翻页');
    for (const name of ['一', '二', '三'])
      await upload(await drawPicture().png().toBuffer(), name, { folderId: id });
    const first = (await get('list', { folderId: id, size: '2' })).data;
    expect(first.records.map(({ name }: Body) => name)).toEqual(['三', '二']);
    const rest = (await get('list', { folderId: id, size: '2', cursor: first.cursor })).data;
    expect(rest.records.map(({ name }: Body) => name)).toEqual(['一']);
    expect(rest.cursor).toBeNull();
  });

  test('saves an item’s new name, alternative text and folder, and finds it by the new name', async () => {
    const item = await picture();
    const folderId = await folder('存放');
    const saved = await post('save', { id: item.id, name: ' 新 名称 ', alt: '一张图', folderId });
    expect(saved.data).toMatchObject({ name: '新 名称', alt: '一张图', folderId });
    expect(await namesIn({ keyword: '新名' })).toEqual([]);
    expect(await namesIn({ keyword: '新 名' })).toEqual(['新 名称']);
    expect(await post('save', { id: '999999', name: 'x', alt: '', folderId: '0' })).toMatchObject({
      code: 404,
    });
  });

  test.each([
    [{ name: ' ' }, '名称不能为空'],
    [{ name: '长'.repeat(201) }, '名称过长'],
    [{ alt: '长'.repeat(201) }, '替代文字过长'],
    [{ folderId: '999999' }, '文件夹不存在'],
  ])('rejects %j for an item and changes nothing', async (change, words) => {
    const item = await picture('原名.png');
    const answer = await post('save', { id: item.id, name: '改', alt: '', folderId: '0', ...change });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect((await get('detail', { id: item.id })).data.name).toBe('原名');
  });

  test('moves many items at once, or none', async () => {
    const items = [await picture(), await picture()];
    const ids = items.map(({ id }) => id);
    const folderId = await folder('搬家');
    expect(await post('move', { ids: [...ids, '999999'], folderId })).toMatchObject({ code: 404 });
    expect((await get('list', { folderId })).data.records).toEqual([]);
    expect(await post('move', { ids, folderId })).toMatchObject({ code: 200 });
    expect((await get('list', { folderId })).data.records).toHaveLength(2);
    expect((await post('move', { ids: [], folderId })).msg).toContain('请选择素材');
  });
});

describe('an item in use', () => {
  test('names its uses by title, and blocks the deletion of the whole selection', async () => {
    const { data: uploadedPost } = (
      await portal.call('POST /admin/post/create', {
        body: { columnId: '2', title: '用图的稿件' },
        token: editor,
      })
    ).body;
    const [used, other] = [await picture('在用.png'), await picture('闲着.png')];
    await use(`post:${uploadedPost.id}`, [used.address, '/files/000000/aa/none.png']);
    const { data } = await get('detail', { id: used.id });
    expect(data).toMatchObject({
      useCount: 1,
      uses: [
        { target: `post:${uploadedPost.id}`, title: '稿件《用图的稿件》', to: `/posts/${uploadedPost.id}` },
      ],
    });
    const refused = await post('delete', { ids: [used.id, other.id] });
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('“在用”正用于稿件《用图的稿件》');
    await portal.ctx.db
      .insertInto('roles')
      .values({ code: 'keeper', name: '素材', permissions: ['media.manage'] })
      .execute();
    const { token, memberId } = await logIn(portal);
    await portal.ctx.db.insertInto('member_roles').values({ member_id: memberId, role: 'keeper' }).execute();
    expect((await post('delete', { ids: [used.id] }, token)).msg).toContain(
      `正用于稿件《没有发布的内容 ${uploadedPost.id}》`,
    );
    expect(existsSync(fileAt(other.address))).toBe(true);
    await use(`post:${uploadedPost.id}`, []);
    expect(await post('delete', { ids: [used.id, other.id] })).toMatchObject({ code: 200 });
    expect(existsSync(fileAt(used.address)) || existsSync(fileAt(other.address))).toBe(false);
    expect(await get('detail', { id: used.id })).toMatchObject({ code: 404 });
  });

  test('names the topic whose cover it is, with the way there', async () => {
    const cover = await picture('封面.png');
    const body = { title: '芯片供应链', slug: 'chips', introduction: '', cover: cover.address, isOpen: true };
    const created = await portal.call('POST /admin/topic/create', { body, token: editor });
    const target = `topic:${created.body.data.id}`;
    expect((await get('detail', { id: cover.id })).data.uses).toEqual([
      { target, title: '专题《芯片供应链》', to: '/tags?tab=topics' },
    ]);
    expect(await post('delete', { ids: [cover.id] })).toMatchObject({
      code: 409,
      msg: '“封面”正用于专题《芯片供应链》，请先在那里换掉再删除',
    });
  });

  test('has a name and a way to the place for each kind of use, also once the place is gone', async () => {
    const item = await picture();
    const kinds = Object.keys(portal.app.media.nameTargets);
    for (const kind of kinds) await use(`${kind}:999999`, [item.address]);
    const { uses } = (await get('detail', { id: item.id })).data;
    expect(uses.map(({ target }: Body) => target.split(':')[0]).sort()).toEqual(kinds.toSorted());
    for (const { title, to } of uses) {
      expect(title).toMatch(/^\p{Script=Han}+ 999999$/u);
      expect(to).toMatch(/^\/[a-z]/);
    }
  });

  test('replaces the previous uses of a target, and counts each target once', async () => {
    const [one, two] = [await picture(), await picture()];
    await use('advert:1', [one.address, one.address]);
    await use('advert:2', [one.address, two.address]);
    await use('advert:1', [two.address]);
    expect((await get('detail', { id: one.id })).data).toMatchObject({
      useCount: 1,
      uses: [{ target: 'advert:2' }],
    });
    expect((await get('detail', { id: two.id })).data.useCount).toBe(2);
  });

  test('deleted and uploaded concurrently never ends up without its file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bytes = await drawPicture().png().toBuffer();
      const { item } = (await upload(bytes, '反复.png')).data;
      const [, again] = await Promise.all([post('delete', { ids: [item.id] }), upload(bytes, '反复.png')]);
      const still = await get('detail', { id: again.data?.item.id ?? item.id });
      expect(existsSync(fileAt(item.address))).toBe(still.code === 200);
    }
  });
});

describe('folders', () => {
  test('are created, renamed, and deleted when empty', async () => {
    const parentId = await folder('行业');
    const id = await folder('电池', parentId);
    expect((await get('folders')).data).toContainEqual({ id, parentId, name: '电池' });
    expect(await post('createFolder', { name: '电池', parentId })).toMatchObject({ code: 409 });
    expect(await post('renameFolder', { id, name: '储能' })).toMatchObject({ code: 200 });
    expect(await post('deleteFolder', { id: parentId })).toMatchObject({ code: 409 });
    const { item } = (await upload(await drawPicture().png().toBuffer(), 'a.png', { folderId: id })).data;
    expect((await post('deleteFolder', { id })).msg).toContain('里还有东西');
    await post('move', { ids: [item.id], folderId: '0' });
    expect(await post('deleteFolder', { id })).toMatchObject({ code: 200 });
    expect(await post('deleteFolder', { id })).toMatchObject({ code: 404 });
    expect(await post('renameFolder', { id, name: '没了' })).toMatchObject({ code: 404 });
  });

  test('are nested five levels deep at most, and need a name', async () => {
    let parentId: string | undefined;
    for (const name of ['一', '二', '三', '四', '五']) parentId = await folder(`层${name}`, parentId);
    expect((await post('createFolder', { name: '层六', parentId })).msg).toContain('上级文件夹太深');
    expect((await post('createFolder', { name: '' })).msg).toContain('文件夹名称');
    expect((await post('createFolder', { name: '无根', parentId: '999999' })).code).toBe(400);
  });
});

test('audits every action', async () => {
  const item = await picture('留痕.png');
  await post('save', { id: item.id, name: '留痕二', alt: '', folderId: '0' });
  await post('delete', { ids: [item.id] });
  const { token } = await logIn(portal, { role: 'admin' });
  const { body } = await portal.call('GET /admin/audit/list', {
    query: { target: `media:${item.id}` },
    token,
  });
  expect(body.data.records.map(({ action }: Body) => action)).toEqual([
    'media.delete',
    'media.save',
    'media.upload',
  ]);
  expect(body.data.records[1]).toMatchObject({ before: { name: '留痕' }, after: { name: '留痕二' } });
});

describe('permissions', () => {
  test.each([
    ['GET', 'list', 'content.view'],
    ['GET', 'detail', 'content.view'],
    ['GET', 'folders', 'content.view'],
    ['POST', 'bring', 'content.edit'],
    ['POST', 'card', 'content.edit'],
    ['POST', 'save', 'media.manage'],
    ['POST', 'move', 'media.manage'],
    ['POST', 'delete', 'media.manage'],
    ['POST', 'createFolder', 'media.manage'],
    ['POST', 'renameFolder', 'media.manage'],
    ['POST', 'deleteFolder', 'media.manage'],
  ])('%s /admin/media/%s needs %s', async (method, path) => {
    const callAs = async (token?: string) =>
      (
        await portal.call(`${method} /admin/media/${path}`, {
          ...(token && { token }),
          ...(method === 'POST' && { body: {} }),
        })
      ).status;
    expect(await callAs()).toBe(401);
    expect(await callAs((await logIn(portal)).token)).toBe(403);
    expect(await callAs((await logIn(portal, { role: 'finance' })).token)).toBe(403);
  });

  test('a contributor lists pictures of the library and their own uploads, and nothing of others', async () => {
    await portal.ctx.db
      .insertInto('roles')
      .values({ code: 'own-writer', name: '投稿人', permissions: ['content.contribute'] })
      .execute();
    const { token, memberId } = await logIn(portal);
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: memberId, role: 'own-writer' })
      .execute();
    const shown = (await picture('共用.png')).address;
    const foreign = (await upload(Buffer.from('%PDF-1.7 别人'), '别人.pdf')).data.item.address;
    const own = (await upload(Buffer.from('%PDF-1.7 自己'), '自己.pdf', { token })).data.item.address;
    const ofMember = (await picture('会员.png')).address;
    const ofMembers = portal.ctx.db.updateTable('media_items').set({ is_of_member: true });
    await ofMembers.where('address', '=', ofMember).execute();
    const addresses = async (query: Record<string, string> = {}) =>
      (await get('list', { size: '100', ...query }, token)).data.records.map(({ address }: Body) => address);
    const all = await addresses();
    expect(all).toEqual(expect.arrayContaining([shown, own]));
    expect(all).not.toContain(foreign);
    expect(await addresses({ kind: 'file' })).toEqual([own]);
    expect(await addresses({ keyword: '别人' })).toEqual([]);
    expect(await addresses({ from: 'members' })).toEqual([]);
    expect((await get('list', { kind: 'file', size: '100' })).data.records.length).toBeGreaterThan(1);
    // Whoever uploads the same bytes has the file.
    const again = (await upload(Buffer.from('%PDF-1.7 别人'), '一样的.pdf', { token })).data;
    expect(again).toMatchObject({ isNew: false, item: { address: foreign } });
    expect(await addresses({ kind: 'file' })).toEqual([own, foreign]);
  });

  test('a reviewer can view, but neither upload nor manage', async () => {
    const { token } = await logIn(portal, { role: 'reviewer' });
    expect(await get('list', {}, token)).toMatchObject({ code: 200 });
    expect(await post('move', { ids: ['1'], folderId: '0' }, token)).toMatchObject({ code: 403 });
    expect(await upload(Buffer.from('%PDF-1'), 'a.pdf', { token })).toMatchObject({ code: 403 });
    expect(await upload(Buffer.from('%PDF-1'), 'a.pdf', { token: null })).toMatchObject({ code: 401 });
  });
});
