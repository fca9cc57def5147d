import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFile } from './watch-file.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const progress = {} as Parameters<NonNullable<ReturnType<typeof watchFile>['config']['onUploadProgress']>>[0];

test.each([
  ['an upload', 'onUploadProgress'],
  ['a download', 'onDownloadProgress'],
] as const)('%s that moves is never given up, however long it takes', (_, moves) => {
  const told = vi.fn();
  const { config } = watchFile({ [moves]: told }, 60_000);
  for (let minute = 0; minute < 30; minute += 1) {
    vi.advanceTimersByTime(59_000);
    config[moves](progress);
  }
  expect(told).toHaveBeenCalledTimes(30);
  expect(config.signal.aborted).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(config.signal.aborted).toBe(true);
});

test('what is over is no longer watched', () => {
  const { config, end } = watchFile({}, 60_000);
  end();
  vi.advanceTimersByTime(600_000);
  expect(config.signal.aborted).toBe(false);
});
