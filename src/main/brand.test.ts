import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { feature as notifications, notifyMembers } from '#features/notifications/index.ts';
import { readOpenPost } from '#features/posts/index.ts';
import { readBrand } from '#features/settings/index.ts';
import { composePicture } from '#features/shares/draw-post.ts';
import { drawShare } from '#features/shares/draw-share.ts';
import { SerifFont } from '#features/shares/font.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { provide } from '#kernel/feature.ts';
import { ownBrand } from '#kernel/settings/own-brand.ts';
import { shareForms } from '#shared/share-picture.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import {
  addEmailMember,
  addPost,
  logIn,
  receiveCode,
  relaxedCodeLimits,
} from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { serveAdmin } from './admin.ts';
import { serveApiDescription } from './api-description.ts';
import { listSharedSurfaces, surfacesOfPost } from './leaks/surfaces.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
let admin: string;
beforeAll(async () => {
  portal = await openPortal({ ...relaxedCodeLimits, SITE_URL: 'https://news.example.cn' });
  const { server, app } = portal;
  serveApiDescription(server, app);
  serveOutgoing(server, app);
  await serveAdmin(server, app, plainSite);
  await servePages(server, app, plainSite);
  changes = await listenForChanges(app);
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const fetchPath = async (url: string) => (await portal.server.inject({ url })).body;
const haifeng = { name: '海风日报', motto: '潮起有信', description: '港口与航运新闻' };
async function rebrand(values: Record<string, string>): Promise<void> {
  const { body: list } = await portal.call('GET /admin/settings/list', { token: admin });
  const base = list.data.groups.find((group: { name: string }) => group.name === 'site').updatedAt;
  const { body } = await portal.call('POST /admin/settings/save', {
    token: admin,
    body: { group: 'site', base, values },
  });
  expect(body.code, body.msg).toBe(200);
}
beforeEach(async () => {
  await portal.call('POST /admin/settings/reset', { token: admin, body: { group: 'site' } });
  await waitFor(async () => expect(await fetchPath('/index')).toContain(`<title>${ownBrand.name}`));
});

async function upload(field: string, bytes: Buffer | string, name: string) {
  const form = new FormData();
  form.append('field', field);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  const request = new Response(form);
  const response = await portal.server.inject({
    method: 'POST',
    url: '/api/admin/settings/uploadPicture',
    headers: {
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': `bearer ${admin}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return response.json();
}
const drawPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0b5394' } })
    .png()
    .toBuffer();
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30" width="120" height="30">${content}</svg>`;
const oursIn = (text: string): string[] => {
  const { name, motto, description, sealPath } = ownBrand;
  return [name, motto, '看浪', description, sealPath, '/brand/picture.svg'].filter((one) =>
    text.includes(one),
  );
};

test('the demo edition has its name, seal, motto and description on every page', async () => {
  const { name, motto, description, sealPath } = ownBrand;
  const home = await fetchPath('/index');
  for (const text of [`<title>${name}：${description}</title>`, motto, sealPath])
    expect(home).toContain(text);
  expect(await fetchPath('/login')).toContain('<img src="/brand/picture.svg"');
  expect(await fetchPath('/favicon.svg')).toContain(sealPath);
  expect((await portal.server.inject({ url: '/brand/picture.svg' })).headers['content-type']).toBe(
    'image/svg+xml',
  );
});

test('a change shows on pages that were cached before', async () => {
  for (const url of ['/index', '/login', '/feed.xml'])
    expect(await fetchPath(url)).not.toContain(haifeng.name);
  await rebrand(haifeng);
  for (const url of ['/index', '/login', '/feed.xml'])
    await waitFor(async () => expect(await fetchPath(url)).toContain(haifeng.name));
});

test('the accent is in the first HTML of pages and back office, in the icon, and nowhere if none is chosen', async () => {
  const style = '<style>:root:root{--c-accent:#0b5394;';
  for (const url of ['/index', '/personal', '/admin'])
    expect(await fetchPath(url)).not.toContain(':root:root');
  await rebrand({ ...haifeng, accent: '#0B5394' });
  for (const url of ['/index', '/personal', '/admin'])
    await waitFor(async () => expect(await fetchPath(url), url).toContain(style));
  expect(await fetchPath('/favicon.svg')).toContain('fill="#0b5394"');
});

test('a site with another name shows nothing of ours on any page, in feeds, icons or the back office', async () => {
  await rebrand({ name: haifeng.name, motto: '', description: '' });
  await waitFor(async () => expect(await fetchPath('/index')).not.toContain(haifeng.motto));
  const post = { kind: 'article', columnId: '2' } as const;
  const id = await addPost(portal, post);
  const surfaces = [
    ...(await listSharedSurfaces(portal.app, portal.ctx)),
    ...surfacesOfPost(portal.app, {
      ...post,
      id,
      authorId: '',
      stockCodes: [],
      tags: [],
      text: '',
      openText: '',
      shown: [],
    }),
  ].flatMap(({ path, isCall }) => (isCall ? [] : [path]));
  const others = ['/nowhere', '/admin', '/admin/posts', '/manifest.webmanifest', '/favicon.svg'];
  expect(surfaces.length).toBeGreaterThan(40);
  for (const url of [...surfaces, ...others, '/api/docs', '/api/openapi.json', '/brand/picture.svg'])
    expect(oursIn(await fetchPath(url)), url).toEqual([]);
  for (const url of ['/index', '/login', '/nowhere', '/admin', '/feed.xml', '/manifest.webmanifest'])
    expect(await fetchPath(url), url).toContain(haifeng.name);
  for (const url of ['/feed.xml', '/atom.xml', '/2/feed.xml', '/sitemap.xml', '/manifest.webmanifest'])
    expect(await fetchPath(url), url).not.toMatch(/guanlan/i);
  expect(await fetchPath('/favicon.svg')).toContain('>海</text>');
});

test('a site with another name shows nothing of ours in mails and text messages', async () => {
  await rebrand(haifeng);
  const { memberId } = await logIn(portal);
  await portal.ctx.db
    .updateTable('members')
    .set({ email: 'reader@example.cn' })
    .where('id', '=', memberId)
    .execute();
  await addEmailMember(portal, 'guest@example.cn');
  await receiveCode(portal, { phone: '13700000001', purpose: 'login' });
  await receiveCode(portal, { email: 'guest@example.cn', purpose: 'login' });
  const kinds = ['sale', 'expiry', 'review', 'contest'] as const;
  for (const kind of kinds) {
    await portal.ctx.db
      .insertInto('notice_channels')
      .values({ member_id: memberId, kind, channel: 'mail' })
      .execute();
    const notice = { kind, title: `关于 ${kind}`, sourceKey: `brand-${kind}` };
    await inTransaction(portal.ctx, (trx) => notifyMembers(portal.ctx, trx, [memberId], notice));
  }
  const deliver = provide(notifications.jobs, portal.app)?.find(({ name }) => name === 'notices-deliver');
  await deliver?.run(portal.ctx, { since: new Date(), signal: new AbortController().signal });
  const messages = await portal.ctx.db
    .selectFrom('outbox_messages')
    .select(['recipient', 'subject', 'body'])
    .execute();
  expect(messages.map(({ recipient }) => recipient).sort()).toEqual([
    '13700000001',
    'guest@example.cn',
    ...kinds.map(() => 'reader@example.cn'),
  ]);
  for (const { subject, body } of messages) {
    expect(oursIn(`${subject} ${body}`), subject).toEqual([]);
    expect(`${subject} ${body}`).not.toMatch(/guanlan/i);
    expect(`${subject} ${body}`).toContain(haifeng.name);
  }
});

test('a site with another name shows nothing of ours on posters, cards and pictures of a sentence', async () => {
  await rebrand(haifeng);
  const { app, ctx } = portal;
  const id = await addPost(portal, { title: '铜价高位' });
  const post = await readOpenPost(ctx, id);
  if (!post) throw new Error('not published');
  const subject = {
    ctx,
    post,
    brand: await readBrand(app, app.defaultTenant),
    base: 'https://news.example.cn',
  };
  for (const form of [...shareForms, 'quote'] as const) {
    // The pictures contain outlines, so what the font is asked for is the text.
    let drawn = '';
    class RecordingFont extends SerifFont {
      override glyph(...[character, weight]: Parameters<SerifFont['glyph']>) {
        drawn += character;
        return super.glyph(character, weight);
      }
    }
    const { input } = await composePicture(app, subject, form, form === 'quote' ? '铜价高位' : '');
    const { svg } = await drawShare(new RecordingFont(), input);
    expect(oursIn(drawn + svg), form).toEqual([]);
    expect(drawn, form).toContain(haifeng.name);
  }
});

test.for([
  ['an SVG with a script', svg('<script>alert(1)</script>'), '标志的 SVG 里有脚本或外部引用'],
  ['an SVG with a handler', svg('<rect width="9" height="9" onclick="a()"/>'), '标志的 SVG 里有脚本'],
  ['an SVG with an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`, '标志应为 PNG'],
  ['an SVG that loads a picture', svg('<image href="http://192.0.2.1/a.png"/>'), '外部引用'],
  ['an SVG that loads a style', svg('<rect fill="url(http://192.0.2.1/a)"/>'), '外部引用'],
  ['a damaged SVG', '<svg xmlns="http://www.w3.org/2000/svg"><g>', '标志已损坏'],
  ['a page', '<html><svg></svg></html>', '标志应为 PNG、JPEG、WebP、GIF 或 SVG 图片'],
  ['40 MB', Buffer.alloc(40 * 1024 * 1024), '图片过大，最多 5 MB'],
] as const)('refuses %s as a logo', async ([, bytes, message]) => {
  expect(await upload('logo', bytes, 'logo.svg')).toMatchObject({
    code: 400,
    msg: expect.stringContaining(message),
  });
});

test('an uploaded logo replaces the seal on pages and in the back office, and icons are made from it', async () => {
  const logo = (await upload('logo', svg('<rect width="120" height="30" fill="#0b5394"/>'), 'a.svg')).data;
  expect(logo).toMatch(/^\/files\/000000\/[0-9a-f]{2}\/[0-9a-f]{38}\.webp#1200x300$/);
  const logoDark = (await upload('logoDark', await drawPicture(600, 150), 'b.png')).data;
  await rebrand({ ...haifeng, logo, logoDark });
  const src = logo.split('#')[0];
  await waitFor(async () => expect(await fetchPath('/index')).toContain(`src="${src}" width="1200"`));
  const home = await fetchPath('/index');
  expect(home).toContain(`alt="${haifeng.name}"`);
  expect(home).not.toContain('data-letter');
  expect(await fetchPath('/admin')).toContain(src);
  const links = [...home.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)];
  const manifest = JSON.parse(await fetchPath('/manifest.webmanifest'));
  const icons = [
    ...links.map(([, href]) => href ?? ''),
    ...manifest.icons.map((icon: { src: string }) => icon.src),
  ];
  const sizes = [];
  for (const url of icons) {
    const { rawPayload, headers } = await portal.server.inject({ url });
    expect(headers['cache-control'], url).toContain('immutable');
    const { width, height, format } = await sharp(rawPayload).metadata();
    sizes.push(`${format} ${width}x${height}`);
  }
  expect(sizes).toEqual(['png 32x32', 'png 180x180', 'png 192x192', 'png 512x512', 'png 512x512']);
  expect((await portal.server.inject({ url: '/favicon.ico' })).headers.location).toMatch(
    /^\/brand\/icon-32\.png/,
  );
  const { data } = await sharp((await portal.server.inject({ url: '/brand/icon-180.png' })).rawPayload)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const centre = (90 * 180 + 90) * 3;
  expect(Math.abs((data[centre + 2] ?? 0) - 0x94), 'the blue of the logo').toBeLessThan(8);
});

test('pages without a cover are shared with the picture of the site, which the log-in page shows', async () => {
  const share = (await upload('share', await drawPicture(1600, 840), 'share.png')).data;
  await rebrand({ ...haifeng, share });
  const image = /<meta property="og:image" content="https:\/\/news\.example\.cn([^"]+)">/;
  await waitFor(async () => expect(await fetchPath('/login')).toContain(share.split('#')[0]));
  const address = image.exec(await fetchPath('/membership'))?.[1] ?? '';
  const { rawPayload } = await portal.server.inject({ url: address });
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});
