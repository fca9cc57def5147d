import type { PostPage, PostRecord } from '#features/posts/calls.ts';

type PageOf<R> = Omit<PostPage, 'records'> & { records: R[] };

/** Favourites stand on two shelves (seed §2): information, and articles with references among them. */
export type CollectShelf = 'article' | 'news';

/** A collected piece. One that was withdrawn keeps its place and its title, and nothing else of it. */
export type CollectRecord = {
  id: string;
  collectedAt: string;
  record: PostRecord | null;
  title: string;
  isWithdrawn: boolean;
};
export type CollectPage = PageOf<CollectRecord>;

/** A followed author with at most three of their newest pieces. */
export type FollowRecord = {
  id: string;
  followedAt: string;
  author: {
    id: string;
    name: string;
    title: string;
    avatar: string | null;
    posts: number;
    followers: number;
  };
  newest: PostRecord[];
};
export type FollowPage = PageOf<FollowRecord>;

/** A piece this member opened, and when last. */
export type HistoryRecord = { readAt: string; record: PostRecord };
export type HistoryPage = PageOf<HistoryRecord>;

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
  'GET /member/followFeed': { query: Paging; data: PostPage };
  'GET /member/history': { query: Paging; data: HistoryPage };
  /** `id` is the piece's. */
  'POST /member/deleteHistory': { query: { id: string }; data: boolean };
  'POST /member/clearHistory': { data: boolean };
};
