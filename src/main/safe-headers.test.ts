import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveDescription } from './description.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  serveDescription(portal.app, portal.house);
  portal.app.get('/broken', { config: { access: 'page' } }, () => {
    throw new Error('relation "members" does not exist at /srv/guanlan/src');
  });
});
afterAll(() => portal.close());

test.each(['/api/reception/isLogin', '/api/nothing', '/api/docs', '/nothing'])(
  '%s says that its type is not guessed, and https from now on',
  async (url) => {
    const { headers } = await portal.app.inject({ url });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
  },
);

test.each(['/api/reception/isLogin', '/api/nothing', '/nothing'])(
  '%s runs nothing, is framed by nobody, and tells other sites no path',
  async (url) => {
    const { headers } = await portal.app.inject({ url });
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  },
);

test('an unforeseen fault is answered with its number alone', async () => {
  const answer = await portal.app.inject({ url: '/broken' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json().msg).toMatch(/[0-9a-f]{12}/);
  expect(answer.body).not.toMatch(/members|srv|Error/);
});

test('an answer of a call is UTF-8 JSON that nobody caches', async () => {
  const authorization = `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
  const answer = await portal.app.inject({ url: '/api/reception/isLogin', headers: { authorization } });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(answer.json().code).toBe(200);
});

test('subdomains are kept to https too where the operator says so', async () => {
  const whole = await openPortal({ SITE_URL: 'https://example.cn', HSTS_SUBDOMAINS: 'true' });
  const { headers } = await whole.app.inject({ url: '/api/nothing' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await whole.close();
});

test('a portal at http does not ask for https', async () => {
  const plain = await openPortal();
  expect((await plain.app.inject({ url: '/api/nothing' })).headers).not.toHaveProperty(
    'strict-transport-security',
  );
  await plain.close();
});

test('the page of the API’s description runs our own scripts only', async () => {
  const { headers } = await portal.app.inject({ url: '/api/docs' });
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
});
