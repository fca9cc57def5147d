// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { forgetCopy, keepCopy, readCopy } from './local-copy.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const content = { title: '断网时写的𠮷', html: '<p>一</p>' };
const of = (memberId: string, id: string) => ({ place: 'desk', memberId, id }) as const;
const copy = { base: 3, content, at: '2026-11-21T08:00:00.000Z' };

test('a copy comes back as it was kept, to the person and piece it belongs to', () => {
  expect(keepCopy(of('1', '100'), copy)).toBe(true);
  expect(readCopy(of('1', '100'))).toEqual(copy);
  expect(readCopy(of('2', '100'))).toBeUndefined();
  expect(readCopy(of('1', '101'))).toBeUndefined();
  expect(readCopy({ ...of('1', '100'), place: 'reference' })).toBeUndefined();
  forgetCopy(of('1', '100'));
  expect(readCopy(of('1', '100'))).toBeUndefined();
});

test.each(['', 'null', '{', '{"base":1}', '{"base":1,"at":"x","content":{}}'])('%j is no copy', (text) => {
  localStorage.setItem('desk:1:100', text);
  expect(readCopy(of('1', '100'))).toBeUndefined();
});

test('a browser that keeps nothing says so', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keepCopy(of('1', '100'), copy)).toBe(false);
});
