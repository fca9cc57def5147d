const states = ['all', 'draft', 'scheduled', 'published', 'withdrawn'] as const;

/** What the list is narrowed to. It lives in the address, so that it can be kept, shared and gone back to. */
export type ListChoice = {
  state: (typeof states)[number];
  columnId: string | undefined;
  keyword: string | undefined;
  current: number;
  size: number;
};

export const pageSizes = [20, 50, 100];

/** Reads the choice from an address; what is not one of ours reads as nothing chosen. */
export function readChoice(query: URLSearchParams): ListChoice {
  const current = Number(query.get('current'));
  const size = Number(query.get('size'));
  return {
    state: states.find((state) => state === query.get('state')) ?? 'all',
    columnId: /^\d{1,18}$/.exec(query.get('columnId') ?? '')?.[0],
    keyword: query.get('keyword')?.trim().slice(0, 100) || undefined,
    current: Number.isInteger(current) && current > 0 ? current : 1,
    size: pageSizes.includes(size) ? size : 20,
  };
}

/** Writes the choice; another choice begins at its first page. */
export function writeChoice(choice: ListChoice, change: Partial<ListChoice>): URLSearchParams {
  const { state, columnId, keyword, current, size } = { ...choice, current: 1, ...change };
  const query = new URLSearchParams();
  if (state !== 'all') query.set('state', state);
  if (columnId) query.set('columnId', columnId);
  if (keyword) query.set('keyword', keyword);
  if (current > 1) query.set('current', String(current));
  if (size !== 20) query.set('size', String(size));
  return query;
}

type Filters = Pick<ListChoice, 'state' | 'columnId' | 'keyword'>;

/** Whether more than a state was chosen: what the tabs alone do not bring back. */
export const isNarrowed = ({ columnId, keyword }: Filters): boolean =>
  columnId !== undefined || keyword !== undefined;

/** The saved view that narrows to what is chosen. A state alone is the state's own tab. */
export function viewOf<V extends { filters: Partial<Filters> }>(
  choice: Filters,
  views: readonly V[],
): V | undefined {
  if (!isNarrowed(choice)) return undefined;
  return views.find(
    ({ filters }) =>
      filters.state === choice.state &&
      filters.columnId === choice.columnId &&
      filters.keyword === choice.keyword,
  );
}
