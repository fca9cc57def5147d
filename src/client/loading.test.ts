import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openMask, useLoading, useLoadingMask } from './loading.ts';

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const isShown = () => useLoadingMask.getState().isShown;

test('docs/product.md §4: the loading indicator hook exists but does nothing', () => {
  const { start, stop } = useLoading();
  expect(start()).toBeUndefined();
  expect(isShown()).toBe(false);
  expect(stop()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});

describe('docs/product.md §9: the loading mask', () => {
  test('opens after 300 ms of work, and never for shorter work', () => {
    const done = openMask();
    vi.advanceTimersByTime(299);
    expect(isShown()).toBe(false);
    done();
    vi.advanceTimersByTime(1000);
    expect(isShown()).toBe(false);
    const longDone = openMask();
    vi.advanceTimersByTime(299);
    expect(isShown()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(true);
    longDone();
  });

  test('closes 400 ms after the work ended', () => {
    const done = openMask();
    vi.advanceTimersByTime(300);
    done();
    vi.advanceTimersByTime(399);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);
  });

  test('stays for work that begins within the 400 ms; ending work twice counts once', () => {
    const first = openMask();
    const second = openMask();
    first();
    first();
    vi.advanceTimersByTime(1000);
    expect(isShown()).toBe(true);
    second();
    vi.advanceTimersByTime(300);
    const third = openMask();
    vi.advanceTimersByTime(1000);
    expect(isShown()).toBe(true);
    third();
    vi.advanceTimersByTime(400);
    expect(isShown()).toBe(false);
  });
});
