import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveApiDescription } from './api-description.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  serveApiDescription(portal.server, portal.app);
  portal.server.get('/broken', { config: { access: 'page' } }, () => {
    throw new Error('relation "members" does not exist at /srv/guanlan/src');
  });
});
afterAll(() => portal.close());

test.each(['/api/reception/isLogin', '/api/nothing', '/api/docs', '/nothing'])(
  '%s forbids type sniffing and requires https from then on',
  async (url) => {
    const { headers } = await portal.server.inject({ url });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
  },
);

test.each(['/api/reception/isLogin', '/api/nothing', '/nothing'])(
  '%s runs no scripts, cannot be framed, and sends other sites no path as referrer',
  async (url) => {
    const { headers } = await portal.server.inject({ url });
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  },
);

test('an unexpected error is answered with its number alone', async () => {
  const answer = await portal.server.inject({ url: '/broken' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json().msg).toMatch(/[0-9a-f]{12}/);
  expect(answer.body).not.toMatch(/members|srv|Error/);
});

test('the answer of a call is UTF-8 JSON that is not cached', async () => {
  const authorization = `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
  const answer = await portal.server.inject({ url: '/api/reception/isLogin', headers: { authorization } });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(answer.json().code).toBe(200);
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
  const { headers } = await portal.server.inject({ url: '/api/docs' });
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
});
