import { listAddress } from '#web/parts/list-address.ts';

/** Kinds of posts on an author's page, each listed by its own call. The default is the first kind that has posts. */
export const listedKinds = ['article', 'reference', 'news'] as const;
export type ListedKind = (typeof listedKinds)[number];

/** The filter of an author's page. `kind` is null if the address does not name one. */
export type AuthorFilter = { id: string; kind: ListedKind | null; current: number };

export const PAGE_SIZE = 20;
/** Pagination reaches no deeper than 10,000 rows (docs/product.md §14). */
export const LAST_PAGE = 10_000 / PAGE_SIZE;

/** Reads the filter from the query. Ignores invalid values; reads a page beyond the last as the last. */
export function readAuthorFilter(query: URLSearchParams): AuthorFilter {
  const kind = listedKinds.find((kind) => kind === query.get('kind')) ?? null;
  const current = /^\d+$/.test(query.get('current') ?? '') ? Number(query.get('current')) : 1;
  return {
    id: query.get('id') ?? '',
    kind,
    current: Math.min(Math.max(current, 1), LAST_PAGE),
  };
}

/**
 * Returns the kind shown without a `kind` parameter: articles, or the first other kind if the author wrote no article.
 */
export const defaultKind = (totals: Record<ListedKind, number | null>): ListedKind =>
  totals.article === 0 ? (listedKinds.find((kind) => totals[kind]) ?? 'article') : 'article';

export const authorFilterAddress = ({ id, kind, current }: AuthorFilter): string =>
  listAddress('/author', { id, kind: kind ?? undefined, current: current === 1 ? undefined : current });
