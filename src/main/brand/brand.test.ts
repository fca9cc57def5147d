import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownBrand } from '#kernel/settings/own-brand.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { serveAdmin } from '../admin.ts';
import { serveApiDescription } from '../api-description.ts';
import { listSharedSurfaces, surfacesOfPost } from '../leaks/surfaces.ts';
import { listenForChanges } from '../listen-for-changes.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { servePages } from '../pages.ts';
import { serveBrand } from './serve-brand.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
let admin: string;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  const { server, app } = portal;
  serveApiDescription(server, app);
  serveOutgoing(server, app);
  serveBrand(server, app);
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
    await vi.waitFor(async () => expect(await fetchPath(url)).toContain(haifeng.name));
});

test('the accent is in the first HTML of pages and back office, in the icon, and nowhere if none is chosen', async () => {
  const style = '<style>:root:root{--c-accent:light-dark(#0b5394,';
  for (const url of ['/index', '/personal', '/admin'])
    expect(await fetchPath(url)).not.toContain(':root:root');
  await rebrand({ ...haifeng, accent: '#0B5394' });
  for (const url of ['/index', '/personal', '/admin'])
    await vi.waitFor(async () => expect(await fetchPath(url), url).toContain(style));
  expect(await fetchPath('/favicon.svg')).toContain('fill="#0b5394"');
});

test('a site with another name shows nothing of ours on any page, in feeds, icons or the back office', async () => {
  await rebrand({ name: haifeng.name, motto: '', description: '' });
  await vi.waitFor(async () => expect(await fetchPath('/index')).not.toContain(haifeng.motto));
  const post = { kind: 'article', columnId: '2' } as const;
  const id = await addPost(portal, post);
  const surfaces = [
    ...(await listSharedSurfaces(portal.app, portal.ctx)),
    ...surfacesOfPost(portal.app, {
      ...post,
      id,
      authorId: '',
      stockCodes: [],
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
  expect(await fetchPath('/favicon.svg')).toContain('>海</text>');
});
