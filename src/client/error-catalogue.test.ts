import { AxiosError, AxiosHeaders, type AxiosResponse, CanceledError } from 'axios';
import { describe, expect, test } from 'vitest';
import { CallError, isCancelled } from './call-error.ts';
import { DEFAULT_MESSAGE, judgeBody, judgeFailure } from './error-catalogue.ts';

describe('seed §8: bodies', () => {
  test('code 200 passes', () => {
    expect(judgeBody({ code: 200, msg: '操作成功', data: 1 }, {})).toBeUndefined();
    expect(judgeBody({ code: '200' }, {})).toBeUndefined();
  });

  test('a body without a code passes', () => {
    for (const body of [{ access_token: 'x' }, [], 'text', '', null, undefined, 5]) {
      expect(judgeBody(body, {})).toBeUndefined();
    }
  });

  test('another code alerts the server’s msg and rejects', () => {
    const problem = judgeBody({ code: 400, msg: '标题不能为空：𠮷😀' }, {});
    expect(problem).toMatchObject({ tell: 'alert', error: { message: '标题不能为空：𠮷😀', code: 400 } });
    expect(problem?.error).toBeInstanceOf(CallError);
  });

  test('code 0 is a code that is not 200', () => {
    expect(judgeBody({ code: 0, msg: '失败' }, {})).toMatchObject({ tell: 'alert' });
  });

  test('another code without a msg shows the default message', () => {
    expect(judgeBody({ code: 500 }, {})?.error.message).toBe('网络连接错误！');
  });

  test('downloads are passed through whatever they hold', () => {
    expect(judgeBody(bytes({ code: 400, msg: '没有文件' }), { isDownload: true })).toBeUndefined();
  });

  test('silent calls are rejected without an alert', () => {
    expect(judgeBody({ code: 503, msg: '搜索暂不可用' }, { isSilent: true })).toMatchObject({
      tell: 'nobody',
      error: { message: '搜索暂不可用' },
    });
  });

  test('code 401 goes to login, silent or not', () => {
    expect(judgeBody({ code: 401, msg: '未登录' }, {})?.tell).toBe('login');
    expect(judgeBody({ code: 401, msg: '未登录' }, { isSilent: true })?.tell).toBe('login');
  });

  test('error_code 400 is passed through', () => {
    expect(judgeBody({ error_code: 400, error_description: '密码错误' }, {})).toBeUndefined();
  });

  test('another error_code shows error_description and rejects', () => {
    for (const error_code of [401, 429, 500]) {
      expect(judgeBody({ error_code, error_description: '请稍后再试' }, {})).toMatchObject({
        tell: 'alert',
        error: { message: '请稍后再试', code: error_code, failure: 'refused' },
      });
    }
  });

  test('error_code 200 passes', () => {
    expect(judgeBody({ error_code: 200 }, {})).toBeUndefined();
  });
});

describe('seed §8: HTTP errors', () => {
  test('HTTP 401 goes to login', () => {
    expect(judgeFailure(answered(401, { code: 401, msg: '请登录' }), {}).tell).toBe('login');
    expect(judgeFailure(answered(401, '<html>'), { isSilent: true }).tell).toBe('login');
  });

  test('a body code of 500 or above shows 网络连接错误！', () => {
    for (const code of [500, 503, 999]) {
      const problem = judgeFailure(answered(500, { code, msg: 'NullPointerException' }), {});
      expect(problem).toMatchObject({ tell: 'alert', error: { message: DEFAULT_MESSAGE } });
    }
  });

  test('a lower body code shows the body’s msg', () => {
    const problem = judgeFailure(answered(404, { code: 404, msg: '文章不存在' }), {});
    expect(problem).toMatchObject({
      tell: 'alert',
      error: { message: '文章不存在', status: 404, code: 404 },
    });
  });

  test('a body that says nothing shows the default message', () => {
    for (const body of ['<h1>Bad Gateway</h1>', '', null, {}, { code: 404 }]) {
      expect(judgeFailure(answered(502, body), {}).error.message).toBe('网络连接错误！');
    }
  });

  test('a failed download’s bytes are read for their msg', () => {
    const failure = answered(403, bytes({ code: 403, msg: '附件仅限会员下载' }));
    expect(judgeFailure(failure, { isDownload: true }).error.message).toBe('附件仅限会员下载');
  });

  test('a silent call’s failure is told to nobody', () => {
    expect(judgeFailure(answered(404, { code: 404, msg: '无' }), { isSilent: true }).tell).toBe('nobody');
  });
});

describe('seed §8: generic transport errors', () => {
  test.each([
    ['network error', new AxiosError('Network Error', 'ERR_NETWORK'), 'offline'],
    ['timeout exceeded', new AxiosError('timeout of 60000ms exceeded', 'ECONNABORTED'), 'timeout'],
    ['unsupported protocol', new AxiosError('Unsupported protocol ftp:', 'ERR_BAD_REQUEST'), 'unsupported'],
  ])('%s shows the default message', (_, failure, expected) => {
    const problem = judgeFailure(failure, {});
    expect(problem).toMatchObject({ tell: 'alert', error: { failure: expected, message: '网络连接错误！' } });
    expect(problem.error.cause).toBe(failure);
  });

  test.each([
    ['request aborted', new AxiosError('Request aborted', 'ECONNABORTED')],
    ['canceled', new CanceledError('canceled')],
  ])('%s is rejected without a word', (_, failure) => {
    const problem = judgeFailure(failure, {});
    expect(problem).toMatchObject({ tell: 'nobody', error: { failure: 'cancelled' } });
    expect(isCancelled(problem.error)).toBe(true);
  });

  test('request failed with status code is judged by its answer', () => {
    expect(judgeFailure(answered(400, { code: 400, msg: '参数有误' }), {}).error.failure).toBe('refused');
    expect(judgeFailure(answered(500, undefined), {}).error.failure).toBe('failed');
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
