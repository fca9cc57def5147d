import { describe, expect, test } from 'vitest';
import { contentsOf, deckOf, formatSize, fullTime, lengthOf, missingOf } from './piece-text.ts';

describe('the deck', () => {
  test('a summary of its own stands over the text', () => {
    expect(deckOf('峰谷价差第一次写进合同。', '<p>十一月的第一个周一，电价跌到每度 0.19 元。</p>')).toBe(
      '峰谷价差第一次写进合同。',
    );
  });

  test('a summary made from the first sentences is not said twice', () => {
    const body =
      '<h2 id="a">一、𠮷野家</h2><p>用<span class="hs"></span>GPU 煮饭，👩‍🚀 也来。</p><p>第二段。</p>';
    expect(deckOf('一、𠮷野家 用 GPU 煮饭，👩‍🚀 也来。', body)).toBeNull();
    expect(deckOf('一、𠮷野家 用 GPU…', body)).toBeNull();
  });

  test('so is one when the text is the reader’s own copy, with marks in it', () => {
    const mark = `<span aria-hidden="true">${'\u200c\u200d'.repeat(64)}\u200c</span>`;
    expect(deckOf('电价跌到零点以下…', `<p>电${mark}价跌到零点${mark}以下的时候。</p>`)).toBeNull();
  });

  test('escaped characters of the text are read as they are shown', () => {
    expect(deckOf('A&B 两家公司', '<p>A&amp;B 两家公司合并。</p>')).toBeNull();
  });

  test('an empty summary is no deck', () => {
    expect(deckOf('', '<p>正文</p>')).toBeNull();
    expect(deckOf('　…', '<p>正文</p>')).toBeNull();
  });
});

describe('the contents', () => {
  const heading = (level: number, text: string, locked = false) => ({ id: text, level, text, locked });

  test('sections stand below their chapter', () => {
    const items = contentsOf([heading(2, '一'), heading(3, '甲'), heading(4, '子'), heading(2, '二')], false);
    expect(items.map(({ text }) => text)).toEqual(['一', '二']);
    expect(items[0]?.children?.map(({ text }) => text)).toEqual(['甲', '子']);
  });

  test('a text that begins with small headings takes them for chapters', () => {
    const items = contentsOf([heading(4, '甲'), heading(3, '一'), heading(3, '二')], false);
    expect(items.map(({ text }) => text)).toEqual(['甲', '一', '二']);
  });

  test('chapters behind the cut are locked for a teaser and open for the whole', () => {
    const headings = [heading(2, '一'), heading(2, '二', true)];
    expect(contentsOf(headings, true).map(({ locked }) => locked)).toEqual([false, true]);
    expect(contentsOf(headings, false).map(({ locked }) => locked)).toEqual([false, false]);
  });

  test('no headings, no contents', () => {
    expect(contentsOf([], true)).toEqual([]);
  });

  test('what is missing is named, long lists end in a count', () => {
    const locked = ['三', '四', '五', '六', '七'].map((text) => heading(2, text, true));
    const file = { name: 'a.xlsx', size: 1, url: null };
    expect(missingOf({ headings: [heading(2, '一'), ...locked.slice(0, 2)], attachments: [file] })).toBe(
      '未读部分：三；四。含附件 1 份。',
    );
    expect(missingOf({ headings: locked, attachments: [] })).toBe('未读部分：三；四；五；六 等 5 节。');
    expect(missingOf({ headings: [], attachments: [] })).toBe('');
  });
});

test('a piece says how long it takes', () => {
  expect(lengthOf(5400)).toBe('约 5,400 字，读 14 分钟');
  expect(lengthOf(3)).toBe('约 3 字，读 1 分钟');
  expect(lengthOf(0)).toBe('');
});

test('a piece without a time of day shows its day alone', () => {
  expect(fullTime('2026-11-20T07:30:00+08:00')).toBe('2026-11-20 07:30');
  expect(fullTime('2026-11-20T00:00:00+08:00')).toBe('2026-11-20');
  expect(fullTime('')).toBe('');
});

test.each([
  [12, '12 B'],
  [421_888, '412 KB'],
  [3_250_586, '3.1 MB'],
])('a file of %i bytes reads as %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});
