// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { envelope, openPageAt, type StandIn, startStandIn } from '#testing/stand-in-server.ts';
import type { Calls, CallsOptions } from './calls.ts';
import { closeDialog, useDialogs } from './dialogs.ts';

type Answers = {
  'GET /reception/isLogin': { data: boolean };
  'GET /reception/globalSearch': { query: { keyword: string; type?: string[] }; data: string[] };
  'GET /reception/list': { query?: { keyword?: string | undefined; tag?: string[] }; data: string[] };
  'POST /member/add': { query: { id: string }; body?: { note: string }; data: { id: string } };
  'POST /files/add': { body: FormData; data: { id: string } };
  'POST /blade-auth/oauth/token': { body: URLSearchParams; data: { error_code?: number } };
  'GET /files/get': { query: { id: string }; data: never };
};

let server: StandIn;
let createCalls: (options: CallsOptions) => Calls<Answers>;

beforeAll(async () => {
  server = await startStandIn();
  openPageAt(server.origin);
  ({ createCalls } = await import('./calls.ts'));
});

afterAll(() => server.close());

beforeEach(() => {
  server.arrivals.length = 0;
  server.answer(() => ({ body: envelope([]) }));
  useDialogs.setState({ waiting: [] });
});

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the pair is a plain cookie, set here as the server would
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

const alerts = () => useDialogs.getState().waiting.map(({ message }) => message);

/** A session that remembers what calls tell it. */
function standingSession(token?: string) {
  let held = token;
  return {
    token: () => held,
    freshToken: async () => held,
    refused: vi.fn(),
    expired: vi.fn(),
    replace: (next: string) => {
      held = next;
    },
  };
}

function start(token?: string, more: Partial<CallsOptions> = {}) {
  const session = standingSession(token);
  return { session, calls: createCalls({ session, ...more }) };
}

