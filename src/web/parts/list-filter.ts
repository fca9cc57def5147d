import { dayMs, dayOf } from '#shared/dates.ts';
import { listAddress, readTag } from './list-address.ts';

export type ListPeriod = '' | 'week' | 'month';

/** The filter of a column's list; a value that is not chosen is empty. Pages count from 1. */
export type ListFilter = { current: number; tag: string; period: ListPeriod };

export const PAGE_SIZE = 20;
/** Pagination reaches no deeper than 10,000 rows (docs/product.md §14). */
export const LAST_PAGE = 10_000 / PAGE_SIZE;

/** Reads the filter from the query. Ignores invalid values; reads a page beyond the last as the last. */
export function readListFilter(query: URLSearchParams): ListFilter {
  const current = /^\d+$/.test(query.get('current') ?? '') ? Number(query.get('current')) : 1;
  const period = query.get('period');
  return {
    current: Math.min(Math.max(current, 1), LAST_PAGE),
    tag: readTag(query),
    period: period === 'week' || period === 'month' ? period : '',
  };
}

/** Returns the address of a filter; another tag or period starts at the first page. */
export function listFilterAddress(path: string, { current, tag, period }: Partial<ListFilter>): string {
  return listAddress(path, { current: current === 1 ? undefined : current, period, tag });
}

/** Returns the first day of a period that ends today; undefined without a period. */
export function firstDay(period: ListPeriod, now: Date): string | undefined {
  if (period === '') return undefined;
  return dayOf(new Date(now.getTime() - (period === 'week' ? 6 : 29) * dayMs));
}
