import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSegmenter, type QueryTokens } from './segment.ts';

const segmenter = createSegmenter(['宁德时代', 'TCL集团', '万 科Ａ', '斐君钽晟', '', '*', '坏 100 n\n词']);

function queryTokens(query: string): QueryTokens {
  const [tokens] = segmenter.queryWordings(query);
  if (!tokens) throw new Error('a query has at least one wording');
  return tokens;
}

describe('cut', () => {
  test('keeps names from the table as one word, in any width and with spaces inside', () => {
    expect(segmenter.cut('宁德时代一季报')).toContain('宁德时代');
    expect(segmenter.cut('斐君钽晟减持')).toContain('斐君钽晟');
    expect(segmenter.cut('买入万科a')).toContain('万科a');
    expect(createSegmenter().cut('宁德时代一季报')).not.toContain('宁德时代');
  });

  test('returns parts that joined are the text, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(segmenter.cut(text).join('')).toBe(text.toWellFormed());
      }),
    );
  });
});

describe('indexTokens', () => {
  test('returns words and pairs of neighbours, once per position', () => {
    expect(segmenter.indexTokens('宁德时代减持').sort()).toEqual(
      ['宁德时代', '宁德', '德时', '时代', '代减', '减持'].sort(),
    );
  });

  test('ignores width and case, and handles rare Hanzi', () => {
    expect(segmenter.indexTokens('ＴＣＬ集团')).toEqual(segmenter.indexTokens('tcl集团'));
    expect(segmenter.indexTokens('𠮷野家')).toContain('𠮷野');
    expect(segmenter.indexTokens('A股')).toContain('a股');
  });

  test('finds a compound by its parts', () => {
    expect(segmenter.indexTokens('covid-19')).toEqual(['covid', '19', 'covid19']);
    expect(segmenter.indexTokens('持股9.45%')).toContain('9.45');
  });

  test('returns none for punctuation and emoji', () => {
    expect(segmenter.indexTokens('，。😀 \ud800\u0000')).toEqual([]);
  });
});

describe('queryWordings', () => {
  test('a text that contains every word has all required tokens', () => {
    const text = new Set(segmenter.indexTokens('京天利股东拟减持不超1%股份，TCL集团与万科A的COVID-19公告'));
    for (const query of ['股东减持', 'ＴＣＬ集团', '万科Ａ', 'covid-19 公告', '在股份', '1%']) {
      const { required } = queryTokens(query);
      expect(required.length).toBeGreaterThan(0);
      expect(required.filter((token) => !text.has(token))).toEqual([]);
    }
  });

  test('any part of a text that begins and ends with a word has only tokens of the text', () => {
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
        const { required } = queryTokens(chosen.join(' '));
        expect(required.filter((token) => !text.has(token))).toEqual([]);
      }),
    );
  });

  test('leaves out single Han beside longer words, and keeps them alone', () => {
    expect(queryTokens('在股东').required).toEqual(['股东']);
    expect(queryTokens('茅').required).toEqual(['茅']);
  });

  test('takes neighbouring single Han for a name that the dictionary does not know', () => {
    const tokens = queryTokens('陈骙的进士');
    expect(tokens.required).toEqual(['陈骙', '进士']);
    expect(tokens.highlightWords).toContain('陈骙');
    expect(queryTokens('陈 骙 进士').required).toEqual(['进士']);
  });

  test('takes a word and a single Han for a phrase', () => {
    expect(queryTokens('骙进士').isPhrase).toBe(true);
    expect(queryTokens('陈骙').isPhrase).toBe(false);
    expect(queryTokens('宁德时代').isPhrase).toBe(false);
  });

  test('marks the query as typed, then its words, longest first', () => {
    expect(queryTokens('青铜门 控股股东').highlightWords).toEqual([
      '控股股东',
      '青铜门',
      '青铜',
      '控股',
      '股东',
    ]);
  });

  test.each([
    ['为什么储能涨价', '储能涨价'],
    ['储能是什么', '储能'],
    ['哪些公司减持多少股份', '公司减持 股份'],
    ['茅台的董事长是谁？', '茅台的董事长'],
    ['如何开户呢', '开户'],
    ['哪两个公司合作', '公司合作'],
    ['哪部电影获奖', '电影获奖'],
    ['去世时多少岁', '去世时'],
    ['是第几任总统', '总统'],
    ['持续几天停牌', '持续 停牌'],
  ])('leaves the question words out of %s', (query, rest) => {
    const tokens = queryTokens(query);
    expect(tokens.required).toEqual(queryTokens(rest).required);
    for (const word of ['什么', '为什么', '哪些', '多少', '谁', '如何', '呢'])
      expect([...tokens.any, ...tokens.highlightWords]).not.toContain(word);
  });

  test('leaves out the counter of a question word, so that it forms no pair', () => {
    expect(queryTokens('减持多少个项目').any).toEqual(['减持', '项目']);
  });

  test('keeps words that contain the characters of question words, and a query of nothing else', () => {
    expect(queryTokens('哪吒票房').required).toEqual(['哪吒', '票房']);
    expect(queryTokens('吗啡注射液').highlightWords).toContain('吗啡');
    expect(queryTokens('为什么').required.length).toBeGreaterThan(0);
    expect(queryTokens('为什么一年亏损').required).toEqual(['一年', '亏损']);
    expect(queryTokens('几内亚').required).toEqual(['几内', '内亚']);
  });

  test('is the same in simplified and traditional characters', () => {
    expect(queryTokens('儲能電站為什麼漲價')).toEqual(queryTokens('储能电站为什么涨价'));
    expect(segmenter.indexTokens('儲能電站與乾隆')).toEqual(segmenter.indexTokens('储能电站与乾隆'));
  });

  test('returns nothing for a query without letters and digits', () => {
    expect(queryTokens('"*% OR \u0000'.replace('OR', '——'))).toEqual({
      required: [],
      any: [],
      isPhrase: false,
      highlightWords: [],
    });
  });

  test('returns no more tokens for ten kilobytes than for a long question', () => {
    const { required, any } = queryTokens('宁德时代控股股东减持'.repeat(400));
    expect(required.length).toBeLessThanOrEqual(48);
    expect(any.length).toBeLessThanOrEqual(48);
  });

  test('accepts any query and returns well-formed tokens without white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
        const { required, any, highlightWords } = queryTokens(query);
        for (const token of [...required, ...any, ...highlightWords]) {
          expect(token.isWellFormed()).toBe(true);
          expect(token).toMatch(/^\S+$/);
        }
      }),
    );
  });
});
