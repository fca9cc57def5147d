import { get, inModule, type Origin, post } from '#kernel/http/calls.ts';
import { changesWithPosts, rankingOfPosts } from '#kernel/http/sharing.ts';
import {
  type FindByKeyword,
  type FindOffers,
  listAccessMarks,
  listCharts,
  listHotAuthors,
  listNewest,
  listPosts,
  readNeighbour,
  readPost,
  readVipContents,
  type WatermarkCopy,
} from './reads.ts';
import type { PostKind } from './schema.ts';
import {
  accessMarks,
  authorList,
  chartsQuery,
  detail,
  idQuery,
  listQuery,
  marksQuery,
  newestOfColumnQuery,
  newestQuery,
  record,
  recordList,
  recordPage,
  viewCounted,
  viewQuery,
  vipContents,
} from './schema.ts';
import { countView } from './views.ts';

/** The calls for posts (docs/product.md §7). The call families of the kinds differ only in their names. */
export const postRoutes = (
  findByKeyword: FindByKeyword,
  findOffers: FindOffers,
  watermarkCopy: WatermarkCopy,
) => [
  get('/news/reception/getGlobalNewsList', listRoute('news', findByKeyword)),
  get('/news/reception/theCharts', chartsRoute('news')),
  get('/news/reception/previousNews', neighbourRoute('news', 'older')),
  get('/news/reception/nextNews', neighbourRoute('news', 'newer')),
  get('/news/reception/addViewTimes', viewRoute('news')),
  post('/news/reception/selectNews', detailRoute('news', findOffers, watermarkCopy)),
  get('/reception/article/getResearchArticleList', listRoute('article', findByKeyword)),
  get('/reception/article/researchCharts', chartsRoute('article')),
  get('/reception/article/previousArticle', neighbourRoute('article', 'older')),
  get('/reception/article/nextArticle', neighbourRoute('article', 'newer')),
  get('/reception/article/addViewTimes', viewRoute('article')),
  post('/reception/article/selectArticle', detailRoute('article', findOffers, watermarkCopy)),
  get('/reception/getOneInternalReferenceList', listRoute('reference', findByKeyword)),
  get('/reception/reference/referenceCharts', chartsRoute('reference')),
  get('/reception/reference/previousReference', neighbourRoute('reference', 'older')),
  get('/reception/reference/nextReference', neighbourRoute('reference', 'newer')),
  get('/reception/reference/addViewTimes', viewRoute('reference')),
  post('/reception/selectReference', detailRoute('reference', findOffers, watermarkCopy)),
  get('/reception/author/getHotAuthorList', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the most read authors of the last 30 days with their numbers of published articles.',
    query: newestQuery,
    data: authorList,
    sharing: { tagsOf: () => [] },
    run: (ctx, { query }) => listHotAuthors(ctx, query.size),
  }),
  ...inModule('reports', [
    get('/reception/article/newResearchArticleList', {
      access: 'open',
      reads: 'replica',
      summary: 'Lists the newest articles of column 2 (dehydrated research reports).',
      query: newestQuery,
      data: recordList,
      sharing: changesWithPosts,
      run: (ctx, { query }) => listNewest(ctx, { kind: 'article', columnId: '2' }, query.size),
    }),
  ]),
  get('/reception/article/newNoVIPArticleList', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the newest articles whose access is `public` or `member`.',
    query: newestQuery,
    data: recordList,
    sharing: changesWithPosts,
    run: (ctx, { query }) => listNewest(ctx, { kind: 'article', accesses: ['public', 'member'] }, query.size),
  }),
  get('/reception/article/newAllArticleList', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the newest articles of all columns.',
    query: newestQuery,
    data: recordList,
    sharing: changesWithPosts,
    run: (ctx, { query }) => listNewest(ctx, { kind: 'article' }, query.size),
  }),
  get('/reception/article/newArticleList', {
    access: 'open',
    reads: 'replica',
    summary: 'Lists the newest articles of one column, or without `columnId` the newest VIP articles.',
    query: newestOfColumnQuery,
    data: recordList,
    sharing: changesWithPosts,
    run: (ctx, { query: { columnId, size } }) =>
      listNewest(ctx, columnId ? { kind: 'article', columnId } : { kind: 'article', access: 'vip' }, size),
  }),
  get('/member/accessMarks', {
    access: 'member',
    summary: 'Tells which of up to 100 VIP and paid posts the caller bought or can read.',
    query: marksQuery,
    data: accessMarks,
    run: (ctx, { query }) => listAccessMarks(ctx, query.ids),
  }),
  ...inModule('vip', [
    get('/reception/getVipContents', {
      access: 'open',
      summary: 'Counts the published posts that VIP opens, by column.',
      data: vipContents,
      run: (ctx) => readVipContents(ctx),
    }),
  ]),
];

const listRoute = (kind: PostKind, findByKeyword: FindByKeyword) => ({
  access: 'open' as const,
  reads: 'replica' as const,
  summary: `Lists published posts of kind \`${kind}\`, newest first, by page number up to 10,000 rows or by cursor at any depth.`,
  query: listQuery,
  data: recordPage,
  sharing: changesWithPosts,
  run: (ctx: Ctx, { query }: Query<typeof listQuery>) => listPosts(ctx, kind, query, findByKeyword),
});

const chartsRoute = (kind: PostKind) => ({
  access: 'open' as const,
  reads: 'replica' as const,
  summary: `Lists the most viewed posts of kind \`${kind}\` of the last 24 hours, 7 or 30 days.`,
  query: chartsQuery,
  data: recordList,
  sharing: rankingOfPosts,
  run: (ctx: Ctx, { query }: Query<typeof chartsQuery>) => listCharts(ctx, kind, query),
});

const neighbourRoute = (kind: PostKind, side: 'older' | 'newer') => ({
  access: 'open' as const,
  reads: 'replica' as const,
  summary: `Returns the post of kind \`${kind}\` published just ${side === 'older' ? 'before' : 'after'} this one in its column, or null.`,
  query: idQuery,
  data: record.nullable(),
  run: (ctx: Ctx, { query }: Query<typeof idQuery>) => readNeighbour(ctx, kind, query.id, side),
});

const viewRoute = (kind: PostKind) => ({
  access: 'open' as const,
  summary: 'Counts a view of a post, once per reader and day; responds after the count is committed.',
  query: viewQuery,
  data: viewCounted,
  run: async (ctx: Ctx, { query, origin }: Query<typeof viewQuery> & { origin: Origin }) => ({
    views: await countView(ctx, kind, query.id, { ...origin, referrer: query.referrer }),
  }),
});

const detailRoute = (kind: PostKind, findOffers: FindOffers, watermarkCopy: WatermarkCopy) => ({
  access: 'open' as const,
  reads: 'replica' as const,
  summary: `Returns a post of kind \`${kind}\`, cut to the teaser if the caller may not read it in full.`,
  query: idQuery,
  data: detail,
  run: (ctx: Ctx, { query }: Query<typeof idQuery>) =>
    readPost(ctx, kind, query.id, findOffers, watermarkCopy),
});

type Ctx = import('#kernel/context.ts').Context;
type Query<S extends import('zod').z.ZodType> = { query: import('zod').z.output<S> };
