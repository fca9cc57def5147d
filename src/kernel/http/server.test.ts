import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { conflict } from '../errors.ts';
import { get, post } from './calls.ts';
import { createServer } from './server.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const isLogin = 'GET /reception/isLogin';
const failure = (code: number) => ({ code, success: false, data: null });

test('removes NUL and replaces lone surrogates in a body at any depth', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  const values = { name: '观\0澜', icp: '\ud800京', complaints: '\0' };
  const answer = await portal.call('POST /admin/settings/save', { token, body: { group: 'site', values } });
  expect(answer.body).toMatchObject({ code: 200 });
  expect((await portal.app.settings(portal.ctx)).site).toMatchObject({ name: '观澜', icp: '\ufffd京' });
});

test.each([
  ['a body that is not an object', 'author/create', '[1]', '请求内容应为 JSON 对象'],
  ['a list with an element of the wrong type', 'comment/show', '{"ids":[null]}', '评论第 1 项应为文字'],
])('refuses %s in Chinese', async (_, call, payload, message) => {
  const { token } = await logIn(portal, { role: 'admin' });
  const answer = await portal.call(`POST /admin/${call}`, {
    token,
    body: payload,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.body).toMatchObject({ ...failure(400), msg: expect.stringContaining(message) });
});

describe('headers (docs/product.md §7, §14)', () => {
  test('uses the default tenant for a call without one, and refuses an unknown tenant by name', async () => {
    expect((await portal.call(isLogin, { headers: { 'tenant-id': '' } })).body.data).toBe(false);
    const answer = await portal.call(isLogin, { headers: { 'tenant-id': '999999' } });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toContain('租户不存在：999999');
  });

  test('answers a wrong or missing client with 403, never 401', async () => {
    for (const authorization of ['', 'Basic d3Jvbmc6d3Jvbmc=', 'Bearer x', 'Basic 𠮷']) {
      const answer = await portal.call(isLogin, { headers: { authorization: encodeURI(authorization) } });
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject(failure(403));
    }
  });

  test('accepts the token with any case of Bearer, and answers a dead one as a visitor with x-session', async () => {
    const { token } = await logIn(portal);
    for (const word of ['bearer', 'Bearer', 'BEARER'])
      expect((await portal.call(isLogin, { headers: { 'blade-auth': `${word} ${token}` } })).body.data).toBe(
        true,
      );
    const dead = await portal.call(isLogin, { token: 'invented' });
    expect(dead.body.data).toBe(false);
    expect(dead.headers['x-session']).toBe('expired');
    const guarded = await portal.call('GET /member/profile', { token: 'invented' });
    expect(guarded.status).toBe(401);
    expect(guarded.body).toMatchObject(failure(401));
  });

  test('sets the XSRF cookie in isLogin and the token call only', async () => {
    const cookie = async (key: string) => String((await portal.call(key)).headers['set-cookie'] ?? '');
    expect(await cookie(isLogin)).toMatch(/^XSRF-TOKEN=[\w-]{20,}; Path=\/; SameSite=Lax$/);
    expect(await cookie('POST /blade-auth/oauth/token')).toContain('XSRF-TOKEN=');
    expect(await cookie('GET /reception/column/getColumnList')).toBe('');
  });
});

test.each([
  [0, undefined, '127.0.0.1'],
  [0, '203.0.113.9', '127.0.0.1'],
  [1, undefined, '127.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  [2, '192.0.2.1, 198.51.100.7, 203.0.113.9', '198.51.100.7'],
  [1, '203.0.113.9:50001', '203.0.113.9'],
  [1, '"[2001:db8::9]:50001"', '2001:db8::9'],
  [1, '198.51.100.7, unknown-50001', '127.0.0.1'],
])(
  'behind %i proxies, takes the client’s address from the nearest of them: %s',
  async (trustProxy, chain, address) => {
    const { apiBase, apiClient } = portal.app.config;
    const call = get('/test/address', {
      access: 'open',
      summary: 'Returns the address of the client.',
      data: z.string(),
      run: (_, { origin }) => origin.address,
    });
    const server = createServer({ ...portal.app, apiBase, apiClient, trustProxy, calls: [call] });
    const headers = {
      authorization: `Basic ${Buffer.from(apiClient).toString('base64')}`,
      ...(chain && { 'x-forwarded-for': chain }),
    };
    const answer = await server.inject({ url: `${apiBase}/test/address`, headers });
    expect(answer.json().data).toBe(address);
    await server.close();
  },
);

test('a call is limited for each member or network, and refused calls count', async () => {
  const { apiBase, apiClient, trustProxy } = portal.app.config;
  const limit = { max: 3, windowMs: 60_000 };
  const parts = {
    summary: 'Accepts one name.',
    body: z.object({ name: z.enum(['甲', '乙']) }),
    data: z.boolean(),
    limit,
    run: (_: unknown, { body }: { body: { name: string } }) => {
      if (body.name === '乙') throw conflict('乙不行');
      return true;
    },
  };
  const server = createServer({
    ...portal.app,
    ...{ apiBase, apiClient, trustProxy },
    calls: [
      post('/test/own', { access: 'member', ...parts }),
      post('/test/open', { access: 'open', ...parts }),
    ],
  });
  const send = (path: string, name: string, token?: string, remoteAddress = '203.0.113.7') =>
    server.inject({
      method: 'POST',
      url: `${apiBase}/test/${path}`,
      remoteAddress,
      payload: { name },
      headers: {
        authorization: `Basic ${Buffer.from(apiClient).toString('base64')}`,
        ...(token && { 'blade-auth': `bearer ${token}` }),
      },
    });
  const [one, other] = [(await logIn(portal)).token, (await logIn(portal)).token];
  const statuses = async (...sent: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(sent)).map(({ statusCode }) => statusCode).sort();
  expect(await statuses(...['甲', '甲', '乙', '甲', '甲'].map((name) => send('own', name, one)))).toContain(
    429,
  );
  const refused = await send('own', '甲', one);
  expect(refused.json()).toMatchObject({
    code: 429,
    msg: expect.stringMatching(/^操作太频繁，请 \d+ 秒后再试$/),
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await send('own', '甲', other)).statusCode).toBe(200);
  expect((await send('own', '甲')).statusCode).toBe(401);
  const inTurn: number[] = [];
  for (const name of ['甲', '甲', '乙', '甲']) inTurn.push((await send('open', name)).statusCode);
  expect(inTurn).toEqual([200, 200, 409, 429]);
  expect((await send('open', '甲', undefined, '203.0.113.8')).statusCode).toBe(200);
  expect((await send('open', '甲', one)).statusCode).toBe(200);
  await server.close();
});

describe('requests that no call handles', () => {
  test('answers an unknown path under /api with the 404 envelope for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
      for (const path of ['/no/such/call', '/reception/column/getColumnList/x', '/'])
        expect((await portal.call(`${method} ${path}`)).body, `${method} ${path}`).toMatchObject(
          failure(404),
        );
    expect((await portal.call('OPTIONS /reception/isLogin')).body).toMatchObject(failure(404));
    expect((await portal.server.inject('/api')).json()).toMatchObject(failure(404));
  });

  test.each([
    ['malformed JSON', '{"username":', 400],
    ['JSON with a prototype', '{"__proto__":{"a":1}}', 400],
    ['a body of 2 MB', `{"username":"${'x'.repeat(2 * 1024 * 1024)}"}`, 413],
  ])('refuses %s', async (_, payload, status) => {
    const answer = await portal.call('POST /blade-auth/oauth/token', {
      body: payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(failure(status));
    expect(answer.body.msg).toMatch(/\p{Script=Han}/u);
  });

  test.each([
    ['more than 64 kB', { username: 'x'.repeat(70_000) }, 413],
    ['more than twenty levels', JSON.parse(`${'['.repeat(22)}${']'.repeat(22)}`), 400],
  ])('refuses a body of %s', async (_, body, status) => {
    const answer = await portal.call('POST /blade-auth/oauth/token', { body });
    expect(answer.body).toMatchObject(failure(status));
  });

  test('accepts a long text up to 1 MB in a call that declares it', async () => {
    const { token } = await logIn(portal, { role: 'admin' });
    const check = (text: string) => portal.call('POST /admin/moderation/try', { token, body: { text } });
    expect((await check('字'.repeat(190_000))).status).toBe(200);
    expect((await check('字'.repeat(400_000))).status).toBe(413);
  });

  test('does not read a body that the call does not declare', async () => {
    for (const body of ['{"broken', '<a/>', 'x'.repeat(2 * 1024 * 1024)])
      for (const type of ['application/json', 'application/xml']) {
        const answer = await portal.call('POST /reception/article/selectArticle', {
          query: { id: '1' },
          body,
          headers: { 'content-type': type },
        });
        expect(answer.body).toMatchObject(failure(404));
      }
  });

  test('answers JSON nested 30,000 levels deep with 400', async () => {
    const body = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await portal.call('POST /blade-auth/oauth/token', { body, headers });
    expect(answer.body).toMatchObject(failure(400));
  });

  test('answers an unsupported content type with 415', async () => {
    const answer = await portal.call('POST /blade-auth/oauth/token', {
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(answer.body).toMatchObject(failure(415));
  });

  test('answers a malformed URL, two hosts, oversized headers and conflicting lengths with the envelope', async () => {
    await portal.server.listen({ port: 0, host: '127.0.0.1' });
    const address = portal.server.server.address() as { port: number };
    const raw = (request: string | Buffer) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(address.port, '127.0.0.1', () => socket.write(request));
        let text = '';
        socket.on('data', (data) => {
          text += data;
          if (text.includes('"data":null}')) socket.end();
        });
        socket.on('close', () => resolve(text));
        socket.on('error', reject);
      });
    const host = 'Host: x\r\nConnection: close\r\n';
    expect(await raw(`GET /api/%E0%A4%A HTTP/1.1\r\n${host}\r\n`)).toContain('"code":400');
    expect(await raw(`GET /api/x HTTP/1.1\r\n${host}X-Big: ${'a'.repeat(200_000)}\r\n\r\n`)).toContain(
      '"code":431',
    );
    expect(await raw(`GET /api/x HTTP/1.1\r\n${host}Expect: a miracle\r\n\r\n`)).toContain('"code":417');
    for (const hosts of ['Host: x', 'host: y'])
      expect(await raw(`GET /api/reception/isLogin HTTP/1.1\r\n${host}${hosts}\r\n\r\n`)).toContain(
        '不止一个 Host',
      );
    // Not escaped by its client, in GBK and in UTF-8: leads to the escaped address, on this host.
    for (const [target, location] of [
      ['/\xc4\xfe?\xb5', '/%C4%FE?%B5'],
      ['//evil.example/\xe4\xbd\xa0', '/evil.example/%E4%BD%A0'],
    ] as const) {
      const redirected = await raw(Buffer.from(`GET ${target} HTTP/1.1\r\n${host}\r\n`, 'latin1'));
      expect(redirected).toMatch(/^HTTP\/1\.1 302 /);
      expect(redirected).toContain(`\r\nLocation: ${location}\r\n`);
    }
    const call = Buffer.from(`GET /api/\xc4\xfe HTTP/1.1\r\n${host}\r\n`, 'latin1');
    expect(await raw(call)).toContain('"code":400');
    const refused = await raw('nonsense\r\n\r\n');
    expect(refused).toContain('"code":400');
    expect(refused).toContain('x-content-type-options: nosniff\r\n');
    const lengths = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n';
    expect(await raw(`POST /api/x HTTP/1.1\r\n${host}${lengths}\r\n0\r\n\r\n`)).toContain('"code":400');
    const client = `Authorization: Basic ${Buffer.from('guanlan:guanlan').toString('base64')}\r\n`;
    const noBody = `POST /api/reception/article/selectArticle?id=1 HTTP/1.1\r\n${host}${client}`;
    expect(await raw(`${noBody}Content-Type: application/json\r\n\r\n`)).toContain('"code":404');
  });
});

test('survives 10 kB keywords, control characters, SQL and HTML in every field without a server error', async () => {
  const nasty = [
    '\u0000\u0007',
    "'; drop table posts; --",
    '<script>alert(1)</script>',
    '𠮷'.repeat(2500),
    '%00',
    '\\',
    '" OR 1=1',
    '\ud800',
  ];
  for (const { method, path, query } of portal.app.calls) {
    const names = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
    for (const name of names)
      for (const value of nasty) {
        const { status, body } = await portal.call(`${method} ${path}`, {
          query: { id: '1', columnId: '1', [name]: value },
        });
        const isSearch = name === 'keyword' || path.includes('earch');
        expect(
          status,
          `${method} ${path} ${name}=${JSON.stringify(value.slice(0, 20))}: ${JSON.stringify(body)}`,
        ).toBeLessThan(isSearch ? 504 : 500);
      }
  }
});

test('describes every call with a summary in OpenAPI 3.1', async () => {
  const { describeApi } = await import('./openapi.ts');
  const document = describeApi(portal.app.calls, { title: 'x', version: '1', base: '/api' }) as {
    openapi: string;
    paths: Record<string, Record<string, { summary: string; parameters: { name?: string }[] }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const { method, path } of portal.app.calls)
    expect(document.paths[path]?.[method.toLowerCase()]?.summary.length).toBeGreaterThan(10);
  const list = document.paths['/news/reception/getGlobalNewsList']?.get?.parameters.map(({ name }) => name);
  expect(list).toEqual(expect.arrayContaining(['columnId', 'current', 'size', 'cursor', 'startTime']));
});
