import { describe, expect, test } from 'vitest';
import type { PostDetail } from '#features/posts/schema.ts';
import type { Site } from '../../site.ts';
import { describeDetail } from './describe-detail.ts';

const site = { name: '观澜', url: 'https://guanlan.example', home: '/index', version: 'v1' } as Site;
const dataOf = (post: PostDetail) => describeDetail(post, site).jsonLd as Record<string, unknown>[];

const post = {
  id: '88',
  kind: 'article',
  title: '𠮷野家财报：<利润> 升 5%',
  summary: '门店少了，利润多了。',
  cover: '/files/a.webp',
  columnId: '5',
  columnName: '公司解剖',
  access: 'vip',
  state: 'published',
  publishedAt: '2026-11-20T07:30:00+08:00',
  updatedAt: '2026-11-21T10:00:00+08:00',
  authors: [{ id: '1', name: '长堤' }],
  tags: ['消费'],
  body: '<p>秘密正文</p>',
  headings: [],
  attachments: [],
  author: { id: '1', name: '长堤', title: '', bio: '', avatar: null, posts: 3 },
  coAuthors: [],
} as unknown as PostDetail;

describe('describeDetail', () => {
  test("names post, column and site in the title, and uses the column's address", () => {
    expect(describeDetail(post, site)).toMatchObject({
      title: '𠮷野家财报：<利润> 升 5% - 公司解剖 - 观澜',
      description: '门店少了，利润多了。',
      canonical: '/5/detail?id=88',
      image: '/files/a.webp',
      isNoindex: false,
      publishedAt: '2026-11-20T07:30:00+08:00',
    });
  });

  test('names the only author, or all of several in order', () => {
    const main = { '@type': 'Person', name: '长堤', url: 'https://guanlan.example/author?id=1' };
    expect(dataOf(post)[0]).toMatchObject({ author: main });
    const coAuthor = { ...post.author, id: '2', name: '灯塔' };
    expect(dataOf({ ...post, coAuthors: [coAuthor] })[0]).toMatchObject({
      author: [main, { ...main, name: '灯塔', url: 'https://guanlan.example/author?id=2' }],
    });
  });

  test('marks the locked part of a paid post, and contains none of its text', () => {
    const [article] = dataOf(post);
    expect(article).toMatchObject({
      '@type': 'NewsArticle',
      isAccessibleForFree: false,
      hasPart: { isAccessibleForFree: false, cssSelector: '.paywall' },
      image: ['https://guanlan.example/files/a.webp'],
      dateModified: '2026-11-21T10:00:00+08:00',
    });
    expect(JSON.stringify(dataOf(post))).not.toContain('秘密正文');
  });

  test('marks no locked part of a free post', () => {
    const [article] = dataOf({ ...post, access: 'public' });
    expect(article).toMatchObject({ isAccessibleForFree: true });
    expect(article).not.toHaveProperty('hasPart');
  });

  test('keeps a draft out of search engines, and does not share a picture of another host', () => {
    const head = describeDetail({ ...post, state: 'draft', cover: 'https://other.example/a.png' }, site);
    expect(head.isNoindex).toBe(true);
    expect(head.image).toMatch(/^\/share\/88\/\w+\/card\.png$/);
  });

  test('names the way to the post, and the fields of Baidu with times of Shanghai', () => {
    const [, crumbs, baidu] = dataOf(post);
    expect(crumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: '观澜', item: 'https://guanlan.example/index' },
        { position: 2, name: '公司解剖', item: 'https://guanlan.example/5' },
        { position: 3, item: 'https://guanlan.example/5/detail?id=88' },
      ],
    });
    expect(baidu).toMatchObject({
      '@context': 'https://ziyuan.baidu.com/contexts/cambrian.jsonld',
      '@id': 'https://guanlan.example/5/detail?id=88',
      images: ['https://guanlan.example/files/a.webp'],
      pubDate: '2026-11-20T07:30:00',
      upDate: '2026-11-21T10:00:00',
    });
  });

  test('shares the drawn card instead of a cover that is an SVG', () => {
    const { image } = describeDetail({ ...post, cover: '/files/a.svg' }, site);
    expect(image).toMatch(/^\/share\/88\/\w+\/card\.png$/);
  });
});
