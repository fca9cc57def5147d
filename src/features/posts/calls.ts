import type { z } from 'zod';
import type * as schema from './schema.ts';

export type {
  Content,
  DeskCalls,
  DeskPost,
  DeskRecord,
  ReviewedPost,
  ReviewStanding,
  VersionRecord,
} from './desk/calls.ts';
export type { SavedView, SavedViewCalls } from './desk/saved-views-calls.ts';
export type { TalkCalls } from './desk/talk-calls.ts';

export type PostRecord = z.infer<typeof schema.record>;
export type PostDetail = z.infer<typeof schema.detail>;
export type PostPage = z.infer<typeof schema.recordPage>;
export type PostKind = PostRecord['kind'];
export type HotAuthor = z.infer<typeof schema.authorList>[number];
export type ChartPeriod = 'day' | 'week' | 'month';

type ListQuery = {
  columnId?: string | undefined;
  authorId?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  keyword?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  current?: number | string | undefined;
  size?: number | string | undefined;
  cursor?: string | undefined;
};
type Newest = { size?: number | string | undefined };
type NewestOfColumn = Newest & { columnId?: string | undefined };
type Charts = NewestOfColumn & { period?: ChartPeriod | undefined };

/** What crosses the wire about posts. */
export type PostCalls = {
  'GET /news/reception/getGlobalNewsList': { query: ListQuery; data: PostPage };
  'GET /news/reception/theCharts': { query: Charts; data: PostRecord[] };
  'GET /news/reception/previousNews': { query: { id: string }; data: PostRecord | null };
  'GET /news/reception/nextNews': { query: { id: string }; data: PostRecord | null };
  'GET /news/reception/addViewTimes': { query: { id: string }; data: { views: number } };
  'POST /news/reception/selectNews': { query: { id: string }; data: PostDetail };
  'GET /reception/article/getResearchArticleList': { query: ListQuery; data: PostPage };
  'GET /reception/article/researchCharts': { query: Charts; data: PostRecord[] };
  'GET /reception/article/previousArticle': { query: { id: string }; data: PostRecord | null };
  'GET /reception/article/nextArticle': { query: { id: string }; data: PostRecord | null };
  'GET /reception/article/addViewTimes': { query: { id: string }; data: { views: number } };
  'POST /reception/article/selectArticle': { query: { id: string }; data: PostDetail };
  /** With `authorId` those of one author, as the seed asks for them. */
  'GET /reception/getOneInternalReferenceList': { query: ListQuery; data: PostPage };
  'GET /reception/reference/referenceCharts': { query: Charts; data: PostRecord[] };
  'GET /reception/reference/previousReference': { query: { id: string }; data: PostRecord | null };
  'GET /reception/reference/nextReference': { query: { id: string }; data: PostRecord | null };
  'GET /reception/reference/addViewTimes': { query: { id: string }; data: { views: number } };
  'POST /reception/selectReference': { query: { id: string }; data: PostDetail };
  'GET /reception/author/getHotAuthorList': { query: Newest; data: HotAuthor[] };
  'GET /reception/article/newResearchArticleList': { query: Newest; data: PostRecord[] };
  'GET /reception/article/newNoVIPArticleList': { query: Newest; data: PostRecord[] };
  'GET /reception/article/newAllArticleList': { query: Newest; data: PostRecord[] };
  'GET /reception/article/newArticleList': { query: NewestOfColumn; data: PostRecord[] };
};
