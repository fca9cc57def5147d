import type { SearchQuery } from '#features/search/schema.ts';
import { parseMoment } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import { listAddress } from '../../parts/list-address.ts';

export const searchTypes = ['all', 'news', 'article', 'reference', 'author'] as const;
export const searchFields = ['all', 'title'] as const;
export const searchSorts = ['relevance', 'newest', 'views'] as const;

/** A search, as the address holds it; '' means no restriction. Days are Shanghai days, both inclusive. */
export type SearchFilter = {
  keyword: string;
  type: (typeof searchTypes)[number];
  columnId: string;
  authorId: string;
  /** The author's name as typed or chosen, for display only. */
  author: string;
  stockCode: string;
  field: (typeof searchFields)[number];
  startTime: string;
  endTime: string;
  sort: (typeof searchSorts)[number];
  current: number;
};

export const noFilter: Readonly<SearchFilter> = {
  keyword: '',
  type: 'all',
  columnId: '',
  authorId: '',
  author: '',
  stockCode: '',
  field: 'all',
  startTime: '',
  endTime: '',
  sort: 'relevance',
  current: 1,
};

/** The query parameters that make another search; `load` and the page cache ignore all others. */
export const searchParameters = Object.keys(noFilter);

/** Reads a search from the query. Ignores invalid values. */
export function readSearchFilter(query: URLSearchParams): SearchFilter {
  // Removes control characters: they are not displayable, and an HTML parser changes some of them.
  const text = (name: string) => (query.get(name) ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const validOrEmpty = (name: string, isValid: (value: string) => boolean) =>
    isValid(text(name)) ? text(name) : '';
  return {
    // A longer keyword is not useful, and the page repeats it in several places.
    keyword: text('keyword').slice(0, 200),
    type: oneOf(searchTypes, text('type')),
    columnId: validOrEmpty('columnId', isId),
    authorId: validOrEmpty('authorId', isId),
    author: text('author'),
    stockCode: validOrEmpty('stockCode', isStockCode),
    field: oneOf(searchFields, text('field')),
    startTime: validOrEmpty('startTime', isDay),
    endTime: validOrEmpty('endTime', isDay),
    sort: oneOf(searchSorts, text('sort')),
    current: Number(validOrEmpty('current', (value) => /^[1-9]\d{0,5}$/.test(value))) || 1,
  };
}

/** Returns the address of a search at `path`; leaves out default values. */
export function searchFilterAddress(path: string, filter: SearchFilter): string {
  const nonDefault = Object.entries(filter).filter(
    ([name, value]) => value !== noFilter[name as keyof SearchFilter],
  );
  return listAddress(path, Object.fromEntries(nonDefault));
}

/** Returns whether there is anything to search for; a sort or a kind alone is not enough. */
export function hasCriteria({
  keyword,
  columnId,
  authorId,
  stockCode,
  startTime,
  endTime,
}: SearchFilter): boolean {
  return [keyword, columnId, authorId, stockCode, startTime, endTime].some((value) => value !== '');
}

/** Returns whether the results are restricted by anything besides the word. */
export function isNarrowed(filter: SearchFilter): boolean {
  return hasCriteria({ ...filter, keyword: '' }) || filter.type !== 'all' || filter.field !== 'all';
}

export function toSearchQuery({ author: _, ...filter }: SearchFilter, size: number): SearchQuery {
  const orUndefined = (value: string) => value || undefined;
  return {
    keyword: orUndefined(filter.keyword),
    type: filter.type,
    columnId: orUndefined(filter.columnId),
    authorId: orUndefined(filter.authorId),
    stockCode: orUndefined(filter.stockCode),
    field: filter.field,
    startTime: orUndefined(filter.startTime),
    endTime: orUndefined(filter.endTime),
    sort: filter.sort,
    current: filter.current,
    size,
  };
}

export const isStockCode = (text: string): boolean => /^[0-9A-Za-z.]{1,12}$/.test(text);

const isDay = (text: string): boolean => text.length === 10 && parseMoment(text) !== null;

function oneOf<const T extends readonly [string, ...string[]]>(values: T, text: string): T[number] {
  return values.find((value) => value === text) ?? values[0];
}
