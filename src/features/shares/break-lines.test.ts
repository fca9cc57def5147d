import { describe, expect, test } from 'vitest';
import { breakLines, readBreaks, toPieces } from './break-lines.ts';

/** A Han character is as wide as 1, everything else half. */
const measure = (text: string) =>
  [...text].reduce((width, character) => width + (/[ -~]/.test(character) ? 0.5 : 1), 0);
const lay = (breaks: string, width: number, maxLines = 20) =>
  breakLines(readBreaks(breaks), measure, width, maxLines);

describe('a headline', () => {
  test('breaks after a comma first', () => {
    expect(lay('铜\u200b价\u200b高位，\n矿山\u200b不急', 7).lines).toEqual(['铜价高位，', '矿山不急']);
  });

  test('breaks between words, never inside one that fits on a line', () => {
    expect(lay('央行\u200b开展\u200b逆回购\u200b操作', 5).lines).toEqual(
      ['央行开展', '逆回购操作'].map((l) => l),
    );
  });

  test('fills the line with a clause that is longer than a line', () => {
    expect(
      lay('点评，\n这\u200b是\u200b一个\u200b很\u200b长\u200b很\u200b长\u200b的\u200b分句', 8).lines,
    ).toEqual(['点评，这是一个很', '长很长的分句']);
  });

  test('is cut with an ellipsis, and not after a comma', () => {
    expect(lay('一二三四，\n五六七八，\n九十', 5, 2)).toEqual({
      lines: ['一二三四，', '五六七八…'],
      isCut: true,
    });
  });

  test('splits a word that is longer than a line', () => {
    expect(lay('Pneumonoultramicroscopic', 5).lines.join('')).toBe('Pneumonoultramicroscopic');
    expect(lay('Pneumonoultramicroscopic', 5).lines.every((line) => measure(line) <= 5)).toBe(true);
  });
});

test('no line of a running text begins with closing punctuation, and numbers stay whole', () => {
  const text = '“去年 $3.2bn，今年只有（约）12%。”他说：𠮷野家、A/B 两类……都在跌！';
  for (let width = 3; width < 20; width++) {
    const { lines } = breakLines([toPieces(text)], measure, width, 99);
    expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    for (const line of lines)
      expect(line, `${width} wide: ${lines.join(' | ')}`).not.toMatch(/^[，。”）、：…！%]/u);
    if (width > 4) expect(lines.some((line) => line.includes('$3.2bn'))).toBe(true);
  }
});
