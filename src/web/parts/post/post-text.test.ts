import { describe, expect, test } from 'vitest';
import {
  buildToc,
  describeHidden,
  formatFullTime,
  formatLength,
  formatSize,
  visibleDeck,
} from './post-text.ts';

describe('visibleDeck', () => {
  test('returns a summary that differs from the text', () => {
    expect(visibleDeck('峰谷价差第一次写进合同。', '<p>十一月的第一个周一，电价跌到每度 0.19 元。</p>')).toBe(
      '峰谷价差第一次写进合同。',
    );
  });

  test('returns null for a summary made from the first sentences', () => {
    const body =
      '<h2 id="a">一、𠮷野家</h2><p>用<span class="hs"></span>GPU 煮饭，👩‍🚀 也来。</p><p>第二段。</p>';
    expect(visibleDeck('一、𠮷野家 用 GPU 煮饭，👩‍🚀 也来。', body)).toBeNull();
    expect(visibleDeck('一、𠮷野家 用 GPU…', body)).toBeNull();
  });

  test('returns null for such a summary also when the text is a traced copy with marks', () => {
    const mark = `<span aria-hidden="true">${'\u200c\u200d'.repeat(64)}\u200c</span>`;
    expect(visibleDeck('电价跌到零点以下…', `<p>电${mark}价跌到零点${mark}以下的时候。</p>`)).toBeNull();
  });

  test('compares escaped characters of the text as they are displayed', () => {
    expect(visibleDeck('A&B 两家公司', '<p>A&amp;B 两家公司合并。</p>')).toBeNull();
  });

  test('returns null for an empty summary', () => {
    expect(visibleDeck('', '<p>正文</p>')).toBeNull();
    expect(visibleDeck('　…', '<p>正文</p>')).toBeNull();
  });
});

describe('buildToc', () => {
  const heading = (level: number, text: string, locked = false) => ({ id: text, level, text, locked });

  test('puts sections below their chapter', () => {
    const items = buildToc([heading(2, '一'), heading(3, '甲'), heading(4, '子'), heading(2, '二')], false);
    expect(items.map(({ text }) => text)).toEqual(['一', '二']);
    expect(items[0]?.children?.map(({ text }) => text)).toEqual(['甲', '子']);
  });

  test('lists smaller headings before the first chapter as chapters', () => {
    const items = buildToc([heading(4, '甲'), heading(3, '一'), heading(3, '二')], false);
    expect(items.map(({ text }) => text)).toEqual(['甲', '一', '二']);
  });

  test('locks chapters after the cut for a teaser, and none for the whole text', () => {
    const headings = [heading(2, '一'), heading(2, '二', true)];
    expect(buildToc(headings, true).map(({ locked }) => locked)).toEqual([false, true]);
    expect(buildToc(headings, false).map(({ locked }) => locked)).toEqual([false, false]);
  });

  test('returns no contents without headings', () => {
    expect(buildToc([], true)).toEqual([]);
  });

  test('names what the paywall hides, and ends long lists in a count', () => {
    const locked = ['三', '四', '五', '六', '七'].map((text) => heading(2, text, true));
    const file = { name: 'a.xlsx', size: 1, url: null };
    expect(describeHidden({ headings: [heading(2, '一'), ...locked.slice(0, 2)], attachments: [file] })).toBe(
      '未读部分：三；四。含附件 1 份。',
    );
    expect(describeHidden({ headings: locked, attachments: [] })).toBe('未读部分：三；四；五；六 等 5 节。');
    expect(describeHidden({ headings: [], attachments: [] })).toBe('');
  });
});

test('formats the length with the reading time', () => {
  expect(formatLength(5400)).toBe('约 5,400 字，读 14 分钟');
  expect(formatLength(3)).toBe('约 3 字，读 1 分钟');
  expect(formatLength(0)).toBe('');
});

test('shows only the day of a post without a time of day', () => {
  expect(formatFullTime('2026-11-20T07:30:00+08:00')).toBe('2026-11-20 07:30');
  expect(formatFullTime('2026-11-20T00:00:00+08:00')).toBe('2026-11-20');
  expect(formatFullTime('')).toBe('');
});

test.each([
  [12, '12 B'],
  [421_888, '412 KB'],
  [3_250_586, '3.1 MB'],
])('formats a file of %i bytes as %s', (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});
