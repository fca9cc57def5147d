import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

test('the WeChat callback page runs our script alone, is not cached, and does not reveal the code', async () => {
  const address = '/api/blade-auth/oauth/callback/wechat';
  const [answer, other] = await Promise.all(
    [`${address}?code=c0de&state=%3Cscript%3E`, address].map((url) => portal.server.inject({ url })),
  );
  expect(answer?.statusCode).toBe(200);
  expect(answer?.body).toContain('<script src="/wechat-callback.js"></script>');
  expect(answer?.body).toBe(other?.body);
  expect(answer?.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
  });
  expect(answer?.headers['content-security-policy']).toContain("frame-ancestors 'self'");
});
