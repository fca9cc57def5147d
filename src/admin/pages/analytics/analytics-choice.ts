import type { Trend } from '#features/analytics/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';

export type By = 'post' | 'column' | 'author';
export type Order = 'views' | 'readers' | 'registrations' | 'conversion';

/** What the screen shows, as its address says. */
export type Choice = {
  scope: Trend['scope'];
  key: string;
  from: string;
  to: string;
  by: By;
  order: Order;
};

const scopes: readonly Trend['scope'][] = ['site', 'kind', 'column', 'author', 'post'];
const subjects: readonly By[] = ['post', 'column', 'author'];
const orders: readonly Order[] = ['views', 'readers', 'registrations', 'conversion'];

const oneOf = <T extends string>(values: readonly T[], text: string | null, fallback: T): T =>
  values.find((value) => value === text) ?? fallback;

/** Reads the address; what means nothing is what it is without. */
export function readChoice(query: URLSearchParams, now = new Date()): Choice {
  const scope = oneOf(scopes, query.get('scope'), 'site');
  const key = query.get('key') ?? '';
  const isUsable = scope === 'site' || key !== '';
  const days = [query.get('from') ?? '', query.get('to') ?? ''];
  const isPeriod = days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day));
  const [from = '', to = ''] = isPeriod ? days : lastDays(30, now);
  return {
    scope: isUsable ? scope : 'site',
    key: isUsable && scope !== 'site' ? key : '',
    from,
    to,
    by: oneOf(subjects, query.get('by'), 'post'),
    order: oneOf(orders, query.get('order'), 'views'),
  };
}

/** The address with something chosen; what is chosen for everyone is left out. */
export function writeChoice(query: URLSearchParams, change: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(query);
  const usual: Partial<Record<keyof Choice, string>> = { scope: 'site', key: '', by: 'post', order: 'views' };
  for (const [name, value] of Object.entries(change) as [keyof Choice, string][])
    if (value === usual[name]) next.delete(name);
    else next.set(name, value);
  return next;
}

/** The last days, today included. */
export function lastDays(count: number, now = new Date()): [string, string] {
  return [dayOf(new Date(now.getTime() - (count - 1) * dayMs)), dayOf(now)];
}
