// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countableText } from '#ui/editor/countable-text.ts';
import { diffTexts, toComparableText } from './text-diff.ts';

const show = (before: string, after: string) =>
  diffTexts(before, after)
    .map(({ text, kind }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('');

test('compares word by word within a sentence', () => {
  expect(show('今年铜价上涨了。需求不变。', '今年铜价下跌了。需求不变。')).toBe(
    '今年铜价[-上涨][+下跌]了。需求不变。',
  );
});

test('replaces a sentence as a whole if it has little in common with the old one', () => {
  expect(show('留下。旧的说法完全不同。', '留下。New words here!')).toBe(
    '留下。[-旧的说法完全不同。][+New words here!]',
  );
});

test('lets both texts be restored from the segments', () => {
  const text = fc.string({ unit: fc.constantFrom('铜', '价', '。', '\n', 'a', ' ', '𠮷', '！', '”') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const segments = diffTexts(before, after);
      const without = (gone: string) =>
        segments
          .filter(({ kind }) => kind !== gone)
          .map((segment) => segment.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('converts a body to one line per block, with paywall mark and pictures', () => {
  expect(
    toComparableText(
      '<h2>一</h2><p>二<strong>三</strong></p><!--paywall--><ul><li><p>四</p></li></ul><img src="/a.png" alt="图">',
    ),
  ).toBe('一\n二三\n—— 付费线 ——\n四\n［图：图］');
});

test('replaces formulas, callouts and videos by a textual sign', () => {
  expect(
    toComparableText(
      '<p>令<span class="math" data-tex="x"></span></p><div class="math" data-tex="y"></div><div class="callout" data-callout="risk"><p>慎</p></div><video src="/a.mp4"></video>',
    ),
  ).toBe('令$x$\n$y$\n【风险】\n慎\n［视频：/a.mp4］');
});

test('counts only words', () => {
  const html = '<p>一<span class="math" data-tex="x"></span></p><figure><img src="/a.png" alt="图"></figure>';
  expect(countableText(`${html}<!--paywall--><p>二</p>`)).toBe('一\n二');
});
