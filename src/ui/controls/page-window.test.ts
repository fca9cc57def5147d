import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

const shown = (page: number, pages: number) =>
  pageWindow(page, pages)
    .map((entry) => (typeof entry === 'number' ? entry : '…'))
    .join(' ');

test.each([
  [1, 1, '1'],
  [3, 7, '1 2 3 4 5 6 7'],
  [1, 32, '1 2 3 4 5 … 32'],
  [4, 32, '1 2 3 4 5 … 32'],
  [5, 32, '1 … 4 5 6 … 32'],
  [28, 32, '1 … 27 28 29 … 32'],
  [29, 32, '1 … 28 29 30 31 32'],
  [32, 32, '1 … 28 29 30 31 32'],
])('shows page %d of %d as %s', (page, pages, text) => {
  expect(shown(page, pages)).toBe(text);
});
