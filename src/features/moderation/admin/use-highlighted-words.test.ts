// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findRanges } from './use-highlighted-words.ts';

test('finds every occurrence of a word, also across inner elements', () => {
  const root = document.createElement('div');
  root.innerHTML = '<p>有敏<b>感</b>词，</p><p>又是敏感词。</p>';
  expect(findRanges(root, ['敏感词', '没有']).map(String)).toEqual(['敏感词', '敏感词']);
});
