import { expect, test } from 'vitest';
import type { PostRecord } from '#features/posts/schema.ts';
import type { Ask } from '../../api.ts';
import { loadHome } from './home-data.ts';

const piece = (id: number, fields: Partial<PostRecord> = {}) => ({
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
const pieces = (from: number, count: number, fields: Partial<PostRecord> = {}) =>
  Array.from({ length: count }, (_, place) => piece(from + place, fields));

const answers: Record<string, unknown> = {
  'POST /reception/getAdList': [],
  'GET /reception/getPinned': [],
  'GET /reception/article/newAllArticleList': pieces(1, 20),
  'GET /news/reception/getGlobalNewsList': { records: pieces(100, 17, { kind: 'news', cover: null }) },
  'GET /reception/article/researchCharts': pieces(1, 10),
  'GET /reception/article/newNoVIPArticleList': pieces(1, 12),
  'GET /reception/article/newResearchArticleList': pieces(50, 8),
  'GET /reception/article/newArticleList': pieces(60, 9, { access: 'vip' }),
  'GET /reception/getOneInternalReferenceList': { records: pieces(80, 4, { kind: 'reference' }) },
  'GET /reception/author/getHotAuthorList': [],
  'GET /reception/contest/front': { season: null, records: [] },
};

/** A server that fails at the named calls and answers the others. */
const askWithout = (...down: string[]): Ask =>
  (async (key: string) => {
    if (down.includes(key)) throw new Error('网络连接错误！');
    return answers[key];
  }) as unknown as Ask;

const ids = (records: readonly { id: string }[] | null | undefined) => records?.map(({ id }) => id).join(' ');

test('each part holds its own pieces, and what the front shows is not repeated below', async () => {
  const home = await loadHome(askWithout());
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
] as const)('without %s the page stands, and %s is told to have failed', async (call, part) => {
  const home = await loadHome(askWithout(call));
  // News take the front where articles do not arrive.
  if (part === 'front') expect(home.front?.lead?.id).toBe('100');
  else expect(home[part]).toBeNull();
  expect(home.vip === null && home.strip === null).toBe(false);
});

test('when nothing arrives the page has failed', async () => {
  await expect(loadHome(askWithout(...Object.keys(answers)))).rejects.toThrow('网络连接错误！');
});

test('what a text line does not show does not travel with the page', async () => {
  const { information, vip, strip } = await loadHome(askWithout());
  expect(information?.[0]).toMatchObject({ summary: '', cover: null });
  expect(vip?.map(({ summary }) => summary)).toEqual(['摘要', '', '', '', '', '']);
  expect(Object.keys(strip?.[0] ?? {})).toEqual(['id', 'columnId', 'title', 'publishedAt', 'important']);
});
