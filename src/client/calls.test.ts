// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  envelope,
  openPageAt,
  type Reply,
  type StandInServer,
  startStandInServer,
} from '#testing/stand-in-server.ts';
import type { Calls, CallsOptions } from './calls.ts';
import { closeDialog, useDialogs } from './dialogs.ts';

type Answers = {
  'GET /reception/isLogin': { data: boolean };
  'GET /reception/globalSearch': { query: { keyword: string; type?: string[] }; data: string[] };
  'GET /reception/list': { query?: { keyword?: string | undefined; tag?: string[] }; data: string[] };
  'GET /reception/getKnow': { data: { id: string } | null };
  'POST /member/add': { query: { id: string }; body?: { note: string }; data: { id: string } };
  'POST /files/add': { body: FormData; data: { id: string } };
  'POST /blade-auth/oauth/token': { body: URLSearchParams; data: { error_code?: number } };
  'GET /files/get': { query: { id: string }; data: never };
};

let server: StandInServer;
let createCalls: (options: CallsOptions) => Calls<Answers>;

beforeAll(async () => {
  server = await startStandInServer();
  openPageAt(server.origin);
  ({ createCalls } = await import('./calls.ts'));
});

afterAll(() => server.close());

beforeEach(() => {
  server.requests.length = 0;
  server.answer(() => ({ body: envelope([]) }));
  useDialogs.setState({ waiting: [] });
});

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the pair is a plain cookie, set here as the server would
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

const alerts = () => useDialogs.getState().waiting.map(({ message }) => message);

/** A session that records what calls report to it. */
function fixedSession(token?: string) {
  let stored = token;
  return {
    token: () => stored,
    freshToken: async () => stored,
    onUnauthorized: vi.fn(),
    onExpired: vi.fn(),
    replace: (next: string) => {
      stored = next;
    },
  };
}

function start(token?: string, options: Partial<CallsOptions> = {}) {
  const session = fixedSession(token);
  return { session, calls: createCalls({ session, ...options }) };
}

