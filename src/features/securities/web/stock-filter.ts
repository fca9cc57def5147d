import { listAddress } from '#web/parts/list-address.ts';
import { stockPath } from '#web/parts/story.ts';

/** The kinds of posts on a security's page; null is all of them. */
export const listedKinds = ['news', 'article', 'reference'] as const;
export type ListedKind = (typeof listedKinds)[number];

export const kindNames: Record<ListedKind, string> = { news: '资讯', article: '文章', reference: '内参' };

export type StockFilter = { code: string; kind: ListedKind | null };

/** Reads the filter from the query. Ignores an invalid kind. */
export const readStockFilter = (query: URLSearchParams): StockFilter => ({
  code: query.get('code')?.trim() ?? '',
  kind: listedKinds.find((kind) => kind === query.get('kind')) ?? null,
});

export const stockFilterAddress = ({ code, kind }: StockFilter): string =>
  kind === null ? stockPath(code) : listAddress('/stock', { code, kind });
