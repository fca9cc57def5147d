import { expect, test } from 'vitest';
import { toFailure } from './envelope.ts';

test.each(['40P01', '40001', '23503'])(
  'reports a change aborted by a concurrent one (%s) as a conflict',
  (code) => {
    const error = Object.assign(new Error('deadlock detected'), { code });
    expect(toFailure(error, 'a1')).toEqual({ status: 409, msg: '内容刚刚被另一个操作改动，请刷新后再试' });
  },
);

test('reports an unexpected error only by its number', () => {
  const failure = toFailure(new Error('secret detail'), 'a1b2');
  expect(failure).toMatchObject({ status: 500, msg: expect.stringContaining('a1b2') });
  expect(JSON.stringify(failure)).not.toContain('secret detail');
});
