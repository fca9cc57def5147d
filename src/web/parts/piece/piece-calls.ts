import type { PostKind } from '#features/posts/calls.ts';

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

/** The seed's two families of calls (§7); whatever is not news is asked for as an article. */
export const pieceCalls = (kind: PostKind) => (kind === 'news' ? news : article);
