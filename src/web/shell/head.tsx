import { useEffect } from 'react';
import { useMatches } from 'react-router';
import type { Head as HeadFields, RouteHandle } from '../page.ts';
import { type Site, useSiteContext } from '../site.ts';

type Match = { handle?: unknown; loaderData?: unknown; pathname: string };

/** Returns the title and metadata of the matched page; a noindex fallback if no data was loaded. */
export function describePage(matches: readonly Match[], site: Site, search: string): HeadFields {
  const match = matches.at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  if (!match || !handle) return { title: `页面不存在 - ${site.name}`, isNoindex: true };
  if (!handle.module || match.loaderData === undefined)
    return { title: `${handle.item.title} - ${site.name}`, isNoindex: true };
  const { item, column } = handle;
  const pageLocation = { item, column, path: match.pathname, query: new URLSearchParams(search) };
  return handle.module.describe(match.loaderData, pageLocation, site);
}

/** Updates the document's title and description after navigations; the first ones come with the HTML. */
export function Head() {
  const matches = useMatches();
  const { site } = useSiteContext();
  useEffect(() => {
    const head = describePage(matches, site, location.search);
    document.title = head.title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', head.description ?? '');
  }, [matches, site]);
  return null;
}
