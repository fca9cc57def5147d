import { AxiosError, AxiosHeaders, type AxiosResponse, CanceledError } from 'axios';
import { describe, expect, test } from 'vitest';
import { CallError, isCancelled } from './call-error.ts';
import { checkBody, checkFailure, DEFAULT_MESSAGE } from './error-catalogue.ts';

describe('docs/product.md §8: bodies', () => {
  test('code 200 passes', () => {
    expect(checkBody({ code: 200, msg: '操作成功', data: 1 }, {})).toBeUndefined();
    expect(checkBody({ code: '200', data: true }, {})).toBeUndefined();
  });

  test('a token answer passes without a code', () => {
    expect(checkBody({ access_token: 'x' }, {})).toBeUndefined();
  });

  test('a body that is no envelope is a failed call', () => {
    for (const body of [{}, { records: [] }, [], '<html>502</html>', '', null, undefined, 5])
      expect(checkBody(body, {})).toMatchObject({
        reaction: 'alert',
        error: { failure: 'failed', message: '网络连接错误！' },
      });
  });

  test('null where a call needs a value is a failed call', () => {
    for (const body of [{ code: 200 }, { code: 200, data: null }]) {
      expect(checkBody(body, {})).toMatchObject({ error: { message: '网络连接错误！' } });
      expect(checkBody(body, { isNullable: true })).toBeUndefined();
    }
    for (const data of [false, 0, '', []]) expect(checkBody({ code: 200, data }, {})).toBeUndefined();
  });

  test("another code alerts the server's msg and rejects", () => {
    const problem = checkBody({ code: 400, msg: '标题不能为空：𠮷😀' }, {});
    expect(problem).toMatchObject({ reaction: 'alert', error: { message: '标题不能为空：𠮷😀', code: 400 } });
    expect(problem?.error).toBeInstanceOf(CallError);
  });

  test('code 0 counts as a code other than 200', () => {
    expect(checkBody({ code: 0, msg: '失败' }, {})).toMatchObject({ reaction: 'alert' });
  });

  test('another code without a msg shows the default message', () => {
    expect(checkBody({ code: 500 }, {})?.error.message).toBe('网络连接错误！');
  });

  test('downloads are passed through whatever they contain', () => {
    expect(checkBody(bytes({ code: 400, msg: '没有文件' }), { isDownload: true })).toBeUndefined();
  });

  test('silent calls are rejected without an alert', () => {
    expect(checkBody({ code: 503, msg: '搜索暂不可用' }, { isSilent: true })).toMatchObject({
      reaction: 'none',
      error: { message: '搜索暂不可用' },
    });
  });

  test('code 401 redirects to the log-in, silent or not', () => {
    expect(checkBody({ code: 401, msg: '未登录' }, {})?.reaction).toBe('login');
    expect(checkBody({ code: 401, msg: '未登录' }, { isSilent: true })?.reaction).toBe('login');
  });

  test('error_code 400 is passed through', () => {
    expect(checkBody({ error_code: 400, error_description: '密码错误' }, {})).toBeUndefined();
  });

  test('another error_code shows error_description and rejects', () => {
    for (const error_code of [401, 429, 500]) {
      expect(checkBody({ error_code, error_description: '请稍后再试' }, {})).toMatchObject({
        reaction: 'alert',
        error: { message: '请稍后再试', code: error_code, failure: 'refused' },
      });
    }
  });

  test('error_code 200 passes', () => {
    expect(checkBody({ error_code: 200 }, {})).toBeUndefined();
  });
});

