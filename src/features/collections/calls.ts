import type { z } from 'zod';
import type * as schema from './schema.ts';

export type CollectPage = z.infer<typeof schema.collectPage>;
export type CollectRecord = CollectPage['records'][number];
export type FollowPage = z.infer<typeof schema.followPage>;
export type FollowRecord = FollowPage['records'][number];
export type FeedPage = z.infer<typeof schema.feedPage>;
export type HistoryPage = z.infer<typeof schema.historyPage>;
export type HistoryRecord = HistoryPage['records'][number];

type Paging = {
  current?: number | string | undefined;
  size?: number | string | undefined;
  cursor?: string | undefined;
};
type Found = Paging & { keyword?: string | undefined };

/** What crosses the wire about what a member keeps: collects, follows, reading history. */
export type CollectionCalls = {
  'POST /member/addArticleCollect': { query: { articleId: string }; data: { id: string } };
  'POST /member/addNewsCollect': { query: { newsId: string }; data: { id: string } };
  'POST /member/deleteArticleCollect': { query: { id: string }; data: boolean };
  'POST /member/deleteNewsCollect': { query: { id: string }; data: boolean };
  'POST /member/addFollow': { query: { authorId: string }; data: { id: string } };
  'POST /member/deleteFollow': { query: { authorId: string }; data: boolean };
  'GET /member/articleCollects': { query: Found; data: CollectPage };
  'GET /member/newsCollects': { query: Found; data: CollectPage };
  'GET /member/follows': { query: Paging; data: FollowPage };
  'GET /member/followFeed': { query: Paging; data: FeedPage };
  'GET /member/history': { query: Paging; data: HistoryPage };
  /** `id` is the piece's. */
  'POST /member/deleteHistory': { query: { id: string }; data: boolean };
  'POST /member/clearHistory': { data: boolean };
};
