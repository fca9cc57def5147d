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
] as const)('%s that makes progress never times out, however long it takes', (_, moves) => {
  const onProgress = vi.fn();
  const { config } = watchFile({ [moves]: onProgress }, 60_000);
  for (let minute = 0; minute < 30; minute += 1) {
    vi.advanceTimersByTime(59_000);
    config[moves](progress);
  }
  expect(onProgress).toHaveBeenCalledTimes(30);
  expect(config.signal.aborted).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(config.signal.aborted).toBe(true);
});

test('ends the watch when the transfer is over', () => {
  const { config, end } = watchFile({}, 60_000);
  end();
  vi.advanceTimersByTime(600_000);
  expect(config.signal.aborted).toBe(false);
});
