import { expect, test } from 'vitest';
import type { Site } from '#web/site.ts';
import { describeAuthor } from './describe-author.ts';
import type { AuthorData } from './load-author.ts';

const site = { name: '观澜', url: 'https://guanlan.example' } as Site;
const data = (changes: Partial<AuthorData> = {}): AuthorData => ({
  author: {
    id: '7',
    name: '长堤𠮷',
    title: '电力与储能',
    bio: '相信一张结算单。',
    avatar: '/files/a.webp',
    posts: 3,
    followers: 12,
    followed: false,
  },
  filter: { id: '7', kind: 'article', current: 1 },
  totals: { article: 2, reference: 0, news: 1 },
  others: [],
  records: [{ title: '潮汐电价' }] as AuthorData['records'],
  pages: 1,
  ...changes,
});
const canonical = (changes: Partial<AuthorData>) => describeAuthor(data(changes), site).canonical;

test('describes the author to search engines as a person with address, picture and followers', () => {
  const head = describeAuthor(data(), site);
  expect(head.title).toBe('长堤𠮷的文章 - 观澜');
  expect(head.description).toContain('潮汐电价');
  expect(head.jsonLd).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: '长堤𠮷',
      url: 'https://guanlan.example/author?id=7',
      image: 'https://guanlan.example/files/a.webp',
      interactionStatistic: { userInteractionCount: 12 },
    },
  });
});

test('uses the bare address for the default kind, and a separate address for other kinds and pages', () => {
  expect(canonical({})).toBe('/author?id=7');
  expect(canonical({ filter: { id: '7', kind: 'news', current: 2 } })).toBe(
    '/author?id=7&kind=news&current=2',
  );
  expect(
    canonical({
      filter: { id: '7', kind: 'news', current: 1 },
      totals: { article: 0, reference: 0, news: 4 },
    }),
  ).toBe('/author?id=7');
});

test('keeps a page without posts out of search engines', () => {
  expect(describeAuthor(data({ records: [] }), site).isNoindex).toBe(true);
  expect(describeAuthor(data({ records: null }), site).isNoindex).toBe(true);
  expect(describeAuthor(data(), site).isNoindex).toBe(false);
});
