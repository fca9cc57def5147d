import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSegmenter } from './segment.ts';

const segmenter = createSegmenter(['宁德时代', 'TCL集团', '万 科Ａ', '斐君钽晟', '', '*', '坏 100 n\n词']);

describe('cutting', () => {
  test('names from the table are one word, whatever width and space they were given in', () => {
    expect(segmenter.cut('宁德时代一季报')).toContain('宁德时代');
    expect(segmenter.cut('斐君钽晟减持')).toContain('斐君钽晟');
    expect(segmenter.cut('买入万科a')).toContain('万科a');
    expect(createSegmenter().cut('宁德时代一季报')).not.toContain('宁德时代');
  });

  test('the pieces joined are the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(segmenter.cut(text).join('')).toBe(text.toWellFormed());
      }),
    );
  });
});

describe('tokens of a text', () => {
  test('words and pairs of neighbours, each place once', () => {
    expect(segmenter.indexTokens('宁德时代减持').sort()).toEqual(
      ['宁德时代', '宁德', '德时', '时代', '代减', '减持'].sort(),
    );
  });

  test('full width, case and rare Hanzi do not matter', () => {
    expect(segmenter.indexTokens('ＴＣＬ集团')).toEqual(segmenter.indexTokens('tcl集团'));
    expect(segmenter.indexTokens('𠮷野家')).toContain('𠮷野');
    expect(segmenter.indexTokens('A股')).toContain('a股');
  });

  test('a compound is found by its parts', () => {
    expect(segmenter.indexTokens('covid-19')).toEqual(['covid-19', 'covid', '19']);
    expect(segmenter.indexTokens('持股9.45%')).toContain('9.45');
  });

  test('punctuation and emoji leave none', () => {
    expect(segmenter.indexTokens('，。😀 \ud800\u0000')).toEqual([]);
  });
});

describe('tokens of a query', () => {
  test('a text that holds every word has all the required ones', () => {
    const text = new Set(segmenter.indexTokens('京天利股东拟减持不超1%股份，TCL集团与万科A的COVID-19公告'));
    for (const query of ['股东减持', 'ＴＣＬ集团', '万科Ａ', 'covid-19 公告', '在股份', '1%']) {
      const { required } = segmenter.queryTokens(query);
      expect(required.length).toBeGreaterThan(0);
      expect(required.filter((token) => !text.has(token))).toEqual([]);
    }
  });

  test('so it is for any part of a text that begins and ends with a word', () => {
    const words = [
      '控股股东',
      '计划',
      '减持',
      '宁德时代',
      'ABC',
      '12.5%',
      '南京市长江大桥',
      '野家',
      'T恤',
      '한국',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), (chosen) => {
        const text = new Set(segmenter.indexTokens(chosen.join('，')));
        const { required } = segmenter.queryTokens(chosen.join(' '));
        expect(required.filter((token) => !text.has(token))).toEqual([]);
      }),
    );
  });

  test('single Han are left out beside longer words, and kept alone', () => {
    expect(segmenter.queryTokens('在股东').required).toEqual(['股东']);
    expect(segmenter.queryTokens('茅').required).toEqual(['茅']);
  });

  test('what is marked is the query as typed, then its words, longest first', () => {
    expect(segmenter.queryTokens('青铜门 控股股东').marks).toEqual([
      '控股股东',
      '青铜门',
      '青铜',
      '控股',
      '股东',
    ]);
  });

  test('a query without letter or digit asks nothing', () => {
    expect(segmenter.queryTokens('"*% OR \u0000'.replace('OR', '——'))).toEqual({
      required: [],
      any: [],
      marks: [],
    });
  });

  test('ten kilobytes ask no more than a long question', () => {
    const { required, any } = segmenter.queryTokens('宁德时代控股股东减持'.repeat(400));
    expect(required.length).toBeLessThanOrEqual(48);
    expect(any.length).toBeLessThanOrEqual(48);
  });

  test('any query is accepted and gives well-formed tokens without white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
        const { required, any, marks } = segmenter.queryTokens(query);
        for (const token of [...required, ...any, ...marks]) {
          expect(token.isWellFormed()).toBe(true);
          expect(token).toMatch(/^\S+$/);
        }
      }),
    );
  });
});
