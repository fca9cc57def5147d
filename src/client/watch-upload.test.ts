import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchUpload } from './watch-upload.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const progress = {} as Parameters<
  NonNullable<ReturnType<typeof watchUpload>['config']['onUploadProgress']>
>[0];

test('an upload that moves is never given up, however long it takes', () => {
  const told = vi.fn();
  const { config } = watchUpload({ onUploadProgress: told }, 60_000);
  for (let minute = 0; minute < 30; minute += 1) {
    vi.advanceTimersByTime(59_000);
    config.onUploadProgress(progress);
  }
  expect(told).toHaveBeenCalledTimes(30);
  expect(config.signal.aborted).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(config.signal.aborted).toBe(true);
});

test('what is over is no longer watched', () => {
  const { config, end } = watchUpload({}, 60_000);
  end();
  vi.advanceTimersByTime(600_000);
  expect(config.signal.aborted).toBe(false);
});
