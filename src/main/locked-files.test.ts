import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addPiece, logIn } from '#testing/builders.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { asWriter, decideOn, openReferences } from '#testing/references.ts';
import { serveFiles } from './files.ts';

let portal: Portal;
let vip: { token: string; memberId: string };
let admin: { token: string };
beforeAll(async () => {
  portal = await openPortal();
  await serveFiles(portal.app, portal.house);
  vip = await logIn(portal, { vipDays: 30 });
  admin = await logIn(portal, { role: 'admin' });
  const value = JSON.stringify({ staffTotp: 'optional', tracing: 'on' });
  await portal.ctx.db.insertInto('site_settings').values({ name: 'security', value }).execute();
});
afterEach(() => vi.useRealTimers());
afterAll(() => portal.close());

let serial = 0;
async function keep(name = 'a.pdf'): Promise<string> {
  serial += 1;
  const path = join(portal.house.config.dataDir, 'upload');
  await writeFile(path, `%PDF-1.7 ${serial}`);
  return portal.house.files.keepFrom('000000', path, name);
}
const bodyWith = (address: string) =>
  `<p>开放。</p><!--paywall--><p>锁住。</p><p><a href="${address}?name=%E5%B9%B4%E6%8A%A5.pdf">年报 &amp; 附表</a></p>`;
const get = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ url, headers, method });
const read = async (id: string, token?: string): Promise<Body> =>
  (await portal.ask('POST /reception/article/selectArticle', { query: { id }, ...(token && { token }) })).body
    .data;
/** The address a reader is given in the list of attachments. */
const given = async (id: string, token = vip.token): Promise<string> =>
  (await read(id, token)).attachments[0].url;
const lookUp = async (file: string): Promise<Body> =>
  (await portal.ask('POST /admin/leak/traceFile', { body: { file }, token: admin.token })).body;

