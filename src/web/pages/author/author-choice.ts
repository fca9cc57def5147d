import { listAddress } from '../../parts/list-address.ts';

/** Kinds of pieces an author's page lists, each by its own call; without a choice the first that has any. */
export const listedKinds = ['article', 'reference', 'news'] as const;
export type ListedKind = (typeof listedKinds)[number];

/** What a reader chose on an author's page. `kind` is null where the address leaves it open. */
export type AuthorChoice = { id: string; kind: ListedKind | null; current: number };

export const PAGE_SIZE = 20;
/** Numbers reach no deeper than 10,000 rows (PRODUCT §4). */
export const LAST_PAGE = 10_000 / PAGE_SIZE;

/** Reads the choice from an address; nonsense is no choice, and a page beyond the last is the last. */
export function readAuthorChoice(query: URLSearchParams): AuthorChoice {
  const kind = listedKinds.find((one) => one === query.get('kind')) ?? null;
  const current = /^\d+$/.test(query.get('current') ?? '') ? Number(query.get('current')) : 1;
  return {
    id: query.get('id') ?? '',
    kind,
    current: Math.min(Math.max(current, 1), LAST_PAGE),
  };
}

/** What the bare address shows: articles, or the first other kind for whoever wrote no article. */
export const defaultKind = (totals: Record<ListedKind, number | null>): ListedKind =>
  totals.article === 0 ? (listedKinds.find((kind) => totals[kind]) ?? 'article') : 'article';

/** The address of this choice. */
export const authorAddress = ({ id, kind, current }: AuthorChoice): string =>
  listAddress('/author', { id, kind: kind ?? undefined, current: current === 1 ? undefined : current });
