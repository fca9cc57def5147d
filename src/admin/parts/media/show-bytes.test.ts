import { expect, test } from 'vitest';
import { showBytes } from './show-bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [3.4 * 1024 * 1024, '3.4 MB'],
  [512 * 1024 * 1024, '512 MB'],
  [5000 * 1024 ** 3, '5000 GB'],
])('formats %d bytes as %s', (bytes, shown) => expect(showBytes(bytes)).toBe(shown));
