import { expect, test } from 'vitest';
import { newsAddress, readNewsChoice } from './news-choice.ts';

const read = (query: string) => readNewsChoice(new URLSearchParams(query));

test.each(['', '2026-02-30', '2026-1-1', '20261120', '２０２６-11-20', "2026-11-20'--", 'abc'])(
  'the day %j is no choice',
  (date) => {
    expect(read(`date=${date}`).date).toBe('');
  },
);

test.each(['', 'abc', '1--2', '-1-2', '1763700000000-', '1e3-5', '1763700000000-9999999999999999999'])(
  'the cursor %j is no choice',
  (cursor) => {
    expect(read(`cursor=${cursor}`).cursor).toBe('');
  },
);

test('what is chosen is written back as it was read', () => {
  const address = newsAddress('/globalInfo', {
    tag: '债汇',
    date: '2026-11-20',
    cursor: '1763700000000-100049',
  });
  expect(read(address.split('?')[1] ?? '')).toEqual({
    tag: '债汇',
    date: '2026-11-20',
    cursor: '1763700000000-100049',
  });
  expect(newsAddress('/globalInfo', { tag: '', date: '', cursor: '' })).toBe('/globalInfo');
});
