// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { keepOffer, takeOffer } from './offers.ts';

const piece = { of: 'article', id: '7' } as const;

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

test('what a visitor pressed is offered once, at that address and for that piece', () => {
  keepOffer(piece, '/101/detail?id=7');
  expect(takeOffer({ of: 'author', id: '7' }, '/101/detail?id=7')).toBe(false);
  expect(takeOffer(piece, '/101')).toBe(false);
  expect(takeOffer(piece, '/101/detail?id=7')).toBe(true);
  expect(takeOffer(piece, '/101/detail?id=7')).toBe(false);
});

test('an old wish is let go', () => {
  vi.useFakeTimers();
  keepOffer(piece, '/101');
  vi.advanceTimersByTime(31 * 60_000);
  expect(takeOffer(piece, '/101')).toBe(false);
});

test('what somebody wrote into the storage is no wish', () => {
  for (const text of ['{', '3', '"x"', '{"key":3}']) {
    sessionStorage.setItem('offer', text);
    expect(takeOffer(piece, '/101')).toBe(false);
  }
});