describe('docs/product.md §8: HTTP errors', () => {
  test('HTTP 401 redirects to the log-in', () => {
    expect(checkFailure(answered(401, { code: 401, msg: '请登录' }), {}).reaction).toBe('login');
    expect(checkFailure(answered(401, '<html>'), { isSilent: true }).reaction).toBe('login');
  });

  test('a body code of 500 or above shows 网络连接错误！', () => {
    for (const code of [500, 503, 999]) {
      const problem = checkFailure(answered(500, { code, msg: 'NullPointerException' }), {});
      expect(problem).toMatchObject({ reaction: 'alert', error: { message: DEFAULT_MESSAGE } });
    }
  });

  test('a lower body code shows the msg of the body', () => {
    const problem = checkFailure(answered(404, { code: 404, msg: '文章不存在' }), {});
    expect(problem).toMatchObject({
      reaction: 'alert',
      error: { message: '文章不存在', status: 404, code: 404 },
    });
  });

  test('a body without a message shows the default message', () => {
    for (const body of ['<h1>Bad Gateway</h1>', '', null, {}, { code: 404 }]) {
      expect(checkFailure(answered(502, body), {}).error.message).toBe('网络连接错误！');
    }
  });

  test.each([
    [413, '代理服务器允许的大小'],
    [414, '地址过长'],
    [429, '操作太频繁'],
    [431, '请求头过长'],
  ])('a page of a proxy with status %i says what the proxy refuses', (status, words) => {
    for (const body of [`<html><h1>${status}</h1></html>`, '', null])
      expect(checkFailure(answered(status, body), {})).toMatchObject({
        reaction: 'alert',
        error: { failure: 'refused', status, message: expect.stringContaining(words) },
      });
    expect(checkFailure(answered(status, { code: 500 }), {}).error.message).toBe('网络连接错误！');
    expect(checkFailure(answered(status, { code: status, msg: '门户的话' }), {}).error.message).toBe(
      '门户的话',
    );
  });

  test('docs/product.md §5: a refused field without a message shows the default of fields', () => {
    for (const body of [
      { code: 400, field: 'price' },
      { code: 400, msg: '', field: 'price' },
    ])
      expect(checkFailure(answered(400, body), {}).error).toMatchObject({
        message: '输入不合法',
        field: 'price',
      });
    expect(checkFailure(answered(500, { code: 500, field: 'price' }), {}).error.message).toBe(
      '网络连接错误！',
    );
  });

  test('the bytes of a failed download are read for their msg', () => {
    const failure = answered(403, bytes({ code: 403, msg: '附件仅限会员下载' }));
    expect(checkFailure(failure, { isDownload: true }).error.message).toBe('附件仅限会员下载');
  });

  test('the failure of a silent call shows no message', () => {
    expect(checkFailure(answered(404, { code: 404, msg: '无' }), { isSilent: true }).reaction).toBe('none');
  });
});

describe('docs/product.md §8: generic transport errors', () => {
  test.each([
    ['network error', new AxiosError('Network Error', 'ERR_NETWORK'), 'offline'],
    ['timeout exceeded', new AxiosError('timeout of 60000ms exceeded', 'ECONNABORTED'), 'timeout'],
    ['unsupported protocol', new AxiosError('Unsupported protocol ftp:', 'ERR_BAD_REQUEST'), 'unsupported'],
  ])('%s shows the default message', (_, failure, expected) => {
    const problem = checkFailure(failure, {});
    expect(problem).toMatchObject({
      reaction: 'alert',
      error: { failure: expected, message: '网络连接错误！' },
    });
    expect(problem.error.cause).toBe(failure);
  });

  test.each([
    ['request aborted', new AxiosError('Request aborted', 'ECONNABORTED')],
    ['canceled', new CanceledError('canceled')],
  ])('%s is rejected without a message', (_, failure) => {
    const problem = checkFailure(failure, {});
    expect(problem).toMatchObject({ reaction: 'none', error: { failure: 'cancelled' } });
    expect(isCancelled(problem.error)).toBe(true);
  });

  test('"request failed with status code" is handled by the answer', () => {
    expect(checkFailure(answered(400, { code: 400, msg: '参数有误' }), {}).error.failure).toBe('refused');
    expect(checkFailure(answered(500, undefined), {}).error.failure).toBe('failed');
  });
});

function bytes(body: unknown): ArrayBuffer {
  return new Uint8Array(new TextEncoder().encode(JSON.stringify(body))).buffer;
}

function answered(status: number, data: unknown): AxiosError {
  const config = { headers: new AxiosHeaders() };
  const response: AxiosResponse = { data, status, statusText: '', headers: {}, config };
  return new AxiosError(
    `Request failed with status code ${status}`,
    'ERR_BAD_REQUEST',
    config,
    undefined,
    response,
  );
}
