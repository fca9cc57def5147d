import type { PostKind } from '#features/posts/schema.ts';

const news = {
  select: 'POST /news/reception/selectNews',
  previous: 'GET /news/reception/previousNews',
  next: 'GET /news/reception/nextNews',
  viewed: 'GET /news/reception/addViewTimes',
  list: 'GET /news/reception/getGlobalNewsList',
  charts: 'GET /news/reception/theCharts',
} as const;

const article = {
  select: 'POST /reception/article/selectArticle',
  previous: 'GET /reception/article/previousArticle',
  next: 'GET /reception/article/nextArticle',
  viewed: 'GET /reception/article/addViewTimes',
  list: 'GET /reception/article/getResearchArticleList',
  charts: 'GET /reception/article/researchCharts',
} as const;

const reference = {
  select: 'POST /reception/selectReference',
  previous: 'GET /reception/reference/previousReference',
  next: 'GET /reception/reference/nextReference',
  viewed: 'GET /reception/reference/addViewTimes',
  list: 'GET /reception/getOneInternalReferenceList',
  charts: 'GET /reception/reference/referenceCharts',
} as const;

const callsByKind = { news, article, reference };

/** Returns the calls that read posts of this kind (docs/product.md §7). */
export const postCalls = (kind: PostKind) => callsByKind[kind];
