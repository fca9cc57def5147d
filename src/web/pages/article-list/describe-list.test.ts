import { expect, test } from 'vitest';
import type { PageLocation } from '../../page.ts';
import { readListFilter } from '../../parts/list-filter.ts';
import type { Site } from '../../site.ts';
import { page } from './article-list.page.tsx';
import type { ArticleListData } from './article-list-data.ts';

const site = { name: '观澜' } as Site;
const describeAt = (
  query: string,
  records = [
    { title: '潮起', cover: null },
    { title: '潮落', cover: '/files/a.webp' },
  ],
) =>
  page.describe(
    {
      column: { id: '101', columnName: '宏观手记' },
      filter: readListFilter(new URLSearchParams(query)),
      records,
    } as unknown as ArticleListData,
    {} as PageLocation,
    site,
    [],
  );

test('names column, page and posts for search engines, and each page as an address of its own', () => {
  expect(describeAt('')).toMatchObject({
    title: '宏观手记 - 观澜',
    description: '观澜栏目“宏观手记”的文章：潮起；潮落。',
    canonical: '/101',
    image: '/files/a.webp',
    isNoindex: false,
  });
  expect(describeAt('current=2')).toMatchObject({
    title: '宏观手记 第 2 页 - 观澜',
    canonical: '/101?current=2',
    isNoindex: false,
  });
});

test('keeps filtered and empty lists out of search engines', () => {
  expect(describeAt('tag=银行&current=2')).toMatchObject({ canonical: '/101?current=2', isNoindex: true });
  expect(describeAt('period=week')).toMatchObject({ canonical: '/101', isNoindex: true });
  expect(describeAt('', [])).toMatchObject({ isNoindex: true });
});
