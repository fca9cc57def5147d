import { dayMs, dayOf } from '#shared/dates.ts';
import { listAddress, readTag } from '../../parts/list-address.ts';

export type Span = '' | 'week' | 'month';

/** What a reader chose in a column's list; what is not chosen is empty, the page is from 1. */
export type ListChoice = { current: number; tag: string; period: Span };

export const PAGE_SIZE = 20;
/** Numbers reach no deeper than 10,000 rows (PRODUCT §4). */
export const LAST_PAGE = 10_000 / PAGE_SIZE;

/** Reads the choice from an address; nonsense is no choice, and a page beyond the last is the last. */
export function readChoice(query: URLSearchParams): ListChoice {
  const current = /^\d+$/.test(query.get('current') ?? '') ? Number(query.get('current')) : 1;
  const period = query.get('period');
  return {
    current: Math.min(Math.max(current, 1), LAST_PAGE),
    tag: readTag(query),
    period: period === 'week' || period === 'month' ? period : '',
  };
}

/** The address of this choice; another tag or period begins at the first page. */
export function addressOf(path: string, { current, tag, period }: Partial<ListChoice>): string {
  return listAddress(path, { current: current === 1 ? undefined : current, period, tag });
}

/** The first day of a period, today included. */
export function firstDay(period: Span, now: Date): string | undefined {
  if (period === '') return undefined;
  return dayOf(new Date(now.getTime() - (period === 'week' ? 6 : 29) * dayMs));
}
