import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareBodySync } from '#features/posts/index.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { addReferenceColumn, asWriter, decideReference } from '#testing/references.ts';
import { serveFiles } from './files.ts';

let portal: Portal;
let vip: { token: string; memberId: string };
let admin: { token: string };
beforeAll(async () => {
  portal = await openPortal();
  await serveFiles(portal.server, portal.app);
  vip = await logIn(portal, { vipDays: 30 });
  admin = await logIn(portal, { role: 'admin' });
  await addReferenceColumn(portal);
  await traceCopies();
});
afterEach(() => vi.useRealTimers());
afterAll(() => portal.close());

async function traceCopies(): Promise<void> {
  const value = JSON.stringify({ staffTotp: 'optional', tracing: 'on' });
  await portal.ctx.db.insertInto('site_settings').values({ name: 'security', value }).execute();
  portal.ctx.tenant.tags.purgeAll();
}

let serial = 0;
async function saveFile(name = 'a.pdf'): Promise<string> {
  serial += 1;
  const path = join(portal.app.config.dataDir, 'upload');
  await writeFile(path, `%PDF-1.7 ${serial}`);
  return portal.app.files.saveFrom('000000', path, name);
}
const bodyWith = (address: string) =>
  `<p>开放。</p><!--paywall--><p>锁住。</p><p><a href="${address}?name=%E5%B9%B4%E6%8A%A5.pdf">年报 &amp; 附表</a></p>`;
const fetchFile = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.server.inject({ url, headers, method });
const readPost = async (id: string, token?: string): Promise<Body> =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id }, ...(token && { token }) }))
    .body.data;
/** The address that a reader gets in the list of attachments. */
const attachmentUrl = async (id: string, token = vip.token): Promise<string> =>
  (await readPost(id, token)).attachments[0].url;
const traceFile = async (file: string): Promise<Body> =>
  (await portal.call('POST /admin/leak/traceFile', { body: { file }, token: admin.token })).body;