describe('an attachment behind the paywall', () => {
  test('is refused at its plain address, in Chinese and with the way to its article, however it is written', async () => {
    const address = await keep();
    const id = await addPiece(portal, { access: 'vip', body: bodyWith(address) });
    for (const url of [address, `${address}?name=x.pdf`, `${address}?sign=x&post=1&reader=1&until=9e15`]) {
      const { statusCode, body, headers } = await get(url);
      expect(statusCode, url).toBe(403);
      expect(body).toContain('请登录后打开文章，从文中下载');
      expect(body).toContain(`detail?id=${id}`);
      expect(headers['cache-control']).toBe('no-store');
    }
    const other = [
      address.replace('000000/', '000000//'),
      address.replace('.pdf', '.PDF'),
      `/files/./${address.slice(7)}`,
    ];
    for (const url of other) expect((await get(url)).body, url).not.toContain('%PDF');
  });

  test('opens by the address its reader is given, in the list and in the text, whole and in parts, uncached', async () => {
    const address = await keep();
    const id = await addPiece(portal, { access: 'vip', body: bodyWith(address) });
    const detail = await read(id, vip.token);
    const [link = ''] = /\/files\/[^"]+/.exec(detail.body) ?? [];
    expect(link).toContain('&amp;sign=');
    expect(detail.attachments[0].url).toBe(link.replaceAll('&amp;', '&'));
    const whole = await get(detail.attachments[0].url);
    expect(whole.statusCode).toBe(200);
    expect(whole.body).toContain('%PDF');
    expect(whole.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': "attachment; filename*=UTF-8''%E5%B9%B4%E6%8A%A5.pdf",
    });
    const part = await get(detail.attachments[0].url, { range: 'bytes=1-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'PDF']);
    expect((await read(id)).attachments).toMatchObject([{ name: '年报 & 附表', url: null }]);
  });

  test('opens nothing with another file, reader, piece or hour in its signed address', async () => {
    const [address, other] = [await keep(), await keep()];
    const id = await addPiece(portal, { access: 'vip', body: bodyWith(address) });
    await addPiece(portal, { access: 'vip', body: bodyWith(other) });
    const signed = await given(id);
    const forged = [
      signed.replace(address, other),
      signed.replace(`reader=${vip.memberId}`, 'reader=1'),
      signed.replace(`post=${id}`, 'post=1'),
      signed.replace(/until=(\d)/, 'until=9$1'),
      signed.replace(/sign=./, 'sign=~'),
      `${signed}&sign=again`,
    ];
    for (const url of forged) expect((await get(url)).statusCode, url).toBe(403);
    expect((await get(signed)).statusCode).toBe(200);
  });

  test('after half an hour the address says that it expired and leads back to the article', async () => {
    const id = await addPiece(portal, { access: 'vip', body: bodyWith(await keep()) });
    const signed = await given(id);
    vi.spyOn(portal.house.clock, 'now').mockReturnValue(new Date(Date.now() + 31 * 60_000));
    const { statusCode, body } = await get(signed);
    vi.restoreAllMocks();
    expect(statusCode).toBe(403);
    expect(body).toContain('这个下载链接已经过期');
    expect(body).toContain(`detail?id=${id}`);
    expect((await get(signed)).statusCode).toBe(200);
  });

  test('is open, and unsigned, as soon as a published piece links it for everybody, and only as long', async () => {
    const address = await keep();
    const locked = await addPiece(portal, { access: 'vip', body: bodyWith(address) });
    expect((await get(address)).statusCode).toBe(403);
    const open = await addPiece(portal, {
      access: 'vip',
      body: `<p><a href="${address}">年报</a></p><!--paywall--><p>锁住。</p>`,
    });
    const { statusCode, headers } = await get(address);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=600']);
    expect(await given(open)).toBe(address);
    const publicPiece = await addPiece(portal, { body: bodyWith(address) });
    expect((await read(publicPiece)).attachments[0].url).toBe(`${address}?name=%E5%B9%B4%E6%8A%A5.pdf`);
    for (const id of [open, publicPiece])
      await portal.ask('POST /admin/post/withdraw', { body: { id }, token: admin.token });
    expect((await get(address)).statusCode).toBe(403);
    expect((await get(await given(locked))).statusCode).toBe(200);
  });

  test('staff see signed addresses in the preview, of a draft too', async () => {
    const address = await keep();
    const id = await addPiece(portal, {
      access: 'vip',
      state: 'draft',
      publishedAt: null,
      body: bodyWith(address),
    });
    const { data } = (
      await portal.ask('GET /admin/post/preview', { query: { id, as: 'vip' }, token: admin.token })
    ).body;
    expect((await get(data.attachments[0].url)).statusCode).toBe(200);
    expect(data.attachments[0].url).toContain('sign=');
  });

  test('a draft that links a file locks nobody out of it', async () => {
    const address = await keep();
    await addPiece(portal, { access: 'vip', state: 'draft', publishedAt: null, body: bodyWith(address) });
    expect((await get(address)).statusCode).toBe(200);
  });

  test('leaves who fetched it, once a day, for whoever traces it by file or piece', async () => {
    const address = await keep();
    const id = await addPiece(portal, { access: 'vip', title: '年报解读', body: bodyWith(address) });
    const signed = await given(id);
    await get(signed, {}, 'HEAD');
    expect((await lookUp(id)).data).toEqual({ downloads: [], hasMore: false });
    for (let time = 0; time < 3; time += 1) await get(signed);
    await get(address);
    const expected = [
      {
        reader: { id: vip.memberId, name: expect.any(String), isDeleted: false },
        post: { id, title: '年报解读' },
        file: '年报 & 附表',
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ];
    for (const file of [id, address, `https://guanlan.test${signed}`])
      expect((await lookUp(file)).data, file).toEqual({ downloads: expected, hasMore: false });
    expect(await lookUp('年报.pdf')).toMatchObject({ code: 400 });
    expect(await lookUp('/files/999999/ab/c.pdf')).toMatchObject({ code: 400 });
  });

  test('nobody is written down while copies are not traced', async () => {
    await portal.ctx.db.deleteFrom('site_settings').where('name', '=', 'security').execute();
    portal.ctx.tenant.tags.purgeAll();
    const id = await addPiece(portal, { access: 'vip', body: bodyWith(await keep()) });
    expect((await get(await given(id))).statusCode).toBe(200);
    expect((await lookUp(id)).data.downloads).toEqual([]);
  });
});

describe('what a member put in', () => {
  test('is uncached, and closed if it is a document, until a published piece shows it', async () => {
    await openReferences(portal);
    const writer = await asWriter(portal);
    const { token: reviewer } = await logIn(portal, { role: 'reviewer' });
    const put = async (name: string, kind: string) => {
      const address = await keep(name);
      await portal.ctx.db
        .insertInto('media_items')
        .values({
          kind,
          address,
          name,
          media_type: 'x/y',
          bytes: 9,
          uploaded_by: writer.memberId,
          is_of_member: true,
        })
        .execute();
      return address;
    };
    const [image, document] = [await put('a.webp', 'image'), await put('a.pdf', 'file')];
    const states = async () =>
      Promise.all(
        [image, document].map(async (url) => {
          const { statusCode, headers } = await get(url);
          return [statusCode, headers['cache-control']];
        }),
      );
    const closed = [
      [200, 'private, no-store'],
      [403, 'no-store'],
    ];
    expect(await states()).toEqual(closed);
    const html = `<p>正文。</p><p><img src="${image}"></p><p><a href="${document}">表</a></p>`;
    const draft = await writer.write({ html, access: 'public' });
    expect(await states(), 'in a draft').toEqual(closed);
    await writer.submit(draft);
    await decideOn(portal, reviewer, draft.id, 'approved');
    expect(await states()).toEqual([
      [200, 'public, max-age=31536000, immutable'],
      [200, 'public, max-age=600'],
    ]);
  });
});
