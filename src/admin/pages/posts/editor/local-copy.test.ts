// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { Content } from '#features/posts/calls.ts';
import { forgetCopy, keepCopy, readCopy } from './local-copy.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const content = { title: '断网时写的𠮷', html: '<p>一</p>' } as Content;
const copy = { base: 3, content, at: '2026-11-21T08:00:00.000Z' };

test('a copy comes back as it was kept, to the person and piece it belongs to', () => {
  expect(keepCopy('1', '100', copy)).toBe(true);
  expect(readCopy('1', '100')).toEqual(copy);
  expect(readCopy('2', '100')).toBeUndefined();
  expect(readCopy('1', '101')).toBeUndefined();
  forgetCopy('1', '100');
  expect(readCopy('1', '100')).toBeUndefined();
});

test.each(['', 'null', '{', '{"base":1}', '{"base":1,"at":"x","content":{}}'])('%j is no copy', (text) => {
  localStorage.setItem('desk:1:100', text);
  expect(readCopy('1', '100')).toBeUndefined();
});

test('a browser that keeps nothing says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keepCopy('1', '100', copy)).toBe(false);
});
