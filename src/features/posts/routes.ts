import { get, type Origin, post } from '#kernel/http/calls.ts';
import {
  type FindByKeyword,
  type FindOffers,
  listCharts,
  listHotAuthors,
  listNewest,
  listPosts,
  type MarkCopy,
  readNeighbour,
  readPost,
} from './reads.ts';
import type { PostKind } from './schema.ts';
import {
  authorList,
  chartsQuery,
  detail,
  idQuery,
  listQuery,
  newestOfColumnQuery,
  newestQuery,
  record,
  recordList,
  recordPage,
  viewCounted,
} from './schema.ts';
import { countView } from './views.ts';

/** The seed's calls for pieces (§7); the families of the kinds differ in their names alone. */
export const postRoutes = (findByKeyword: FindByKeyword, findOffers: FindOffers, markCopy: MarkCopy) => [
  get('/news/reception/getGlobalNewsList', list('news', findByKeyword)),
  get('/news/reception/theCharts', charts('news')),
  get('/news/reception/previousNews', neighbour('news', 'older')),
  get('/news/reception/nextNews', neighbour('news', 'newer')),
  get('/news/reception/addViewTimes', viewed('news')),
  post('/news/reception/selectNews', one('news', findOffers, markCopy)),
  get('/reception/article/getResearchArticleList', list('article', findByKeyword)),
  get('/reception/article/researchCharts', charts('article')),
  get('/reception/article/previousArticle', neighbour('article', 'older')),
  get('/reception/article/nextArticle', neighbour('article', 'newer')),
  get('/reception/article/addViewTimes', viewed('article')),
  post('/reception/article/selectArticle', one('article', findOffers, markCopy)),
  get('/reception/getOneInternalReferenceList', list('reference', findByKeyword)),
  get('/reception/reference/referenceCharts', charts('reference')),
  get('/reception/reference/previousReference', neighbour('reference', 'older')),
  get('/reception/reference/nextReference', neighbour('reference', 'newer')),
  get('/reception/reference/addViewTimes', viewed('reference')),
  post('/reception/selectReference', one('reference', findOffers, markCopy)),
  get('/reception/author/getHotAuthorList', {
    access: 'open',
    summary: 'The authors most read in the last 30 days, with how many articles each has published.',
    query: newestQuery,
    data: authorList,
    run: (ctx, { query }) => listHotAuthors(ctx, query.size),
  }),
  get('/reception/article/newResearchArticleList', {
    access: 'open',
    summary: 'The newest articles of column 2 (dehydrated research reports).',
    query: newestQuery,
    data: recordList,
    run: (ctx, { query }) => listNewest(ctx, { kind: 'article', columnId: '2' }, query.size),
  }),
  get('/reception/article/newNoVIPArticleList', {
    access: 'open',
    summary: 'The newest articles whose access is public or member.',
    query: newestQuery,
    data: recordList,
    run: (ctx, { query }) => listNewest(ctx, { kind: 'article', accesses: ['public', 'member'] }, query.size),
  }),
  get('/reception/article/newAllArticleList', {
    access: 'open',
    summary: 'The newest articles of all columns.',
    query: newestQuery,
    data: recordList,
    run: (ctx, { query }) => listNewest(ctx, { kind: 'article' }, query.size),
  }),
  get('/reception/article/newArticleList', {
    access: 'open',
    summary: 'The newest articles of one column; without columnId the newest VIP articles.',
    query: newestOfColumnQuery,
    data: recordList,
    run: (ctx, { query: { columnId, size } }) =>
      listNewest(ctx, columnId ? { kind: 'article', columnId } : { kind: 'article', access: 'vip' }, size),
  }),
];

const list = (kind: PostKind, findByKeyword: FindByKeyword) => ({
  access: 'open' as const,
  summary: `Published ${kind}, newest first; by number up to 10,000 rows deep, by cursor at any depth.`,
  query: listQuery,
  data: recordPage,
  run: (ctx: Ctx, { query }: Query<typeof listQuery>) => listPosts(ctx, kind, query, findByKeyword),
});

const charts = (kind: PostKind) => ({
  access: 'open' as const,
  summary: `The most viewed ${kind} of the last 24 hours, 7 or 30 days.`,
  query: chartsQuery,
  data: recordList,
  run: (ctx: Ctx, { query }: Query<typeof chartsQuery>) => listCharts(ctx, kind, query),
});

const neighbour = (kind: PostKind, side: 'older' | 'newer') => ({
  access: 'open' as const,
  summary: `The ${kind} published just ${side === 'older' ? 'before' : 'after'} this one in its column, or null.`,
  query: idQuery,
  data: record.nullable(),
  run: (ctx: Ctx, { query }: Query<typeof idQuery>) => readNeighbour(ctx, kind, query.id, side),
});

const viewed = (kind: PostKind) => ({
  access: 'open' as const,
  summary: 'Counts one view per reader and day; answered when it is safely written.',
  query: idQuery,
  data: viewCounted,
  run: async (ctx: Ctx, { query, origin }: Query<typeof idQuery> & { origin: Origin }) => ({
    views: await countView(ctx, kind, query.id, origin),
  }),
});

const one = (kind: PostKind, findOffers: FindOffers, markCopy: MarkCopy) => ({
  access: 'open' as const,
  summary: `One ${kind}, cut to the teaser where the reader may not read it whole.`,
  query: idQuery,
  data: detail,
  run: (ctx: Ctx, { query }: Query<typeof idQuery>) => readPost(ctx, kind, query.id, findOffers, markCopy),
});

type Ctx = import('#kernel/context.ts').Context;
type Query<S extends import('zod').z.ZodType> = { query: import('zod').z.output<S> };
