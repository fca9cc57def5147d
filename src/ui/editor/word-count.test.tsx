// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WordCount } from './word-count.tsx';

function countsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(
    renderToStaticMarkup(<WordCount html={html} />),
    'text/html',
  );
  return body.textContent ?? '';
}

test('counts the whole body, without formulas', () => {
  expect(countsOf('<p>潮水</p><p>又<span class="math">x^2</span>来</p>')).toBe('4 字 · 约读 1 分钟');
});

test('counts what is free and what is paid apart', () => {
  expect(countsOf(`<p>${'水'.repeat(900)}</p><!--paywall--><p>又来</p>`)).toBe(
    '免费 900 字 · 付费 2 字 · 约读 3 分钟',
  );
});

test('warns if nothing is below the paywall mark', () => {
  expect(countsOf('<p>潮水</p><!--paywall-->')).toBe(
    '免费 2 字 · 付费 0 字 · 约读 1 分钟付费线以下还没有文字',
  );
});