describe('seed §7: what goes out', () => {
  test('every call carries client and tenant, and the token when there is one', async () => {
    await start('t0k').calls.call('GET /reception/list');
    await start().calls.call('GET /reception/list');
    const [member, visitor] = server.arrivals;
    expect(member).toMatchObject({ method: 'GET', url: '/api/reception/list' });
    expect(member?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`,
      'blade-auth': 'bearer t0k',
      'tenant-id': '000000',
    });
    expect(visitor?.headers).not.toHaveProperty('blade-auth');
  });

  test('base address, client and tenant are settings', async () => {
    const { calls } = start(undefined, { baseURL: '/other', client: 'a:b', tenantId: '42' });
    await calls.call('GET /reception/isLogin');
    expect(server.arrivals[0]).toMatchObject({
      url: '/other/reception/isLogin',
      headers: { authorization: 'Basic YTpi', 'tenant-id': '42' },
    });
  });

  test('arrays in queries are repeated keys, what is undefined stays home', async () => {
    const { calls } = start();
    await calls.call('GET /reception/list', { query: { tag: ['银行', 'AI&芯片'], keyword: undefined } });
    const { search, searchParams } = new URL(server.arrivals[0]?.url ?? '', server.origin);
    expect(searchParams.getAll('tag')).toEqual(['银行', 'AI&芯片']);
    expect(search).not.toMatch(/%5B|\[|keyword/);
  });

  test.each(['𠮷野家', '😀 mixed 中英', '全角ＡＢＣ　', 'a+b&c=d#e?f%', "'; drop table--", '<b>'])(
    'the keyword %s arrives unharmed',
    async (keyword) => {
      await start().calls.call('GET /reception/list', { query: { keyword } });
      expect(new URL(server.arrivals[0]?.url ?? '', server.origin).searchParams.get('keyword')).toBe(keyword);
    },
  );

  test('half a surrogate pair does not stop a call', async () => {
    await start().calls.call('GET /reception/list', { query: { keyword: '宁德\ud842' } });
    expect(server.arrivals[0]?.url).toBe(`/api/reception/list?keyword=${encodeURIComponent('宁德\ufffd')}`);
  });

  test('bodies are JSON, and a POST may carry a query', async () => {
    server.answer(() => ({ body: envelope({ id: '9' }) }));
    const { calls } = start();
    expect(await calls.call('POST /member/add', { query: { id: '5' }, body: { note: '存' } })).toEqual({
      id: '9',
    });
    expect(server.arrivals[0]).toMatchObject({ url: '/api/member/add?id=5', body: '{"note":"存"}' });
    expect(server.arrivals[0]?.headers['content-type']).toMatch(/^application\/json/);
  });

  test('the XSRF cookie goes out again as a header', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the pair is a plain cookie, set here as the server would
    document.cookie = 'XSRF-TOKEN=pair-1';
    await start().calls.call('POST /member/add', { query: { id: '5' } });
    expect(server.arrivals[0]?.headers['x-xsrf-token']).toBe('pair-1');
  });

  test('uploads are multipart and tell how far they are', async () => {
    server.answer(() => ({ body: envelope({ id: '1' }) }));
    const body = new FormData();
    body.append('file', new Blob(['图'.repeat(50_000)], { type: 'text/plain' }), '图.txt');
    const shares: number[] = [];
    await start().calls.call('POST /files/add', { body, onProgress: (share) => shares.push(share) });
    expect(server.arrivals[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.arrivals[0]?.body).toContain('filename="图.txt"');
    expect(shares.at(-1)).toBe(1);
  });

  test('downloads come as binary with the name the server gives', async () => {
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

  test('a name that is broken falls back to the plain one', async () => {
    const disposition = `attachment; filename=b.pdf; filename*=UTF-8''%E5%`;
    server.answer(() => ({ headers: { 'content-disposition': disposition }, body: '' }));
    expect((await start().calls.download('GET /files/get', { query: { id: '1' } })).name).toBe('b.pdf');
  });
});

describe('seed §8: what comes back', () => {
  test('success answers the data alone', async () => {
    server.answer(() => ({ body: envelope(['甲', '乙']) }));
    expect(await start().calls.call('GET /reception/list')).toEqual(['甲', '乙']);
  });

  test('a code that is not 200 is alerted and rejected', async () => {
    server.answer(() => ({ body: envelope(null, 400, '编号不对') }));
    await expect(start().calls.call('GET /reception/list')).rejects.toMatchObject({
      name: 'CallError',
      code: 400,
      message: '编号不对',
    });
    expect(alerts()).toEqual(['编号不对']);
  });

  test('many failures at once are one dialog at a time', async () => {
    server.answer(() => ({ status: 500, body: envelope(null, 500, '内部错误') }));
    const { calls } = start();
    const five = Array.from({ length: 5 }, () => calls.call('GET /reception/list'));
    const outcomes = await Promise.allSettled(five);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(alerts()).toEqual(['网络连接错误！']);
    closeDialog(true);
    expect(alerts()).toEqual([]);
  });

  test('globalSearch is silent by default, others when registered or asked', async () => {
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

  test('a download passes through whatever it holds', async () => {
    server.answer(() => ({ body: envelope(null, 500, '没有文件') }));
    const { bytes } = await start().calls.download('GET /files/get', { query: { id: '1' } });
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ code: 500 });
    expect(alerts()).toEqual([]);
  });

  test('a refused download says why', async () => {
    server.answer(() => ({ status: 403, body: envelope(null, 403, '附件仅限会员下载') }));
    await expect(start().calls.download('GET /files/get', { query: { id: '1' } })).rejects.toThrow(
      '附件仅限会员下载',
    );
    expect(alerts()).toEqual(['附件仅限会员下载']);
  });

  test('error_code 400 comes back to the form, another is alerted', async () => {
    const { calls } = start();
    const options = { body: new URLSearchParams({ grant_type: 'password' }), token: null };
    server.answer(() => ({ body: { error_code: 400, error_description: '密码错误' } }));
    expect(await calls.call('POST /blade-auth/oauth/token', options)).toMatchObject({ error_code: 400 });
    expect(server.arrivals[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(alerts()).toEqual([]);
    server.answer(() => ({ status: 429, body: { error_code: 429, error_description: '请 60 秒后再试' } }));
    await expect(calls.call('POST /blade-auth/oauth/token', options)).rejects.toThrow('请 60 秒后再试');
    expect(alerts()).toEqual(['请 60 秒后再试']);
  });

  test('a call given up is rejected without a word', async () => {
    server.answer(() => null);
    const { calls } = start();
    const controller = new AbortController();
    const call = calls.call('GET /reception/list', { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ failure: 'cancelled' });
    expect(alerts()).toEqual([]);
  });

  test('a call without an answer is given up after its time', async () => {
    server.answer(() => null);
    const { calls } = start(undefined, { timeoutMs: 30 });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'timeout' });
    expect(alerts()).toEqual(['网络连接错误！']);
  });

  test('an upload has its time from the last byte that left, and is given up when nothing moves', async () => {
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

  test('a server that cannot be reached is 网络连接错误！', async () => {
    const gone = await startStandIn();
    await gone.close();
    const { calls } = start(undefined, { baseURL: gone.origin });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'offline' });
    expect(alerts()).toEqual(['网络连接错误！']);
  });

  test('an address of a protocol we do not speak is 网络连接错误！', async () => {
    const { calls } = start(undefined, { baseURL: 'gopher://portal' });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'unsupported' });
    expect(alerts()).toEqual(['网络连接错误！']);
  });
});

describe('seed §4, §8: a dead session', () => {
  test.each([
    ['HTTP status', { status: 401, body: envelope(null, 401, '请登录') }],
    ['body code', { status: 200, body: envelope(null, 401, '请登录') }],
  ])('401 as %s ends the session instead of alerting', async (_, reply) => {
    server.answer(() => reply);
    const { calls, session } = start('dead');
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'unauthenticated' });
    expect(session.refused.mock.calls).toEqual([['dead']]);
    expect(alerts()).toEqual([]);
  });

  test('PRODUCT §4: X-Session: expired gives the answer and tells the session', async () => {
    server.answer(() => ({ headers: { 'x-session': 'expired' }, body: envelope(['公开']) }));
    const { calls, session } = start('dead');
    expect(await calls.call('GET /reception/list')).toEqual(['公开']);
    expect(session.expired.mock.calls).toEqual([['dead']]);
  });

  test('a token replaced while the call was out is tried again, once', async () => {
    const { calls, session } = start('old');
    server.answer(({ headers }) => {
      session.replace('new');
      return headers['blade-auth'] === 'bearer new'
        ? { body: envelope(['好']) }
        : { status: 401, body: envelope(null, 401, '') };
    });
    expect(await calls.call('GET /reception/list')).toEqual(['好']);
    expect(session.refused).not.toHaveBeenCalled();
    server.answer(() => {
      session.replace(`newer-${server.arrivals.length}`);
      return { status: 401, body: envelope(null, 401, '') };
    });
    await expect(calls.call('GET /reception/list')).rejects.toMatchObject({ failure: 'unauthenticated' });
    expect(server.arrivals).toHaveLength(4);
    expect(session.refused).toHaveBeenCalledTimes(1);
  });

  test('a call apart from the session neither sends its token nor ends it', async () => {
    server.answer(() => ({
      status: 401,
      headers: { 'x-session': 'expired' },
      body: envelope(null, 401, '不'),
    }));
    const { calls, session } = start('t');
    const body = new URLSearchParams();
    await expect(calls.call('POST /blade-auth/oauth/token', { body, token: null })).rejects.toThrow('不');
    expect(server.arrivals[0]?.headers).not.toHaveProperty('blade-auth');
    expect(session.refused).not.toHaveBeenCalled();
    expect(session.expired).not.toHaveBeenCalled();
    expect(alerts()).toEqual(['不']);
  });
});
