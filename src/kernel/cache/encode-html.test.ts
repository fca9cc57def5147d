import { expect, test } from 'vitest';
import { encodeHtml } from './encode-html.ts';

test.each([
  ['nothing', []],
  ['ASCII and Hanzi', ['<p>a</p>', '观澜 𠮷 é', '', 'b']],
  ['half of a surrogate pair', ['a', '\ud842', 'b']],
  ['a surrogate pair in two pieces', ['\ud842', '\udfb7']],
  ['more than is kept in memory', ['澜'.repeat(1_100_000), 'a']],
])('encodes %s as Buffer.from does', (_, pieces) => {
  expect(encodeHtml(pieces).equals(Buffer.from(pieces.join('')))).toBe(true);
});

test('a page does not change once the next one is encoded', () => {
  const first = encodeHtml(['一']);
  encodeHtml(['二']);
  expect(first.toString()).toBe('一');
});
