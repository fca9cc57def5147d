import { expect, test } from 'vitest';
import { unavailable } from '../errors.ts';
import { refusal, toFailure } from './envelope.ts';

test.each(['40P01', '40001', '23503'])(
  'reports a change aborted by a concurrent one (%s) as a conflict',
  (code) => {
    const error = Object.assign(new Error('deadlock detected'), { code });
    expect(toFailure(error, 'a1')).toEqual({ status: 409, msg: '内容刚刚被另一个操作改动，请刷新后再试' });
  },
);

test.each([
  [400, '请求格式不正确'],
  [404, '接口不存在'],
  [405, '请求方法不正确'],
  [408, '请求超时，请重试'],
  [413, '提交的内容过大，请缩减后重试'],
  [414, '地址过长，请缩短查询条件'],
  [415, '请使用 JSON'],
  [417, '不支持请求里的 Expect 头'],
  [429, '操作太频繁，请稍后再试'],
  [431, '请求头过长，请缩短查询条件'],
])('says in its own words why the server refuses a request with %i', (status, message) => {
  const error = Object.assign(new Error('FST_ERR'), { statusCode: status });
  expect(toFailure(error, 'a1')).toEqual({ status, msg: expect.stringContaining(message) });
  expect(refusal(status)).toEqual(toFailure(error, 'a1'));
});

test.each([
  Object.assign(new Error('write'), { code: 'ENOSPC' }),
  Object.assign(new Error('write'), { code: 'EDQUOT' }),
  Object.assign(new Error('could not extend file "base/16384/2619"'), { code: '53100' }),
  Object.assign(new Error('database or disk is full'), { errcode: 13 }),
  new Error('lance error: IO error: No space left on device (os error 28)'),
  unavailable('搜索暂时不可用', Object.assign(new Error('write'), { code: 'ENOSPC' })),
])('says that the disk is full, whatever found it: %s', (error) => {
  expect(toFailure(error, 'a1')).toEqual({ status: 507, msg: expect.stringContaining('服务器的磁盘满了') });
});

test('reports an unexpected error only by its number', () => {
  const failure = toFailure(new Error('secret detail'), 'a1b2');
  expect(failure).toMatchObject({ status: 500, msg: expect.stringContaining('a1b2') });
  expect(JSON.stringify(failure)).not.toContain('secret detail');
});
