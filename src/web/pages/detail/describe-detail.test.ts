import { describe, expect, test } from 'vitest';
import type { PostDetail } from '#features/posts/schema.ts';
import type { Site } from '../../site.ts';
import { describeDetail } from './describe-detail.ts';

const site = { name: '观澜', url: 'https://guanlan.example' } as Site;

const piece = {
  id: '88',
  kind: 'article',
  title: '𠮷野家财报：<利润> 升 5%',
  summary: '门店少了，利润多了。',
  cover: '/files/a.svg',
  columnId: '5',
  columnName: '公司解剖',
  access: 'vip',
  state: 'published',
  publishedAt: '2026-11-20T07:30:00+08:00',
  tags: ['消费'],
  body: '<p>秘密正文</p>',
  headings: [],
  attachments: [],
  author: { id: '1', name: '长堤', title: '', bio: '', avatar: null, posts: 3 },
} as unknown as PostDetail;

describe('what search engines are told of a piece', () => {
  test('the title names piece, column and portal, the address is the column’s', () => {
    expect(describeDetail(piece, site)).toMatchObject({
      title: '𠮷野家财报：<利润> 升 5% - 公司解剖 - 观澜',
      description: '门店少了，利润多了。',
      canonical: '/5/detail?id=88',
      image: '/files/a.svg',
      isNoindex: false,
      publishedAt: '2026-11-20T07:30:00+08:00',
    });
  });

  test('a piece that is not free names its locked part and holds no text of it', () => {
    const { jsonLd } = describeDetail(piece, site);
    expect(jsonLd).toMatchObject({
      '@type': 'NewsArticle',
      isAccessibleForFree: false,
      hasPart: { isAccessibleForFree: false, cssSelector: '.paywall' },
      image: ['https://guanlan.example/files/a.svg'],
    });
    expect(JSON.stringify(jsonLd)).not.toContain('秘密正文');
  });

  test('a free piece has no locked part', () => {
    const { jsonLd } = describeDetail({ ...piece, access: 'public' }, site);
    expect(jsonLd).toMatchObject({ isAccessibleForFree: true });
    expect(jsonLd).not.toHaveProperty('hasPart');
  });

  test('a draft that staff look at is not for search engines, a picture of another host not for sharing', () => {
    const head = describeDetail({ ...piece, state: 'draft', cover: 'https://other.example/a.png' }, site);
    expect(head.isNoindex).toBe(true);
    expect(head.image).toBeNull();
  });
});
