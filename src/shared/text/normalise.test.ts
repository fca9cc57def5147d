import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise, normaliseWithMap, stripControlCharacters } from './normalise.ts';

describe('stripControlCharacters', () => {
  test('removes lone surrogates and control characters, keeps line breaks, tabs and surrogate pairs', () => {
    expect(stripControlCharacters('𠮷\ud800野\udc00家\u0000\u0007\r\n第二\t行\r😀')).toBe(
      '𠮷野家\n第二\t行\n😀',
    );
  });

  test('leaves any text well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => stripControlCharacters(text).isWellFormed()),
    );
  });
});

describe('normalise', () => {
  test.each([
    ['ＡＢＣ１２３', 'abc123'],
    ['ｶﾞｽ', 'ガス'],
    ['①㈱℃', '1(株)°c'],
    ['宁德时代（３００７５０）', '宁德时代(300750)'],
    ['soft\u00adhyphen zero\u200bwidth', 'softhyphen zerowidth'],
    ['行\n二\t三　四', '行 二 三 四'],
    ['坏\ud83d的', '坏的'],
    ['𠮷野家', '𠮷野家'],
  ])('%j becomes %j', (text, normal) => {
    expect(normalise(text)).toBe(normal);
  });
});

describe('normaliseWithMap', () => {
  test('maps each character to its origin, also where one becomes several or several become one', () => {
    const { text, starts, ends } = normaliseWithMap('价ｶﾞ℃x');
    expect(text).toBe('价ガ°cx');
    expect(starts).toEqual([0, 1, 3, 3, 4]);
    expect(ends).toEqual([1, 3, 4, 4, 5]);
  });

  test('joins a letter with its combining mark as normalise does', () => {
    expect(normaliseWithMap('cafe\u0301的').text).toBe(normalise('cafe\u0301的'));
  });

  test('maps any text with offsets inside it, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (original) => {
        const { text, starts, ends } = normaliseWithMap(original);
        expect(starts).toHaveLength(text.length);
        expect(ends).toHaveLength(text.length);
        for (let at = 0; at < text.length; at++) {
          expect(ends[at]).toBeGreaterThan(starts[at] ?? Number.NaN);
          expect(ends[at]).toBeLessThanOrEqual(original.length);
          expect(starts[at]).toBeGreaterThanOrEqual(starts[at - 1] ?? 0);
        }
      }),
    );
  });
});
