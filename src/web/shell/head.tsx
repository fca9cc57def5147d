import { useEffect } from 'react';
import { useMatches } from 'react-router';
import type { Head as HeadFields, RouteHandle } from '../page.ts';
import { type Site, useSurroundings } from '../site.ts';

type Match = { handle?: unknown; loaderData?: unknown; pathname: string };

/** What the tab and search engines are told of the page on screen; `fallback` where nothing was loaded. */
export function headOf(matches: readonly Match[], site: Site, search: string): HeadFields {
  const match = matches.at(-1);
  const handle = match?.handle as RouteHandle | undefined;
  if (!match || !handle) return { title: `页面不存在 - ${site.name}`, isNoindex: true };
  if (!handle.module || match.loaderData === undefined)
    return { title: `${handle.item.title} - ${site.name}`, isNoindex: true };
  const { item, column } = handle;
  const place = { item, column, path: match.pathname, query: new URLSearchParams(search) };
  return handle.module.describe(match.loaderData, place, site);
}

/** Keeps the document's title and description in line after navigations; the first ones come with the page. */
export function Head() {
  const matches = useMatches();
  const { site } = useSurroundings();
  useEffect(() => {
    const head = headOf(matches, site, location.search);
    document.title = head.title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', head.description ?? '');
  }, [matches, site]);
  return null;
}
