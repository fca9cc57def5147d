// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { saveIntent, takeIntent } from './saved-intent.ts';

const post = { of: 'article', id: '7' } as const;

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

test('offers what a visitor pressed once, at that address and for that post', () => {
  saveIntent(post, '/101/detail?id=7');
  expect(takeIntent({ of: 'author', id: '7' }, '/101/detail?id=7')).toBe(false);
  expect(takeIntent(post, '/101')).toBe(false);
  expect(takeIntent(post, '/101/detail?id=7')).toBe(true);
  expect(takeIntent(post, '/101/detail?id=7')).toBe(false);
});

test('drops an expired intent', () => {
  vi.useFakeTimers();
  saveIntent(post, '/101');
  vi.advanceTimersByTime(31 * 60_000);
  expect(takeIntent(post, '/101')).toBe(false);
});

test('ignores an invalid intent in storage', () => {
  for (const text of ['{', '3', '"x"', '{"key":3}']) {
    sessionStorage.setItem('offer', text);
    expect(takeIntent(post, '/101')).toBe(false);
  }
});
