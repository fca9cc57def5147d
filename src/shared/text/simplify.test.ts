import fc from 'fast-check';
import { Locale } from 'opencc-js/t2cn';
import { expect, test } from 'vitest';
import { simplify } from './simplify.ts';

const entries = (Locale.to.cn as readonly unknown[])
  .flat()
  .flatMap((dictionary) => String(dictionary).split('|'))
  .map((entry) => entry.split(' '))
  .filter(([from = '', to = '']) => from.length === to.length);

test('replaces each traditional word and character of the dictionaries', () => {
  expect(entries.length).toBeGreaterThan(3000);
  for (const [from = '', to] of entries) expect(simplify(from)).toBe(to);
});

test('returns simplified and other text as it is', () => {
  for (const text of ['', '储能电站一季报', 'A股 +3.5%', '𠮷野家', '👍🏽', '\ud842'])
    expect(simplify(text)).toBe(text);
});

test('converts each word of a text, wherever it stands', () => {
  const simplified = new Map(entries.map(([from = '', to = '']) => [from, to]));
  const word = fc.constantFrom(...simplified.keys(), '公司', 'tcl', '𠮷', '\ud842');
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(simplify(words.join(' '))).toBe(words.map((one) => simplified.get(one) ?? one).join(' '));
    }),
  );
});
