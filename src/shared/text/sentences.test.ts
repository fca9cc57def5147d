import { expect, test } from 'vitest';
import { sentenceEnds } from './sentences.ts';

/** Marks each end by a stroke. */
const divided = (text: string, max = text.length) => {
  const ends = new Set(sentenceEnds(text, max));
  return (
    [...text].reduce((out, character, at) => `${out}${ends.has(at) ? '|' : ''}${character}`, '') +
    (ends.has(text.length) ? '|' : '')
  );
};

test.each([
  ['涨了。跌了！为什么？不知道', '涨了。|跌了！|为什么？|不知道'],
  ['他说：“涨了。”然后走了。', '他说：“涨了。”|然后走了。|'],
  ['真的吗？！真的。（完）', '真的吗？！|真的。|（完）'],
  ['标题\n正文没有完', '标题|\n正文没有完'],
  ['一；二，三：四……五', '一；二，三：四……五'],
  ['It rose. Then it fell. U.S. stocks', 'It rose.| Then it fell.| U.S. stocks'],
  ['涨 9.45%，见 https://a.example/?id=1&b=2。完', '涨 9.45%，见 https://a.example/?id=1&b=2。|完'],
  ['1. 目录', '1. 目录'],
])('%j ends at %j', (text, expected) => {
  expect(divided(text)).toBe(expected);
});

test('an end counts with its closing marks only if all of it is within the limit', () => {
  expect(sentenceEnds('“涨了。”', 4)).toEqual([]);
  expect(sentenceEnds('“涨了。”', 5)).toEqual([5]);
});
