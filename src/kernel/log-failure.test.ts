import { expect, test, vi } from 'vitest';
import { unavailable } from './errors.ts';
import { logFailure } from './log-failure.ts';

test('logs a refusal by its reason, and any other error with its cause and stack trace', () => {
  const log = { error: vi.fn(), warn: vi.fn() };
  const cause = new Error('the disk is gone');
  logFailure(log, unavailable('搜索正在准备'), { number: 'a' }, 'request failed');
  logFailure(log, unavailable('搜索暂时不可用', cause), { number: 'b' }, 'request failed');
  logFailure(log, cause, { number: 'c' }, 'request failed');
  expect(log.warn.mock.calls).toEqual([[{ number: 'a', reason: '搜索正在准备' }, 'request failed']]);
  expect(log.error.mock.calls.map(([{ number, err }]) => [number, err.message])).toEqual([
    ['b', '搜索暂时不可用'],
    ['c', 'the disk is gone'],
  ]);
});
