import { useSearchParams } from 'react-router';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { type Trend, trendQuery } from '../schema.ts';

/** Subject of the figures: the site, or a kind, column, author or post with its key. */
export type Subject = { scope: Trend['scope']; key?: string };

/** Reads the subject from the URL and builds links to other subjects that keep the other parameters. */
export function useSubject() {
  const { values } = useFilters(trendQuery);
  const [query] = useSearchParams();
  const { scope = 'site', key } = values;
  const linkTo = (to?: Required<Subject>): string => {
    const next = new URLSearchParams(query);
    for (const name of ['scope', 'key'] as const) {
      if (to) next.set(name, to[name]);
      else next.delete(name);
    }
    return `?${next}`;
  };
  const subject: Subject = scope !== 'site' && key ? { scope, key } : { scope: 'site' };
  return { subject, linkTo };
}
