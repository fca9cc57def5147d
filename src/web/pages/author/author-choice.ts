import { listAddress } from '../../parts/list-address.ts';

/** Kinds of pieces an author's page lists, each by its own call. */
export type ListedKind = 'article' | 'news';

/** What a reader chose on an author's page. `kind` is null where the address leaves it open. */
export type AuthorChoice = { id: string; kind: ListedKind | null; current: number };

export const PAGE_SIZE = 20;
/** Numbers reach no deeper than 10,000 rows (PRODUCT §4). */
export const LAST_PAGE = 10_000 / PAGE_SIZE;

/** Reads the choice from an address; nonsense is no choice, and a page beyond the last is the last. */
export function readAuthorChoice(query: URLSearchParams): AuthorChoice {
  const kind = query.get('kind');
  const current = /^\d+$/.test(query.get('current') ?? '') ? Number(query.get('current')) : 1;
  return {
    id: query.get('id') ?? '',
    kind: kind === 'article' || kind === 'news' ? kind : null,
    current: Math.min(Math.max(current, 1), LAST_PAGE),
  };
}

/** The address of this choice. */
export const authorAddress = ({ id, kind, current }: AuthorChoice): string =>
  listAddress('/author', { id, kind: kind ?? undefined, current: current === 1 ? undefined : current });
