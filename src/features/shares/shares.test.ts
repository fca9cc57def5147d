import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { readOpenPost, withdrawPost } from '#features/posts/index.ts';
import { readBrand } from '#features/settings/index.ts';
import { serveFiles } from '#main/files.ts';
import { servePages } from '#main/pages.ts';
import { shareCodePath, shareForms, sharePicturePath, shareQuotePath } from '#shared/share-picture.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { drawCode } from './draw-code.ts';
import { composePicture } from './draw-post.ts';
import { deleteDroppedPictures } from './service.ts';

let portal: Portal;
let admin: string;
beforeAll(async () => {
  portal = await openPortal();
  await serveFiles(portal.server, portal.app);
  await servePages(portal.server, portal.app, plainSite);
  admin = (await logIn(portal, { role: 'admin' })).token;
  await saveAddress();
});
afterAll(() => portal.close());

/** Saves the address of the site in the back office. */
async function saveAddress(): Promise<void> {
  const values = { name: '观澜', url: 'https://news.example.cn' };
  const body = { group: 'site', values, base: null };
  const saved = await portal.call('POST /admin/settings/save', { token: admin, body });
  expect(saved.body).toMatchObject({ code: 200 });
}
const fetch = (url: string) => portal.server.inject({ url });
const brandVersion = async () => (await readBrand(portal.app, portal.app.defaultTenant)).version;
async function pathsOf(id: string) {
  const post = await readOpenPost(portal.ctx, id);
  if (!post) throw new Error('not published');
  const version = await brandVersion();
  return {
    card: sharePicturePath(post, version, 'card'),
    poster: sharePicturePath(post, version, 'poster'),
    quote: (text: string) => shareQuotePath(post, version, text),
  };
}
const stored = (id: string) =>
  portal.ctx.db.selectFrom('share_pictures').select(['form', 'address']).where('post_id', '=', id).execute();

