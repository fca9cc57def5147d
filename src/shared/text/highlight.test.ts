import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fragment, highlight, type TextPart } from './highlight.ts';

const shown = (parts: TextPart[]) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

describe('highlight', () => {
  test.each([
    ['宁德时代一季报', ['宁德时代'], '[宁德时代]一季报'],
    ['买入ＣＡＴＬ股票', ['catl'], '买入[ＣＡＴＬ]股票'],
    ['买入catl股票', ['ＣＡＴＬ'], '买入[catl]股票'],
    ['ｶﾞｽ公司', ['ガス'], '[ｶﾞｽ]公司'],
    ['𠮷野家与😀笑', ['𠮷野家', '😀'], '[𠮷野家]与[😀]笑'],
    ['控股股东减持', ['控股', '股东', '股股'], '[控股股东]减持'],
    ['AI said', ['ai'], '[AI] said'],
    ['300750与30', ['30'], '300750与[30]'],
    ['无', ['有'], '无'],
    ['文', ['', ' '], '文'],
    ['', ['文'], ''],
  ])('marks in %j the words %j as %j', (text, words, expected) => {
    expect(shown(highlight(text, words))).toBe(expected);
  });

  test('keeps markup in a text as text', () => {
    expect(highlight('<b>涨</b>', ['涨'])).toEqual([
      { text: '<b>', hit: false },
      { text: '涨', hit: true },
      { text: '</b>', hit: false },
    ]);
  });

  test('returns parts that joined are the text, for any text and words', () => {
    const any = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 4 }), (text, words) => {
        expect(
          highlight(text, words)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('fragment', () => {
  const text = `${'开头说了很多别的事情。'.repeat(20)}公司公告，控股股东计划减持股份。${'结尾也很长。'.repeat(20)}`;

  test('shows the part with the most words, from the beginning of a clause', () => {
    expect(shown(fragment(text, ['控股股东', '减持'], 30))).toBe(
      '…[控股股东]计划[减持]股份。结尾也很长。结尾也很长。结尾也很长。结…',
    );
  });

  test('shows the beginning without a hit', () => {
    expect(shown(fragment(text, ['没有'], 11))).toBe('开头说了很多别的事情。…');
  });

  test('shows a short text whole', () => {
    expect(shown(fragment('股东\n减持', ['减持'], 30))).toBe('股东 [减持]');
  });

  test('splits no grapheme at either end', () => {
    const emoji = '👨‍👩‍👧‍👦'.repeat(30);
    const parts = fragment(`${emoji}减持${emoji}`, ['减持'], 9);
    const inner = parts
      .map((part) => part.text)
      .join('')
      .replaceAll('…', '')
      .replace('减持', '');
    expect(inner.replaceAll('👨‍👩‍👧‍👦', '')).toBe('');
  });

  test('accepts any text and words', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(
        any,
        fc.array(any, { maxLength: 3 }),
        fc.integer({ min: 1, max: 20 }),
        (body, words, limit) => {
          expect(Array.isArray(fragment(body, words, limit))).toBe(true);
        },
      ),
    );
  });
});
