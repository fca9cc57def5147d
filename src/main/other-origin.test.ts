import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '#kernel/config.ts';
import { createServer } from '#kernel/http/server.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { trackStreams } from './event-stream.ts';
import { serveLiveNews } from './live-news.ts';
import { pageHeaders, siteFields } from './page-frame.ts';

/* The API called from pages of another origin (docs/product.md §7). */

const origin = 'https://app.example.cn';
const isLogin = 'GET /reception/isLogin';

describe('CORS_ORIGINS', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal({ CORS_ORIGINS: `${origin}, https://m.example.cn:8443` });
  });
  afterAll(() => portal.close());

  const preflight = (headers: Record<string, string>, url = '/api/member/addFollow') =>
    portal.server.inject({
      method: 'OPTIONS',
      url,
      headers: { 'access-control-request-method': 'POST', ...headers },
    });

  test('answers the preflight of a listed origin with the headers that clients send', async () => {
    const { statusCode, headers, body } = await preflight({
      origin,
      'access-control-request-headers': 'authorization,blade-auth,tenant-id,content-type,x-xsrf-token',
    });
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Blade-Auth, Tenant-Id, Content-Type, X-XSRF-TOKEN',
      vary: 'Origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('lets a page of a listed origin read answers and failures, with the headers that the client needs', async () => {
    for (const headers of [{ origin }, { origin, authorization: 'Basic wrong' }] as Record<
      string,
      string
    >[]) {
      const answer = await portal.call(isLogin, { headers, token: 'dead' });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'X-Session, Retry-After, Content-Disposition',
        vary: 'Origin',
      });
    }
    const { headers } = await portal.call('GET /no/such/call', { headers: { origin } });
    expect(headers).toHaveProperty('access-control-allow-origin', origin);
  });

  test.each(['https://evil.example', 'https://app.example.cn.evil.example', 'http://app.example.cn', 'null'])(
    'does not allow the origin %s',
    async (other) => {
      for (const { headers } of [
        await preflight({ origin: other }),
        await portal.call(isLogin, { headers: { origin: other } }),
      ]) {
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        expect(headers.vary).toBe('Origin');
      }
      expect((await preflight({ origin: other })).statusCode).toBe(404);
    },
  );

  test('lets a page of a listed origin read the event stream', async () => {
    const { app } = portal;
    const { apiBase, apiClient, corsOrigins, trustProxy } = app.config;
    const server = createServer({ ...app, apiBase, apiClient, corsOrigins, trustProxy });
    serveLiveNews(server, app, trackStreams(server, app.log));
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const { headers, body } = await fetch(`${address}/api/reception/liveNews`, { headers: { origin } });
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    await body?.cancel();
    await server.close();
  });
});

test('by default no other origin may call the API', async () => {
  const portal = await openPortal();
  const answer = await portal.call(isLogin, { headers: { origin } });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  await portal.close();
});

test.each([
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'app.example.cn'],
  ['CORS_ORIGINS', 'https://app.example.cn/'],
  ['CORS_ORIGINS', 'https://app.example.cn,null'],
  ['API_BASE', 'api'],
  ['API_BASE', 'https://api.example.cn'],
  ['API_BASE', 'ftp://api.example.cn/api'],
])('refuses to start with %s=%s and names the setting', (name, value) => {
  const start = () => loadConfig({ [name]: value, DATA_DIR: '/nonexistent' });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(name);
});

test('API_BASE at another origin: pages call that address, their CSP allows it, and its path is served', async () => {
  const portal = await openPortal({ API_BASE: 'https://api.example.cn/api' });
  const { app } = portal;
  expect((await siteFields(app, app.defaultTenant)).apiBase).toBe('https://api.example.cn/api');
  const policy = pageHeaders(app.config, false)['content-security-policy'];
  expect(policy).toContain("connect-src 'self' https://api.example.cn;");
  expect((await portal.call(isLogin)).body).toMatchObject({ code: 200 });
  await portal.close();
});
