import { describe, expect, test } from 'vitest';
import { firstGrapheme } from './avatar.tsx';
import { formatBadge } from './badge.tsx';

describe('formatBadge (docs/product.md §9: badge maximum 99)', () => {
  test.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [12_345, '99+'],
  ])('formats %d as %s', (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });
});

describe('firstGrapheme', () => {
  test.each([
    ['长堤', '长'],
    ['𠮷野家', '𠮷'],
    ['👩‍🚀 宇航员', '👩‍🚀'],
    ['　观澜', '观'],
    ['Ａ股', 'Ａ'],
    ['', ''],
  ])('returns the first grapheme of %j: %j', (name, character) => {
    expect(firstGrapheme(name)).toBe(character);
  });
});
