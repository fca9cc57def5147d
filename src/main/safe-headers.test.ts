import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { serveWeb } from './web.ts';

let portal: Portal;
/** Everything that a web process serves. */
let web: Awaited<ReturnType<typeof serveWeb>>;
let addresses: Record<'post' | 'picture' | 'document', string>;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn', PORT: '0', HOST: '127.0.0.1' });
  await portal.ctx.db.updateTable('columns').set({ login_auth: false }).where('id', '=', '2').execute();
  web = await serveWeb(portal.app, async (server) => {
    server.get('/broken', { config: { access: 'page' } }, () => {
      throw new Error('relation "members" does not exist at /srv/guanlan/src');
    });
    return plainSite;
  });
  const path = join(portal.app.config.dataDir, 'upload');
  const saveFile = async (text: string, name: string) => {
    await writeFile(path, text);
    return portal.app.files.saveFrom('000000', path, name);
  };
  addresses = {
    post: `/rined/detail?id=${await addPost(portal)}`,
    picture: await saveFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'),
    document: await saveFile('%PDF-1.7', 'a.pdf'),
  };
});
afterAll(async () => {
  await web.stop();
  await portal.close();
});

const authorization = `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
const open = (url: string) => fetch(web.address + url, { headers: { authorization }, redirect: 'manual' });
const policyOf = ({ headers }: Response) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name, ...sources] = part.split(' ');
      return [name, sources.join(' ')];
    }),
  );

const pages = ['/index', '/rined/search?keyword=x', 'post', '/404', '/nothing', '/admin', '/admin/settings'];
const calls = ['/api/reception/isLogin', '/api/nothing'];
const files = ['picture', 'document'];
const others = ['/api/docs', '/sitemap.xml', '/robots.txt', '/broken', '/files/000000/ab/none.pdf'];
const urlOf = (name: string) => addresses[name as keyof typeof addresses] ?? name;

const everything = [...pages, ...calls, ...files, ...others];

test.each(everything)('%s forbids type sniffing and requires https from then on', async (name) => {
  const { headers } = await open(urlOf(name));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test.each(everything)(
  '%s has a content security policy, and other sites can neither frame it nor see its path as referrer',
  async (name) => {
    const answer = await open(urlOf(name));
    expect(answer.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(policyOf(answer)).toMatchObject({
      'default-src': expect.stringMatching(/^'(self|none)'$/),
      'base-uri': "'none'",
      'frame-ancestors': expect.stringMatching(/^'(self|none)'$/),
    });
  },
);

test.each(pages)('the page %s runs our own scripts only, and other sites cannot frame it', async (name) => {
  // Twice, since the second page comes from the cache.
  for (const answer of [await open(urlOf(name)), await open(urlOf(name))]) {
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { 'frame-src': _, ...policy } = policyOf(answer);
    expect(policy).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'media-src': "'self' https:",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'self'",
    });
  }
});

test.each(calls)('%s runs no scripts and cannot be framed', async (url) => {
  expect((await open(url)).headers.get('content-security-policy')).toBe(
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test.each(files)('an uploaded %s runs no scripts and cannot be framed', async (name) => {
  const answer = await open(urlOf(name));
  expect(answer.status).toBe(200);
  expect(policyOf(answer)).toEqual({
    'default-src': "'none'",
    'style-src': "'unsafe-inline'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    sandbox: '',
  });
});

test('an unexpected error is answered with its number alone', async () => {
  const answer = await open('/broken');
  expect(answer.status).toBe(500);
  const text = await answer.text();
  expect(text).toMatch(/编号 [0-9a-f]{12}/);
  expect(text).not.toMatch(/members|srv|Error/);
});

test('the answer of a call is UTF-8 JSON that is not cached', async () => {
  const answer = await open('/api/reception/isLogin');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await answer.json()).code).toBe(200);
});

test('requires https for subdomains too if the operator configures it', async () => {
  const portalWithSubdomains = await openPortal({ SITE_URL: 'https://example.cn', HSTS_SUBDOMAINS: 'true' });
  const { headers } = await portalWithSubdomains.server.inject({ url: '/api/nothing' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await portalWithSubdomains.close();
});

test('a portal at http does not require https', async () => {
  const plain = await openPortal();
  expect((await plain.server.inject({ url: '/api/nothing' })).headers).not.toHaveProperty(
    'strict-transport-security',
  );
  await plain.close();
});

test('the page of the API description runs our own scripts only', async () => {
  expect((await open('/api/docs')).headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'self';",
  );
});
