import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveDescription } from './description.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  serveDescription(portal.app, portal.house);
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
