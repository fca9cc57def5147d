import { expect, test } from 'vitest';
import { newsFilterAddress, readNewsFilter } from './news-filter.ts';

const read = (query: string) => readNewsFilter(new URLSearchParams(query));

test.each(['', '2026-02-30', '2026-1-1', '20261120', '２０２６-11-20', "2026-11-20'--", 'abc'])(
  'ignores the day %j',
  (date) => {
    expect(read(`date=${date}`).date).toBe('');
  },
);

test.each(['', 'abc', '1--2', '-1-2', '1763700000000-', '1e3-5', '1763700000000-9999999999999999999'])(
  'ignores the cursor %j',
  (cursor) => {
    expect(read(`cursor=${cursor}`).cursor).toBe('');
  },
);

test.each(['', 'important=', 'important=0', 'important=yes'])('shows all news for %j', (query) => {
  expect(read(query).important).toBe(false);
});

test('writes a filter back as it was read', () => {
  const address = newsFilterAddress('/globalInfo', {
    important: true,
    tag: '债汇',
    date: '2026-11-20',
    cursor: '1763700000000-100049',
  });
  expect(read(address.split('?')[1] ?? '')).toEqual({
    watched: false,
    important: true,
    tag: '债汇',
    date: '2026-11-20',
    cursor: '1763700000000-100049',
  });
  expect(
    newsFilterAddress('/globalInfo', { watched: false, important: false, tag: '', date: '', cursor: '' }),
  ).toBe('/globalInfo');
});

test('a filter by watched securities has no tag', () => {
  expect(read('watched=1&tag=债汇')).toMatchObject({ watched: true, tag: '' });
});