test('a published post has a card of 1,200 × 630 and a poster, cached forever and drawn once', async () => {
  const id = await addPost(portal, { title: '铜价高位，𠮷野家不急' });
  const paths = await pathsOf(id);
  const answers = await Promise.all([fetch(paths.card), fetch(paths.card), fetch(paths.poster)]);
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  const [card, , poster] = answers.map(({ rawPayload }) => sharp(rawPayload));
  expect(await card?.metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  const size = await poster?.metadata();
  expect(size?.width).toBe(1080);
  expect(size?.height).toBeGreaterThan(1300);
  expect((await stored(id)).map(({ form }) => form).sort()).toEqual([...shareForms].sort());
});

test('a published post has a picture of the QR code of its page', async () => {
  const id = await addPost(portal);
  const { statusCode, headers, rawPayload } = await fetch(shareCodePath(id));
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
  expect(rawPayload.equals(await drawCode(`https://news.example.cn/mobileDetail?id=${id}`))).toBe(true);
  const { width = 0, height } = await sharp(rawPayload).metadata();
  expect(width).toBeGreaterThan(200);
  expect(height).toBe(width);
  await withdrawPost(portal.ctx, id);
  expect((await fetch(shareCodePath(id))).statusCode).toBe(404);
});

test('the pictures name all authors, and another byline gets another address', async () => {
  const id = await addPost(portal, { author: '长堤' });
  const { card } = await pathsOf(id);
  const authors = await ensureAuthors(portal.ctx, ['沈观潮']);
  await portal.ctx.db
    .updateTable('posts')
    .set({ co_author_ids: [...authors.values()] })
    .where('id', '=', id)
    .execute();
  expect((await pathsOf(id)).card).not.toBe(card);
  const post = await readOpenPost(portal.ctx, id);
  if (!post) throw new Error('not published');
  const brand = await readBrand(portal.app, portal.app.defaultTenant);
  const subject = { ctx: portal.ctx, post, brand, base: 'https://news.example.cn' };
  const { input } = await composePicture(portal.app, subject, 'poster');
  expect(input.authors).toBe('长堤、沈观潮');
});

test('the page names the card, and a changed title or brand gets another address', async () => {
  const id = await addPost(portal, { title: '改前' });
  const { card } = await pathsOf(id);
  const { body } = await fetch(`/101/detail?id=${id}`).then((page) =>
    page.statusCode === 200 ? page : fetch(`/mobileDetail?id=${id}`),
  );
  expect(body).toContain(`<meta property="og:image" content="https://news.example.cn${card}">`);
  expect(body).toContain('summary_large_image');
  await fetch(card);
  await portal.ctx.db
    .updateTable('posts')
    .set({ title: '改后', title_breaks: '改后' })
    .where('id', '=', id)
    .execute();
  const changed = (await pathsOf(id)).card;
  expect(changed).not.toBe(card);
  // A browser that kept the redirect would not follow the next change.
  expect(await fetch(card)).toMatchObject({
    statusCode: 302,
    headers: { location: changed, 'cache-control': 'no-cache' },
  });
  expect((await fetch(changed)).statusCode).toBe(200);
});

test('the pictures of a withdrawn post are gone at once, and their files with the next run of the job', async () => {
  const id = await addPost(portal);
  const { card, quote } = await pathsOf(id);
  await fetch(card);
  const [picture] = await stored(id);
  expect((await fetch(picture?.address ?? '')).statusCode).toBe(200);
  await withdrawPost(portal.ctx, id);
  expect((await fetch(card)).statusCode).toBe(404);
  expect((await fetch(quote('正文'))).statusCode).toBe(404);
  await deleteDroppedPictures(portal.ctx, portal.app);
  expect((await fetch(picture?.address ?? '')).statusCode).toBe(404);
  expect(await stored(id)).toEqual([]);
});

test('unpublished and unknown posts have none', async () => {
  const draft = await addPost(portal, { state: 'draft', publishedAt: null });
  for (const path of [`/share/${draft}/x/card.png`, '/share/999999999/x/poster.png', '/share/a/x/card.png'])
    expect((await fetch(path)).statusCode).toBe(404);
});

test('a sentence is drawn only if it is in the open text', async () => {
  const open = '<p>公开的<strong>第一句</strong>，很短。</p>';
  const id = await addPost(portal, { access: 'vip', body: `${open}<p>${'锁住的秘密句子。'.repeat(40)}</p>` });
  const { quote } = await pathsOf(id);
  expect((await fetch(quote('公开的第一句，很短。'))).statusCode).toBe(200);
  for (const text of [`${'锁住的秘密句子。'.repeat(15)}`, '没有这句话', '句', '', '长'.repeat(141)])
    expect((await fetch(quote(text))).statusCode, text).toBe(404);
  const refusals = [quote('锁住的秘密句子。'.repeat(15)), quote('没有这句话')].map(fetch);
  const [locked, missing] = await Promise.all(refusals);
  expect(locked?.body).toBe(missing?.body);
});

test('a sentence is found across marks, paragraphs and linked stocks, as a browser selects it', async () => {
  const stock = '<a class="stock" href="/stock?code=300750">宁德时代<span>300750</span></a>';
  const id = await addPost(portal, { body: `<p>很<em>短</em>。</p><p>${stock}涨了。 Open words.</p>` });
  const { quote } = await pathsOf(id);
  for (const text of ['很短。', '宁德时代300750涨了', '宁德时代涨了', 'Open words.'])
    expect((await fetch(quote(text))).statusCode, text).toBe(200);
  // Cleaned for display, which changes the address.
  expect((await fetch(quote('短。\n\n宁德时代'))).statusCode).toBe(200);
});

test('a reader draws at most 60 pictures of any form in ten minutes; what is kept does not count', async () => {
  const id = await addPost(portal, { body: '<p>一句没有画过的话。另一句没有画过的话。</p>' });
  const { card, quote } = await pathsOf(id);
  expect((await fetch(quote('另一句没有画过的话'))).statusCode).toBe(200);
  await portal.ctx.db.deleteFrom('rate_limits').execute();
  await portal.ctx.db
    .insertInto('rate_limits')
    .values({
      key: 'share-drawings:127.0.0.1',
      hits: Array.from({ length: 60 }, () => new Date()),
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute();
  for (const path of [quote('一句没有画过的话'), card, shareCodePath(id)]) {
    const refused = await fetch(path);
    expect(refused.statusCode, path).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await fetch(quote('另一句没有画过的话'))).statusCode).toBe(200);
  await portal.ctx.db.deleteFrom('rate_limits').execute();
});

test('without an address of the site, pictures name the requested host, and nobody else gets them', async () => {
  await portal.call('POST /admin/settings/reset', { token: admin, body: { group: 'site' } });
  onTestFinished(saveAddress);
  const id = await addPost(portal);
  const { card, poster } = await pathsOf(id);
  // Only the poster has a QR code.
  const ask = (url: string, host: string) => portal.server.inject({ url, headers: { host } });
  const [strange, own] = [await ask(poster, 'evil.example'), await ask(poster, 'news.example.cn')];
  expect([strange.statusCode, own.statusCode]).toEqual([200, 200]);
  expect(strange.rawPayload.equals(own.rawPayload)).toBe(false);
  await ask(card, 'evil.example');
  expect(await stored(id)).toEqual([]);
  // Each host is another picture, which counts once.
  await portal.ctx.db.deleteFrom('rate_limits').execute();
  for (const host of ['evil.example', 'evil.example', 'other.example']) await ask(poster, host);
  const counted = await portal.ctx.db.selectFrom('rate_limits').select('hits').execute();
  expect(counted.map(({ hits }) => hits.length)).toEqual([1]);
  expect((await ask(shareCodePath(id), 'evil.example')).headers['cache-control']).toBe('no-store');
});

test('a stored file that is lost is drawn again', async () => {
  const id = await addPost(portal);
  const { card } = await pathsOf(id);
  await fetch(card);
  const [picture] = await stored(id);
  await rm(`${portal.app.files.root}/${(picture?.address ?? '').slice('/files/'.length)}`);
  expect((await fetch(card)).statusCode).toBe(200);
});
