// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from '#ui/editor/body-words.ts';
import { diffTexts, linesOf } from './text-diff.ts';

const show = (before: string, after: string) =>
  diffTexts(before, after)
    .map(({ text, is }) => (is === 'same' ? text : is === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('');

test('within a sentence words are compared', () => {
  expect(show('今年铜价上涨了。需求不变。', '今年铜价下跌了。需求不变。')).toBe(
    '今年铜价[-上涨][+下跌]了。需求不变。',
  );
});

test('another sentence is another sentence', () => {
  expect(show('留下。旧的说法完全不同。', '留下。New words here!')).toBe(
    '留下。[-旧的说法完全不同。][+New words here!]',
  );
});

test('both texts can be read back', () => {
  const text = fc.string({ unit: fc.constantFrom('铜', '价', '。', '\n', 'a', ' ', '𠮷', '！', '”') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffTexts(before, after);
      const without = (gone: string) =>
        pieces
          .filter(({ is }) => is !== gone)
          .map((piece) => piece.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('a body is read a line a block, with its paywall mark and pictures', () => {
  expect(
    linesOf(
      '<h2>一</h2><p>二<strong>三</strong></p><!--paywall--><ul><li><p>四</p></li></ul><img src="/a.png" alt="图">',
    ),
  ).toBe('一\n二三\n—— 付费线 ——\n四\n［图：图］');
});

test('what has no words is told by a sign of its own', () => {
  expect(
    linesOf(
      '<p>令<span class="math" data-tex="x"></span></p><div class="math" data-tex="y"></div><div class="callout" data-callout="risk"><p>慎</p></div><video src="/a.mp4"></video>',
    ),
  ).toBe('令$x$\n$y$\n【风险】\n慎\n［视频：/a.mp4］');
});

test('only words are counted', () => {
  const html = '<p>一<span class="math" data-tex="x"></span></p><figure><img src="/a.png" alt="图"></figure>';
  expect(wordsOf(`${html}<!--paywall--><p>二</p>`)).toBe('一\n二');
});