describe('docs/product.md §7: requests', () => {
  test('every call sends client and tenant, and the token if there is one', async () => {
    await start('t0k').calls.call('GET /reception/list');
    await start().calls.call('GET /reception/list');
    const [member, visitor] = server.requests;
    expect(member).toMatchObject({ method: 'GET', url: '/api/reception/list' });
    expect(member?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': 'bearer t0k',
      'tenant-id': '000000',
    });
    expect(visitor?.headers).not.toHaveProperty('blade-auth');
  });

  test('base address, client and tenant are configurable', async () => {
    const { calls } = start(undefined, { baseURL: '/other', client: 'a:b', tenantId: '42' });
    await calls.call('GET /reception/isLogin');
    expect(server.requests[0]).toMatchObject({
      url: '/other/reception/isLogin',
      headers: { authorization: 'Basic YTpi', 'tenant-id': '42' },
    });
  });

  test('arrays in queries become repeated keys, and undefined values are omitted', async () => {
    const { calls } = start();
    await calls.call('GET /reception/list', { query: { tag: ['银行', 'AI&芯片'], keyword: undefined } });
    const { search, searchParams } = new URL(server.requests[0]?.url ?? '', server.origin);
    expect(searchParams.getAll('tag')).toEqual(['银行', 'AI&芯片']);
    expect(search).not.toMatch(/%5B|\[|keyword/);
  });

  test.each(['𠮷野家', '😀 mixed 中英', '全角ＡＢＣ　', 'a+b&c=d#e?f%', "'; drop table--", '<b>'])(
    'the keyword %s arrives unchanged',
    async (keyword) => {
      await start().calls.call('GET /reception/list', { query: { keyword } });
      expect(new URL(server.requests[0]?.url ?? '', server.origin).searchParams.get('keyword')).toBe(keyword);
    },
  );

  test('half a surrogate pair does not make a call fail', async () => {
    await start().calls.call('GET /reception/list', { query: { keyword: '宁德\ud842' } });
    expect(server.requests[0]?.url).toBe(`/api/reception/list?keyword=${encodeURIComponent('宁德\ufffd')}`);
  });

  test('bodies are JSON, and a POST may have a query', async () => {
    server.answer(() => ({ body: envelope({ id: '9' }) }));
    const { calls } = start();
    expect(await calls.call('POST /member/add', { query: { id: '5' }, body: { note: '存' } })).toEqual({
      id: '9',
    });
    expect(server.requests[0]).toMatchObject({ url: '/api/member/add?id=5', body: '{"note":"存"}' });
    expect(server.requests[0]?.headers['content-type']).toMatch(/^application\/json/);
  });

  test('the XSRF cookie is sent back as a header', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the pair is a plain cookie, set here as the server would
    document.cookie = 'XSRF-TOKEN=pair-1';
    await start().calls.call('POST /member/add', { query: { id: '5' } });
    expect(server.requests[0]?.headers['x-xsrf-token']).toBe('pair-1');
  });

  test('uploads are multipart and report their progress', async () => {
    server.answer(() => ({ body: envelope({ id: '1' }) }));
    const body = new FormData();
    body.append('file', new Blob(['图'.repeat(50_000)], { type: 'text/plain' }), '图.txt');
    const shares: number[] = [];
    await start().calls.call('POST /files/add', { body, onProgress: (share) => shares.push(share) });
    expect(server.requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.requests[0]?.body).toContain('filename="图.txt"');
    expect(shares.at(-1)).toBe(1);
  });

  test('downloads return binary data and the name from the server', async () => {
    server.answer(() => ({
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''${encodeURIComponent('研报𠮷.pdf')}`,
      },
      body: '%PDF',
    }));
    const { bytes, name, type } = await start().calls.download('GET /files/get', { query: { id: '1' } });
    expect(new TextDecoder().decode(bytes)).toBe('%PDF');
    expect([name, type]).toEqual(['研报𠮷.pdf', 'application/pdf']);
  });

  test('an invalid encoded name falls back to the plain one', async () => {
    const disposition = `attachment; filename=b.pdf; filename*=UTF-8''%E5%`;
    server.answer(() => ({ headers: { 'content-disposition': disposition }, body: '' }));
    expect((await start().calls.download('GET /files/get', { query: { id: '1' } })).name).toBe('b.pdf');
  });
});

describe('docs/product.md §8: answers', () => {
  test('success returns only the data', async () => {
    server.answer(() => ({ body: envelope(['甲', '乙']) }));
    expect(await start().calls.call('GET /reception/list')).toEqual(['甲', '乙']);
  });

  test('a code other than 200 is alerted and rejected', async () => {
    server.answer(() => ({ body: envelope(null, 400, '编号不对') }));
    await expect(start().calls.call('GET /reception/list')).rejects.toMatchObject({
      name: 'CallError',
      code: 400,
      message: '编号不对',
    });
    expect(alerts()).toEqual(['编号不对']);
  });

  test('simultaneous failures show one dialog at a time', async () => {
    server.answer(() => ({ status: 500, body: envelope(null, 500, '内部错误') }));
    const { calls } = start();
    const count = Array.from({ length: 5 }, () => calls.call('GET /reception/list'));
    const outcomes = await Promise.allSettled(count);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(alerts()).toEqual(['网络连接错误！']);
    closeDialog(true);
    expect(alerts()).toEqual([]);
  });

  test('globalSearch is silent by default, other paths if registered or requested', async () => {
    server.answer(() => ({ status: 503, body: envelope(null, 503, '搜索暂不可用') }));
    const { calls } = start();
    await expect(calls.call('GET /reception/globalSearch', { query: { keyword: 'x' } })).rejects.toThrow();
    await expect(calls.call('GET /reception/list', { silent: true })).rejects.toThrow();
    expect(alerts()).toEqual([]);
    calls.registerSilent('/reception/list');
    await expect(calls.call('GET /reception/list')).rejects.toThrow();
    expect(alerts()).toEqual([]);
    await expect(calls.call('GET /reception/isLogin')).rejects.toThrow('网络连接错误！');
    expect(alerts()).toEqual(['网络连接错误！']);
  });

  test('a download passes through whatever it contains', async () => {
    server.answer(() => ({ body: envelope(null, 500, '没有文件') }));
    const { bytes } = await start().calls.download('GET /files/get', { query: { id: '1' } });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ code: 500 });
    expect(alerts()).toEqual([]);
  });

  test('a refused download rejects with the reason', async () => {
    server.answer(() => ({ status: 403, body: envelope(null, 403, '附件仅限会员下载') }));
    await expect(start().calls.download('GET /files/get', { query: { id: '1' } })).rejects.toThrow(
      '附件仅限会员下载',
    );
    expect(alerts()).toEqual(['附件仅限会员下载']);
  });

  test('error_code 400 is returned to the form, another one is alerted', async () => {
    const { calls } = start();
    const options = { body: new URLSearchParams({ grant_type: 'password' }), token: null };
    server.answer(() => ({ body: { error_code: 400, error_description: '密码错误' } }));
    expect(await calls.call('POST /blade-auth/oauth/token', options)).toMatchObject({ error_code: 400 });
    expect(server.requests[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(alerts()).toEqual([]);
    server.answer(() => ({ status: 429, body: { error_code: 429, error_description: '请 60 秒后再试' } }));
    await expect(calls.call('POST /blade-auth/oauth/token', options)).rejects.toThrow('请 60 秒后再试');
    expect(alerts()).toEqual(['请 60 秒后再试']);
  });

  test('an aborted call rejects without a message', async () => {
    server.answer(() => null);
    const { calls } = start();
    const controller = new AbortController();
    const call = calls.call('GET /reception/list', { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ failure: 'cancelled' });
    expect(alerts()).toEqual([]);
  });

  test('a call without an answer times out', async () => {
    server.answer(() => null);
    const { calls } = start(undefined, { timeoutMs: 30 });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'timeout' });
    expect(alerts()).toEqual(['网络连接错误！']);
  });

  test('an upload times out only after a period without progress', async () => {
    server.answer(() => null);
    const { calls } = start(undefined, { timeoutMs: 30 });
    const body = new FormData();
    body.append('file', new Blob(['图']), '图.png');
    await expect(calls.call('POST /files/add', { body, silent: true })).rejects.toMatchObject({
      failure: 'timeout',
    });
    const controller = new AbortController();
    const { signal } = controller;
    const call = start().calls.call('POST /files/add', { body, signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ failure: 'cancelled' });
    expect(alerts()).toEqual([]);
  });

  test('an unreachable server is reported as 网络连接错误！', async () => {
    const aborted = await startStandInServer();
    await aborted.close();
    const { calls } = start(undefined, { baseURL: aborted.origin });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'offline' });
    expect(alerts()).toEqual(['网络连接错误！']);
  });

  test('an address with an unsupported protocol is reported as 网络连接错误！', async () => {
    const { calls } = start(undefined, { baseURL: 'gopher://portal' });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'unsupported' });
    expect(alerts()).toEqual(['网络连接错误！']);
  });
});

describe('docs/product.md §4, §8: an ended session', () => {
  test.each([
    ['HTTP status', { status: 401, body: envelope(null, 401, '请登录') }],
    ['body code', { status: 200, body: envelope(null, 401, '请登录') }],
  ])('401 as %s ends the session instead of showing an alert', async (_, reply) => {
    server.answer(() => reply);
    const { calls, session } = start('dead');
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'unauthenticated' });
    expect(session.onUnauthorized.mock.calls).toEqual([['dead']]);
    expect(alerts()).toEqual([]);
  });

  test('docs/product.md §14: X-Session: expired returns the answer and informs the session', async () => {
    server.answer(() => ({ headers: { 'x-session': 'expired' }, body: envelope(['公开']) }));
    const { calls, session } = start('dead');
    expect(await calls.call('GET /reception/list')).toEqual(['公开']);
    expect(session.onExpired.mock.calls).toEqual([['dead']]);
  });

  test('a call whose token was replaced meanwhile is retried once', async () => {
    const { calls, session } = start('old');
    server.answer(({ headers }) => {
      session.replace('new');
      return headers['blade-auth'] === 'bearer new'
        ? { body: envelope(['好']) }
        : { status: 401, body: envelope(null, 401, '') };
    });
    expect(await calls.call('GET /reception/list')).toEqual(['好']);
    expect(session.onUnauthorized).not.toHaveBeenCalled();
    server.answer(() => {
      session.replace(`newer-${server.requests.length}`);
      return { status: 401, body: envelope(null, 401, '') };
    });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'unauthenticated' });
    expect(server.requests).toHaveLength(4);
    expect(session.onUnauthorized).toHaveBeenCalledTimes(1);
  });

  test('a GET that was answered as a visitor’s is repeated with a token that a renewal brought, a POST is not', async () => {
    for (const [key, requests, data] of [
      ['GET /reception/list', 2, ['全文']],
      ['POST /member/save', 1, ['公开']],
    ] as const) {
      const { calls, session } = start('old');
      const freshToken = vi.spyOn(session, 'freshToken');
      server.requests.length = 0;
      server.answer(({ headers }) => {
        if (headers['blade-auth'] === 'bearer new') return { body: envelope(['全文']) };
        session.replace('new');
        return { headers: { 'x-session': 'expired' }, body: envelope(['公开']) };
      });
      expect(await calls.call(key as 'GET /reception/list')).toEqual(data);
      expect(server.requests).toHaveLength(requests);
      expect(freshToken).toHaveBeenCalledWith('old');
    }
  });

  test("a call with its own token neither sends the session's token nor ends the session", async () => {
    server.answer(() => ({
      status: 401,
      headers: { 'x-session': 'expired' },
      body: envelope(null, 401, '不'),
    }));
    const { calls, session } = start('t');
    const body = new URLSearchParams();
    await expect(calls.call('POST /blade-auth/oauth/token', { body, token: null })).rejects.toThrow('不');
    expect(server.requests[0]?.headers).not.toHaveProperty('blade-auth');
    expect(session.onUnauthorized).not.toHaveBeenCalled();
    expect(session.onExpired).not.toHaveBeenCalled();
    expect(alerts()).toEqual(['不']);
  });
});

describe('an answer that the portal did not give', () => {
  const replies: [string, Reply][] = [
    ["a proxy's page", { body: '<html>Bad gateway</html>' }],
    ['nothing (204)', { status: 204 }],
    ['null where a value is required', { body: { code: 200, success: true, msg: '', data: null } }],
  ];

  test.each(replies)('%s is a failed call that shows 网络连接错误！', async (_, reply) => {
    server.answer(() => reply);
    await expect(start().calls.call('GET /reception/list')).rejects.toMatchObject({
      name: 'CallError',
      failure: 'failed',
      message: '网络连接错误！',
    });
    expect(alerts()).toEqual(['网络连接错误！']);
  });

  test('null is the answer of a call that may answer null', async () => {
    server.answer(() => ({ body: envelope(null) }));
    expect(await start().calls.call('GET /reception/getKnow')).toBeNull();
    expect(alerts()).toEqual([]);
  });
});

describe('a base address at another origin', () => {
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, Authorization',
    'access-control-expose-headers': 'X-Session, Content-Disposition',
  };
  let other: StandInServer;
  beforeAll(async () => {
    other = await startStandInServer();
  });
  afterAll(() => other.close());

  test('serves calls, uploads and downloads, and its headers are read', async () => {
    const { calls, session } = start('t0k', { baseURL: `${other.origin}/portal/api` });
    const headers = {
      ...cors,
      'x-session': 'expired',
      'content-disposition': 'attachment; filename="a.csv"',
    };
    other.answer(() => ({ headers, body: envelope({ id: '7' }) }));
    const body = new FormData();
    body.append('file', new File(['潮'], '潮.txt'));
    expect(await calls.call('POST /files/add', { body })).toEqual({ id: '7' });
    expect(session.onExpired).toHaveBeenCalledWith('t0k');
    expect((await calls.download('GET /files/get', { query: { id: '7' } })).name).toBe('a.csv');
    const sent = other.requests.filter(({ method }) => method !== 'OPTIONS');
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/portal/api/files/add'],
      ['GET', '/portal/api/files/get?id=7'],
    ]);
    expect(sent[0]?.body).toContain('潮');
    expect(sent[0]?.headers).toMatchObject({ 'blade-auth': 'bearer t0k', 'tenant-id': '000000' });
    expect(server.requests).toEqual([]);
  });
});