describe('an attachment behind the paywall', () => {
  test('is refused at its unsigned address, in every spelling, with a Chinese message and a link to its article', async () => {
    const address = await saveFile();
    const id = await addPost(portal, { access: 'vip', body: bodyWith(address) });
    for (const url of [address, `${address}?name=x.pdf`, `${address}?sign=x&post=1&reader=1&until=9e15`]) {
      const { statusCode, body, headers } = await fetchFile(url);
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
    for (const url of other) expect((await fetchFile(url)).body, url).not.toContain('%PDF');
  });

  test('opens at the address from the list or the text, whole or as a range, and is not cached', async () => {
    const address = await saveFile();
    const id = await addPost(portal, { access: 'vip', body: bodyWith(address) });
    const detail = await readPost(id, vip.token);
    const [link = ''] = /\/files\/[^"]+/.exec(detail.body) ?? [];
    expect(link).toContain('&amp;sign=');
    expect(detail.attachments[0].url).toBe(link.replaceAll('&amp;', '&'));
    const fullResponse = await fetchFile(detail.attachments[0].url);
    expect(fullResponse.statusCode).toBe(200);
    expect(fullResponse.body).toContain('%PDF');
    expect(fullResponse.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': "attachment; filename*=UTF-8''%E5%B9%B4%E6%8A%A5.pdf",
    });
    const part = await fetchFile(detail.attachments[0].url, { range: 'bytes=1-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'PDF']);
    expect((await readPost(id)).attachments).toMatchObject([{ name: '年报 & 附表', url: null }]);
  });

  test('rejects a signed address whose file, reader, post or time was changed', async () => {
    const [address, other] = [await saveFile(), await saveFile()];
    const id = await addPost(portal, { access: 'vip', body: bodyWith(address) });
    await addPost(portal, { access: 'vip', body: bodyWith(other) });
    const signed = await attachmentUrl(id);
    const forged = [
      signed.replace(address, other),
      signed.replace(`reader=${vip.memberId}`, 'reader=1'),
      signed.replace(`post=${id}`, 'post=1'),
      signed.replace(/until=(\d)/, 'until=9$1'),
      signed.replace(/sign=./, 'sign=~'),
      `${signed}&sign=again`,
    ];
    for (const url of forged) expect((await fetchFile(url)).statusCode, url).toBe(403);
    expect((await fetchFile(signed)).statusCode).toBe(200);
  });

  test('reports an expired address after half an hour and links back to the article', async () => {
    const id = await addPost(portal, { access: 'vip', body: bodyWith(await saveFile()) });
    const signed = await attachmentUrl(id);
    vi.spyOn(portal.app.clock, 'now').mockReturnValue(new Date(Date.now() + 31 * 60_000));
    const { statusCode, body } = await fetchFile(signed);
    vi.restoreAllMocks();
    expect(statusCode).toBe(403);
    expect(body).toContain('这个下载链接已经过期');
    expect(body).toContain(`detail?id=${id}`);
    expect((await fetchFile(signed)).statusCode).toBe(200);
  });

  test('is public and unsigned as soon as, and only as long as, a published post links it for everyone', async () => {
    const address = await saveFile();
    const locked = await addPost(portal, { access: 'vip', body: bodyWith(address) });
    expect((await fetchFile(address)).statusCode).toBe(403);
    const openPostId = await addPost(portal, {
      access: 'vip',
      body: `<p><a href="${address}">年报</a></p><!--paywall--><p>锁住。</p>`,
    });
    const { statusCode, headers } = await fetchFile(address);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=600']);
    expect(await attachmentUrl(openPostId)).toBe(address);
    const publicPostId = await addPost(portal, { body: bodyWith(address) });
    expect((await readPost(publicPostId)).attachments[0].url).toBe(`${address}?name=%E5%B9%B4%E6%8A%A5.pdf`);
    for (const id of [openPostId, publicPostId])
      await portal.call('POST /admin/post/withdraw', { body: { id }, token: admin.token });
    expect((await fetchFile(address)).statusCode).toBe(403);
    expect((await fetchFile(await attachmentUrl(locked))).statusCode).toBe(200);
    await portal.call('POST /admin/post/withdraw', { body: { id: locked }, token: admin.token });
    for (const url of [address, `${address}?name=x.pdf`])
      expect((await fetchFile(url)).statusCode, url).toBe(403);
  });

  test('is locked and signed under a full address of the site, too', async () => {
    const address = await saveFile();
    const id = await addPost(portal, { access: 'vip', body: bodyWith(`https://guanlan.test${address}`) });
    // Known to the library, since nothing else tells it from a file of another portal.
    expect((await fetchFile(address)).statusCode).toBe(200);
    await portal.ctx.db
      .insertInto('media_items')
      .values({ kind: 'file', address, name: 'a.pdf', media_type: 'x/y', bytes: 9, uploaded_by: null })
      .execute();
    const again = await addPost(portal, { access: 'vip', body: bodyWith(`https://guanlan.test${address}`) });
    expect((await fetchFile(address)).statusCode).toBe(403);
    expect((await fetchFile(await attachmentUrl(again))).statusCode).toBe(200);
    expect(id).not.toBe(again);
    await portal.ctx.db.deleteFrom('media_items').where('address', '=', address).execute();
  });

  test('has signed addresses in the preview of staff, also for a draft', async () => {
    const address = await saveFile();
    const id = await addPost(portal, {
      access: 'vip',
      state: 'draft',
      publishedAt: null,
      body: bodyWith(address),
    });
    const { data } = (
      await portal.call('GET /admin/post/preview', { query: { id, as: 'vip' }, token: admin.token })
    ).body;
    expect((await fetchFile(data.attachments[0].url)).statusCode).toBe(200);
    expect(data.attachments[0].url).toContain('sign=');
  });

  test('stays open to others when a draft links it', async () => {
    const address = await saveFile();
    await addPost(portal, { access: 'vip', state: 'draft', publishedAt: null, body: bodyWith(address) });
    expect((await fetchFile(address)).statusCode).toBe(200);
  });

  test('has its downloads recorded once a day per reader, and traceable by file or post', async () => {
    const address = await saveFile();
    const id = await addPost(portal, { access: 'vip', title: '年报解读', body: bodyWith(address) });
    const signed = await attachmentUrl(id);
    await fetchFile(signed, {}, 'HEAD');
    expect((await traceFile(id)).data).toEqual({ downloads: [], hasMore: false });
    for (let time = 0; time < 3; time += 1) await fetchFile(signed);
    await fetchFile(address);
    const expected = [
      {
        reader: { id: vip.memberId, name: expect.any(String), isDeleted: false },
        post: { id, title: '年报解读' },
        file: '年报 & 附表',
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ];
    for (const file of [id, address, `https://guanlan.test${signed}`])
      expect((await traceFile(file)).data, file).toEqual({ downloads: expected, hasMore: false });
    expect(await traceFile('年报.pdf')).toMatchObject({ code: 400 });
    expect(await traceFile('/files/999999/ab/c.pdf')).toMatchObject({ code: 400 });
  });

  test('has no downloads recorded while copies are not traced', async () => {
    await portal.ctx.db.deleteFrom('site_settings').where('name', '=', 'security').execute();
    portal.ctx.tenant.tags.purgeAll();
    const id = await addPost(portal, { access: 'vip', body: bodyWith(await saveFile()) });
    expect((await fetchFile(await attachmentUrl(id))).statusCode).toBe(200);
    expect((await traceFile(id)).data.downloads).toEqual([]);
    await traceCopies();
  });
});

describe('a locked attachment of another post', () => {
  let address: string;
  let locked: string;
  beforeAll(async () => {
    address = await saveFile();
    locked = await addPost(portal, { access: 'vip', body: bodyWith(address) });
  });

  /** What a preview shows of the file: the address in the list, and every address in the text. */
  const addressesIn = ({ attachments, body }: Body): string[] => [
    ...attachments.flatMap(({ url }: Body) => url ?? []),
    ...[...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
  ];
  const names = (detail: Body) => detail.attachments.map(({ name }: Body) => name);

  test('is not saved in the text of a writer who may not open it, however its address is spelt', async () => {
    const writer = await asWriter(portal);
    const draft = await writer.write({ html: `<p>说到 ${address} 的文字。</p>` });
    const spellings = [
      address,
      `${address}?name=x.pdf`,
      `${address}#a`,
      address.replace('/000000/', '/./000000/'),
      address.replace('files', '&#102;iles'),
    ];
    for (const href of spellings)
      await expect(writer.save(draft, { html: `<p><a href="${href}">年报</a></p>` }), href).rejects.toThrow(
        '附件“年报”不是你上传的，也没有公开，不能放进稿件',
      );
    const kept = await writer.save(draft, { html: '<p>没有附件。</p>' });
    expect(kept.version).toBeGreaterThan(draft.version);
  });

  test('has no address in the previews and the own view of a writer whose stored draft names it', async () => {
    const writer = await asWriter(portal);
    const draft = await writer.write();
    const html = `${bodyWith(address)}<p><a href="${address.replace('/000000/', '/./000000/')}">又</a></p>`;
    const { html: stored, openHtml, attachments } = prepareBodySync({ body: html, format: 'html' });
    await portal.ctx.db
      .updateTable('post_versions')
      .set({ content: JSON.stringify({ ...(await versionOf(draft.id)), html }) })
      .where('post_id', '=', draft.id)
      .execute();
    await portal.ctx.db
      .updateTable('post_bodies')
      .set({ html: stored, open_html: openHtml, attachments: JSON.stringify(attachments) })
      .where('post_id', '=', draft.id)
      .execute();
    for (const as of ['visitor', 'member', 'vip', 'buyer']) {
      const { data } = await writer.get('preview', { id: draft.id, as });
      expect(addressesIn(data), as).toEqual([]);
      expect(names(data)[0], as).toBe('年报 & 附表');
    }
    const own = { query: { id: draft.id }, token: writer.token };
    expect(addressesIn((await portal.call('POST /reception/selectReference', own)).body.data)).toEqual([]);
    const token = admin.token;
    const { data } = (
      await portal.call('GET /admin/post/preview', { query: { id: draft.id, as: 'vip' }, token })
    ).body;
    expect((await fetchFile(data.attachments[0].url)).statusCode).toBe(200);
    // An editor who attached it lets the writer save the rest of the text.
    const saved = await writer.save({ ...draft, content: { ...draft.content, html } }, { title: '改了标题' });
    expect(saved.version).toBeGreaterThan(draft.version);
    expect(addressesIn((await writer.get('preview', { id: draft.id, as: 'buyer' })).data)).toEqual([]);
  });

  test('is signed for whoever uploaded it', async () => {
    const writer = await asWriter(portal);
    await portal.ctx.db
      .insertInto('media_items')
      .values({
        ...{ kind: 'file', address, name: 'a.pdf', media_type: 'x/y', bytes: 9 },
        uploaded_by: writer.memberId,
      })
      .execute();
    const draft = await writer.write({ html: bodyWith(address) });
    const { data } = await writer.get('preview', { id: draft.id, as: 'buyer' });
    expect((await fetchFile(data.attachments[0].url)).statusCode).toBe(200);
    const other = await asWriter(portal);
    await expect(other.write({ html: bodyWith(address) })).rejects.toThrow('不是你上传的');
    const item = portal.ctx.db.selectFrom('media_items').select('id').where('address', '=', address);
    const { id: media_id } = await item.executeTakeFirstOrThrow();
    const again = { media_id, member_id: other.memberId };
    await portal.ctx.db.insertInto('media_uploaders').values(again).execute();
    const second = await other.write({ html: bodyWith(address) });
    const shown = (await other.get('preview', { id: second.id, as: 'buyer' })).data;
    expect((await fetchFile(shown.attachments[0].url)).statusCode).toBe(200);
    await portal.ctx.db.deleteFrom('media_items').where('address', '=', address).execute();
  });

  test('stays signed for the readers of its own post, and no preview link has its address', async () => {
    expect((await fetchFile(await attachmentUrl(locked))).statusCode).toBe(200);
    const link = await portal.call('POST /admin/post/createPreviewLink', {
      body: { id: locked, label: '律师', days: '1', as: 'buyer', isFixed: false },
      token: admin.token,
    });
    const { body } = await portal.call('POST /reception/openPreview', {
      body: { token: link.body.data.token },
    });
    expect(addressesIn(body.data.post)).toEqual([]);
    expect(body.data.post.body).toContain('年报 &amp; 附表');
  });
});

const versionOf = async (id: string): Promise<Body> =>
  (
    await portal.ctx.db
      .selectFrom('post_versions')
      .select('content')
      .where('post_id', '=', id)
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
  ).content as Body;

describe('a file uploaded by a member', () => {
  test('is not cached, and if it is a document not served, until a published post shows it', async () => {
    const writer = await asWriter(portal);
    const { token: reviewer } = await logIn(portal, { role: 'reviewer' });
    const addMediaItem = async (name: string, kind: string) => {
      const address = await saveFile(name);
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
    const [image, document] = [await addMediaItem('a.webp', 'image'), await addMediaItem('a.pdf', 'file')];
    const fetchStates = async () =>
      Promise.all(
        [image, document].map(async (url) => {
          const { statusCode, headers } = await fetchFile(url);
          return [statusCode, headers['cache-control']];
        }),
      );
    const closedStates = [
      [200, 'private, no-store'],
      [403, 'no-store'],
    ];
    expect(await fetchStates()).toEqual(closedStates);
    const html = `<p>正文。</p><p><img src="${image}"></p><p><a href="${document}">表</a></p>`;
    const draft = await writer.write({ html, access: 'public' });
    expect(await fetchStates(), 'links in a draft').toEqual(closedStates);
    await writer.submit(draft);
    await decideReference(portal, reviewer, draft.id, 'approved');
    expect(await fetchStates()).toEqual([
      [200, 'public, max-age=31536000, immutable'],
      [200, 'public, max-age=600'],
    ]);
  });
});
