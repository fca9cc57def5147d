import { expect, test } from 'vitest';
import { authorAddress, defaultKind, readAuthorChoice } from './author-choice.ts';

const read = (query: string) => readAuthorChoice(new URLSearchParams(query));

test('an author’s address says whose page, which kind and which page of it', () => {
  expect(read('id=7&kind=news&current=3')).toEqual({ id: '7', kind: 'news', current: 3 });
  expect(authorAddress({ id: '7', kind: 'news', current: 3 })).toBe('/author?id=7&kind=news&current=3');
  expect(authorAddress(read('id=7'))).toBe('/author?id=7');
});

test('who wrote no article is shown by the first kind they wrote', () => {
  expect(read('id=7&kind=reference').kind).toBe('reference');
  expect(defaultKind({ article: 3, reference: 9, news: 9 })).toBe('article');
  expect(defaultKind({ article: 0, reference: 2, news: 9 })).toBe('reference');
  expect(defaultKind({ article: 0, reference: 0, news: 1 })).toBe('news');
  expect(defaultKind({ article: 0, reference: 0, news: 0 })).toBe('article');
  expect(defaultKind({ article: null, reference: 2, news: 9 })).toBe('article');
});

test('nonsense in it is no choice', () => {
  expect(read('id=7&kind=poem&current=-1')).toEqual({ id: '7', kind: null, current: 1 });
  expect(read('kind=news&current=九')).toEqual({ id: '', kind: 'news', current: 1 });
  expect(read('id=7&current=99999999').current).toBe(500);
});
