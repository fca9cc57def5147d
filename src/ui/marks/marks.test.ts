import { describe, expect, test } from 'vitest';
import { firstGrapheme } from './avatar.tsx';
import { formatBadge } from './badge.tsx';

describe('seed §9: badge maximum 99', () => {
  test.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [12_345, '99+'],
  ])('%d reads %s', (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });
});

describe('the character that stands for a missing picture', () => {
  test.each([
    ['长堤', '长'],
    ['𠮷野家', '𠮷'],
    ['👩‍🚀 宇航员', '👩‍🚀'],
    ['　观澜', '观'],
    ['Ａ股', 'Ａ'],
    ['', ''],
  ])('of %j is %j', (name, character) => {
    expect(firstGrapheme(name)).toBe(character);
  });
});
