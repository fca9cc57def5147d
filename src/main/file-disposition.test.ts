import { expect, test } from 'vitest';
import { dispositionOf } from './files.ts';

const named = (name: string) => `attachment; filename*=UTF-8''${name}`;

test.each([
  ['000000/ab/c.webp', undefined, null],
  ['000000/ab/c.mp4', undefined, null],
  // Imported SVG drawings are shown inside posts; opened on their own, the CSP header keeps them from running anything.
  ['000000/ab/c.svg', undefined, null],
  ['000000/ab/c.pdf', undefined, 'attachment'],
  ['000000/ab/c.csv', ['a', 'b'], 'attachment'],
  ['000000/ab/c.pdf', '年报 (1).pdf', named('%E5%B9%B4%E6%8A%A5%20%281%29.pdf')],
  ['000000/ab/c.pdf', '装作程序.exe', named('%E8%A3%85%E4%BD%9C%E7%A8%8B%E5%BA%8F.exe.pdf')],
  ['000000/ab/c.webp', '图.webp', named('%E5%9B%BE.webp')],
  ['000000/ab/c.pdf', '..\\..\\x\r\ny: z.PDF', named('..%20..%20x%20y%20z.pdf')],
  ['000000/ab/c.pdf', ' \u202e ', 'attachment'],
  ['000000/ab/c.pdf', '.pdf', named('file.pdf')],
])('%s requested as %j', (path, name, expected) => {
  expect(dispositionOf(path, name)).toBe(expected);
});
