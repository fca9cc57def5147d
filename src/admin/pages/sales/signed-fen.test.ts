import { expect, test } from 'vitest';
import { signedFen } from './signed-fen.ts';

test.each([
  [0, '¥0'],
  [1850, '¥18.50'],
  [-1850, '-¥18.50'],
  [-128000, '-¥1,280'],
])('%i fen in a book reads %s', (fen, shown) => {
  expect(signedFen(fen)).toBe(shown);
});
