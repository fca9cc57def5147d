import type { SearchQuery } from '#features/search/schema.ts';
import { parseMoment } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import { listAddress } from '../../parts/list-address.ts';

export const searchTypes = ['all', 'news', 'article', 'reference', 'author'] as const;
export const searchFields = ['all', 'title'] as const;
export const searchSorts = ['relevance', 'newest', 'views'] as const;

/** What is searched for, as the address holds it; '' is: not narrowed. Days are Shanghai's, both ends included. */
export type SearchChoice = {
  keyword: string;
  type: (typeof searchTypes)[number];
  columnId: string;
  authorId: string;
  /** The author's name as it was typed or chosen; for the reader only. */
  author: string;
  stockCode: string;
  field: (typeof searchFields)[number];
  startTime: string;
  endTime: string;
  sort: (typeof searchSorts)[number];
  current: number;
};

export const noChoice: Readonly<SearchChoice> = {
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

/** The address's parameters that make another search; the page cache and `load` see no others. */
export const searchParameters = Object.keys(noChoice);

/** Reads a search from an address; what means nothing there counts as absent. */
export function readChoice(query: URLSearchParams): SearchChoice {
  // A control character cannot be shown, and an HTML parser makes another one of it.
  const text = (name: string) => (query.get(name) ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const kept = (name: string, isMeant: (value: string) => boolean) => (isMeant(text(name)) ? text(name) : '');
  return {
    // Nobody reads more of a question than this, and the page says it back in many places.
    keyword: text('keyword').slice(0, 200),
    type: oneOf(searchTypes, text('type')),
    columnId: kept('columnId', isId),
    authorId: kept('authorId', isId),
    author: text('author'),
    stockCode: kept('stockCode', isStockCode),
    field: oneOf(searchFields, text('field')),
    startTime: kept('startTime', isDay),
    endTime: kept('endTime', isDay),
    sort: oneOf(searchSorts, text('sort')),
    current: Number(kept('current', (value) => /^[1-9]\d{0,5}$/.test(value))) || 1,
  };
}

/** The address of a search at `path`; what is as usual is left out. */
export function choiceAddress(path: string, choice: SearchChoice): string {
  const named = Object.entries(choice).filter(
    ([name, value]) => value !== noChoice[name as keyof SearchChoice],
  );
  return listAddress(path, Object.fromEntries(named));
}

/** Whether there is anything to look for: a sort or a kind alone is no question. */
export function hasQuestion({
  keyword,
  columnId,
  authorId,
  stockCode,
  startTime,
  endTime,
}: SearchChoice): boolean {
  return [keyword, columnId, authorId, stockCode, startTime, endTime].some((value) => value !== '');
}

/** Whether the answers are narrowed by anything besides the word. */
export function isNarrowed(choice: SearchChoice): boolean {
  return hasQuestion({ ...choice, keyword: '' }) || choice.type !== 'all' || choice.field !== 'all';
}

/** The same as the call wants it. */
export function toSearchQuery({ author: _, ...choice }: SearchChoice, size: number): SearchQuery {
  const orAbsent = (value: string) => value || undefined;
  return {
    keyword: orAbsent(choice.keyword),
    type: choice.type,
    columnId: orAbsent(choice.columnId),
    authorId: orAbsent(choice.authorId),
    stockCode: orAbsent(choice.stockCode),
    field: choice.field,
    startTime: orAbsent(choice.startTime),
    endTime: orAbsent(choice.endTime),
    sort: choice.sort,
    current: choice.current,
    size,
  };
}

export const isStockCode = (text: string): boolean => /^[0-9A-Za-z.]{1,12}$/.test(text);

const isDay = (text: string): boolean => text.length === 10 && parseMoment(text) !== null;

function oneOf<const T extends readonly [string, ...string[]]>(values: T, text: string): T[number] {
  return values.find((value) => value === text) ?? values[0];
}
