import { expect, test } from 'vitest';
import { readFilter, writeFilter } from './library-choice.ts';

test.each(['', 'folderId=0', 'folderId=12&kind=video&keyword=%E5%B9%B4%E6%8A%A5&unused=true'])(
  '“%s” is read and written as it was',
  (address) => {
    expect(writeFilter(readFilter(new URLSearchParams(address))).toString()).toBe(address);
  },
);

test('what is none of ours reads as nothing chosen', () => {
  const query = new URLSearchParams('folderId=-1&kind=svg&keyword=%20&unused=1');
  expect(writeFilter(readFilter(query)).toString()).toBe('');
});
