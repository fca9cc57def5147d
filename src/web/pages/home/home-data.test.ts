import { expect, test } from 'vitest';
import type { PostRecord } from '#features/posts/schema.ts';
import { fixedBlockKinds } from '#shared/home-blocks.ts';
import type { FetchCall } from '../../api.ts';
import { loadHome } from './home-data.ts';

const post = (id: number, fields: Partial<PostRecord> = {}) => ({
  id: String(id),
  kind: 'article',
  title: `第 ${id} 篇`,
  breaks: `第 ${id} 篇`,
  summary: '摘要',
  cover: `/files/${id}.svg`,
  columnId: '101',
  columnName: '产业深潜',
  authorId: '5',
  authorName: '长堤',
  authors: [{ id: '5', name: '长堤' }],
  access: 'public',
  price: null,
  locked: false,
  important: false,
  tags: [],
  stockCodes: [],
  publishedAt: '2026-11-20T07:30:00+08:00',
  wordCount: 806,
  views: 0,
  comments: 0,
  collected: false,
  ...fields,
});
const posts = (from: number, count: number, fields: Partial<PostRecord> = {}) =>
  Array.from({ length: count }, (_, place) => post(from + place, fields));

const answers: Record<string, unknown> = {
  'GET /reception/homeBlocks': fixedBlockKinds.map((kind) => ({ kind })),
  'POST /reception/getAdList': [],
  'GET /reception/getPinned': [],
  'GET /reception/article/newAllArticleList': posts(1, 20),
  'GET /news/reception/getGlobalNewsList': { records: posts(100, 17, { kind: 'news', cover: null }) },
  'GET /reception/article/researchCharts': posts(1, 10),
  'GET /reception/article/newNoVIPArticleList': posts(1, 12),
  'GET /reception/article/newResearchArticleList': posts(50, 8),
  'GET /reception/article/newArticleList': posts(60, 9, { access: 'vip' }),
  'GET /reception/getOneInternalReferenceList': { records: posts(80, 4, { kind: 'reference' }) },
  'GET /reception/author/getHotAuthorList': [],
  'GET /reception/contest/front': { season: null, records: [] },
  'GET /reception/homeQuotes': [],
  'GET /reception/economicEvents': [],
};

/** A server whose named calls fail while the others answer. */
const fetchWithout = (...unavailable: string[]): FetchCall =>
  (async (key: string) => {
    if (unavailable.includes(key)) throw new Error('网络连接错误！');
    return answers[key];
  }) as unknown as FetchCall;

const ids = (records: readonly { id: string }[] | null | undefined) => records?.map(({ id }) => id).join(' ');

test('fills each part with its own posts, and repeats none of the front below', async () => {
  const home = await loadHome(fetchWithout());
  expect([home.front?.lead?.id, ids(home.front?.seconds), ids(home.front?.cards)]).toEqual([
    '1',
    '2 3',
    '4 5 6 7',
  ]);
  expect(ids(home.free)).toBe('8 9 10');
  expect(home.strip).toHaveLength(10);
  expect(ids(home.information)).toBe('110 111 112 113 114');
  expect(home.reports).toHaveLength(5);
  expect(home.vip).toHaveLength(6);
  expect(home.ranks).toMatchObject({ period: 'day' });
});

test.each([
  ['GET /news/reception/getGlobalNewsList', 'strip'],
  ['GET /reception/article/newAllArticleList', 'front'],
  ['GET /reception/article/researchCharts', 'ranks'],
  ['GET /reception/article/newNoVIPArticleList', 'free'],
  ['GET /reception/article/newResearchArticleList', 'reports'],
  ['GET /reception/article/newArticleList', 'vip'],
  ['GET /reception/getOneInternalReferenceList', 'references'],
  ['GET /reception/author/getHotAuthorList', 'authors'],
  ['GET /reception/contest/front', 'contest'],
  ['GET /reception/homeQuotes', 'quotes'],
  ['GET /reception/economicEvents', 'events'],
] as const)('without %s the page loads, and %s is null', async (call, part) => {
  const home = await loadHome(fetchWithout(call));
  // News take the front if the articles fail to load.
  if (part === 'front') expect(home.front?.lead?.id).toBe('100');
  else expect(home[part]).toBeNull();
  expect(home.vip === null && home.strip === null).toBe(false);
});

test('rejects if no part loads', async () => {
  await expect(loadHome(fetchWithout(...Object.keys(answers)))).rejects.toThrow('网络连接错误！');
});

test('drops the fields that a text line does not show', async () => {
  const { information, vip, strip } = await loadHome(fetchWithout());
  expect(information?.[0]).toMatchObject({ summary: '', cover: null });
  expect(vip?.map(({ summary }) => summary)).toEqual(['摘要', '', '', '', '', '']);
  expect(Object.keys(strip?.[0] ?? {})).toEqual(['id', 'columnId', 'title', 'publishedAt', 'important']);
});
