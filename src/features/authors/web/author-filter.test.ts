import { expect, test } from 'vitest';
import { authorFilterAddress, defaultKind, readAuthorFilter } from './author-filter.ts';

const read = (query: string) => readAuthorFilter(new URLSearchParams(query));

test('reads author, kind and page from the address', () => {
  expect(read('id=7&kind=news&current=3')).toEqual({ id: '7', kind: 'news', current: 3 });
  expect(authorFilterAddress({ id: '7', kind: 'news', current: 3 })).toBe('/author?id=7&kind=news&current=3');
  expect(authorFilterAddress(read('id=7'))).toBe('/author?id=7');
});

test('defaults to the first kind that the author has written', () => {
  expect(read('id=7&kind=reference').kind).toBe('reference');
  expect(defaultKind({ article: 3, reference: 9, news: 9 })).toBe('article');
  expect(defaultKind({ article: 0, reference: 2, news: 9 })).toBe('reference');
  expect(defaultKind({ article: 0, reference: 0, news: 1 })).toBe('news');
  expect(defaultKind({ article: 0, reference: 0, news: 0 })).toBe('article');
  expect(defaultKind({ article: null, reference: 2, news: 9 })).toBe('article');
});

test('ignores invalid values', () => {
  expect(read('id=7&kind=poem&current=-1')).toEqual({ id: '7', kind: null, current: 1 });
  expect(read('kind=news&current=九')).toEqual({ id: '', kind: 'news', current: 1 });
  expect(read('id=7&current=99999999').current).toBe(500);
});
