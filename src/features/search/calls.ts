import type { PostRecord } from '#features/posts/calls.ts';

/** A stretch of text; `hit` marks what matched. Never made from text the reader may not read. */
export type Fragment = { text: string; hit: boolean };

/** Why a piece was found: in its title, the text this reader may read, its author, tags or stocks. */
export type MatchReason = 'title' | 'body' | 'author' | 'tag' | 'stock';

export type SearchRecord = PostRecord & {
  titleFragments: Fragment[];
  bodyFragments: Fragment[];
  matched: MatchReason[];
};

export type AuthorRecord = { id: string; name: string; title: string; bio: string; avatar: string | null };

export type SearchPage = {
  records: SearchRecord[];
  /** Authors whose name begins with the keyword; for `type` all and author, on the first page. */
  authors: AuthorRecord[];
  total: number;
  totalCapped?: boolean | undefined;
  size: number;
  current: number;
  pages: number;
  cursor: string | null;
  /** No piece holds every word: these hold most. */
  nearest: boolean;
  facets: {
    types: { type: string; count: number }[];
    columns: { columnId: string; columnName: string; count: number }[];
  };
};

export type Suggestion = { text: string; type: 'stock' | 'author' | 'tag' | 'title' };

export type SearchQuery = {
  keyword?: string | undefined;
  type?: 'all' | 'news' | 'article' | 'reference' | 'author' | undefined;
  columnId?: string | undefined;
  authorId?: string | undefined;
  stockCode?: string | undefined;
  field?: 'all' | 'title' | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  sort?: 'relevance' | 'newest' | 'views' | undefined;
  current?: number | string | undefined;
  size?: number | string | undefined;
};

/** What crosses the wire about search. */
export type SearchCalls = {
  'GET /reception/globalSearch': { query: SearchQuery; data: SearchPage };
  'GET /reception/searchSuggestions': {
    query: { keyword: string; size?: number | string | undefined };
    data: Suggestion[];
  };
};
