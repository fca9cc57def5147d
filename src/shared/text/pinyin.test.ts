import { describe, expect, test } from 'vitest';
import { findReadings, pinyinOf, pinyinReadings, pinyinTokens, readPinyin } from './pinyin.ts';

const readingsIn = (text: string, typed: string) => {
  const query = readPinyin(typed);
  return query ? findReadings(text, query) : null;
};

describe('readPinyin', () => {
  test.each([
    ['chuneng', [['chu', 'neng']]],
    ['chu neng', [['chu', 'neng']]],
    ["xi'an", [['xi', 'an']]],
    ['LÜNENG', [['lv', 'neng']]],
    ['lueduo', [['lve', 'duo']]],
    ['c929shoufei', [['c', '929', 'shou', 'fei']]],
    ['360wangluo', [['360', 'wang', 'luo']]],
    ['mate80fabu', [['mate', '80', 'fa', 'bu']]],
    ['tclkeji', [['tcl', 'ke', 'ji']]],
    ['agu50', [['a', 'gu', '50']]],
  ])('divides %s into syllables', (typed, syllables) => {
    expect(readPinyin(typed)?.syllables).toEqual(expect.arrayContaining(syllables));
  });

  test('reads what has no syllables as initials', () => {
    expect(readPinyin('HYDL')).toEqual({ syllables: [], initials: 'hydl' });
  });

  test('offers each division of an ambiguous text', () => {
    expect(readPinyin('fangan')?.syllables).toEqual(
      expect.arrayContaining([
        ['fang', 'an'],
        ['fan', 'gan'],
      ]),
    );
  });

  test.each(['储能', 'a', '', '300750', 'chuneng。', 'a'.repeat(41), '%'])(
    'reads no pinyin in %j',
    (typed) => {
      expect(readPinyin(typed)).toBeNull();
    },
  );

  test('stays cheap for a text with very many divisions', () => {
    expect(readPinyin('ana'.repeat(13))?.syllables.length).toBeLessThanOrEqual(4);
  });
});

describe('the tokens of a text', () => {
  test('contain those of each reading of its parts', () => {
    const tokens = new Set(pinyinTokens('宏远电力：新型儲能电站一季报'));
    const mixed = new Set(pinyinTokens('国产C929 首飞'));
    for (const typed of ['c929shoufei', 'guochanc929', 'c929sf', 'gcc929']) {
      const query = readPinyin(typed);
      expect(
        query && pinyinReadings(query).some((reading) => reading.every((token) => mixed.has(token))),
        typed,
      ).toBe(true);
    }
    for (const typed of ['chuneng', 'chunengdianzhan', 'hongyuan', 'hydl', 'cndz', 'yuandianli']) {
      const query = readPinyin(typed);
      const readings = query ? pinyinReadings(query) : [];
      expect(readings.some((reading) => reading.every((token) => tokens.has(token)))).toBe(true);
    }
  });

  test('do not cross punctuation', () => {
    expect(pinyinTokens('公司，能源')).not.toContain("si'neng");
    expect(pinyinTokens('公司，能源')).not.toContain('gsn');
  });

  test('contain two initials only of a text of two characters', () => {
    expect(pinyinTokens('茅台')).toEqual(["mao'tai", 'mt']);
    expect(pinyinTokens('贵州茅台')).not.toContain('mt');
  });
});

describe('findReadings', () => {
  test.each([
    ['新型储能电站，储能出口', 'chuneng', ['储能', '储能']],
    ['新型儲能電站', 'chunengdianzhan', ['储能电站']],
    ['重庆银行', 'chongqingyinhang', ['重庆银行']],
    ['宏远电力中标', 'hydl', ['宏远电力']],
    ['TCL科技扩产', 'tclkj', ['tcl科技']],
    ['西安与先进', 'xian', ['西安']],
    ['TCL与中芯', 'tcl', []],
    ['TCL科技扩产', 'tclkeji', ['tcl科技']],
    ['国产C929首飞', 'c929shoufei', ['c929首飞']],
    ['C929 首飞', 'c929sf', ['c929首飞']],
    ['360网络更名', '360wangluo', ['360网络']],
    ['1360网络', '360wangluo', []],
    ['什么也没有', 'chuneng', []],
  ])('finds in %s for %s the parts %j', (text, typed, parts) => {
    expect(readingsIn(text, typed)).toEqual(parts);
  });
});

test('pinyinOf types a whole name', () => {
  expect(pinyinOf('贵州茅台')).toEqual({ full: 'guizhoumaotai', initials: 'gzmt' });
  expect(pinyinOf('ＴＣＬ科技')).toEqual({ full: 'tclkeji', initials: 'tclkj' });
});
