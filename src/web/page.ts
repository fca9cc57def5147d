import type { ReactNode } from 'react';
import type { RouteItem } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import type { Ask } from './api.ts';
import type { Site } from './site.ts';

/** Where a page stands: its route (seed §2), path and query. `columnId` is set below a column. */
export type Place = {
  item: RouteItem;
  /** The column the page belongs to: built-in or dynamic. */
  column: Column | undefined;
  path: string;
  query: URLSearchParams;
};

/** What a page tells search engines and the tab. `canonical` is a path. */
export type Head = {
  title: string;
  description?: string;
  canonical?: string;
  /** A picture's path for shared links. */
  image?: string | null;
  isNoindex?: boolean;
  /** The feed that brings what the page lists: its path. */
  feed?: { path: string; title: string };
  /** A piece of its own and not a list: when it came out. */
  publishedAt?: string;
  /** Structured data (schema.org), rendered as JSON-LD. */
  jsonLd?: object;
};

export type LoadArguments = { ask: Ask; place: Place };

/**
 * A page: the one contract between the shell and `pages/`. The same `load` runs on the server as a visitor and
 * in the browser as whoever is there.
 */
export type PageModule<D = unknown> = {
  /** Query parameters that make another page; all others are ignored by `load` and by the page cache. */
  parameters: readonly string[];
  /** Cache tags the rendered page hangs on; absent: the page is never stored. */
  tags?: (place: Place) => CacheTag[];
  load: (load: LoadArguments) => Promise<D>;
  describe: (data: D, place: Place, site: Site) => Head;
  /** Its data differs for a logged-in reader: fetched again once the browser knows who is there. */
  isPersonal?: boolean;
  /** Which masthead it stands under; `none` draws its own frame or none at all. */
  frame?: 'front' | 'inside' | 'none';
  Page: (props: { data: D; place: Place }) => ReactNode;
};

/** A page whatever its data: `load` gives it and only the page itself takes it. */
export type AnyPage = Omit<PageModule<never>, 'load'> & { load: (load: LoadArguments) => Promise<unknown> };

/** Says what a page is; the type of its data is taken from `load`. */
export const definePage = <D>(page: PageModule<D>): PageModule<D> => page;

/** What the shell finds on each matched route. */
export type RouteHandle = {
  item: RouteItem;
  column: Column | undefined;
  source: string;
  module?: PageModule<unknown>;
};

/**
 * The one address of a page: without the slash at its end and without what makes no other page, its parameters in a fixed
 * order, so that the same page asked for in another way is the same page.
 */
export function ownAddress(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  page: Pick<PageModule, 'parameters'> | undefined,
): { path: string; query: URLSearchParams; address: string } {
  const query = new URLSearchParams();
  for (const name of (page?.parameters ?? []).toSorted()) {
    const value = searchParams.get(name);
    if (value !== null && value !== '') query.set(name, value);
  }
  const path = pathname.replace(/(.)\/$/, '$1');
  return { path, query, address: query.size > 0 ? `${path}?${query}` : path };
}
