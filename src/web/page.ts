import type { ReactNode } from 'react';
import type { RouteItem } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import type { FetchCall } from './api.ts';
import type { Site } from './site.ts';

/** The location of a page: its route (docs/product.md §2), path and query. */
export type PageLocation = {
  item: RouteItem;
  /** The column the page belongs to: built-in or dynamic. */
  column: Column | undefined;
  path: string;
  query: URLSearchParams;
};

/** The metadata of a page for search engines and the tab. `canonical` is a path. */
export type Head = {
  title: string;
  /** The title without the names of column and site, for cards. */
  headline?: string;
  description?: string;
  canonical?: string;
  /** Path of a picture for shared links. */
  image?: string | null;
  isNoindex?: boolean;
  /** The feed with the contents of the page; its path without `.xml` and `.json`. */
  feed?: { path: string; title: string };
  /** Publication time of a post; absent for lists. */
  publishedAt?: string;
  /** Structured data (schema.org, Baidu), rendered as one JSON-LD element per object. */
  jsonLd?: object | readonly object[];
};

/** Returns the path of the picture that a page is shared with: `og:image`, cards of WeChat; empty: there is none. */
export const shareImageOf = ({ image }: Pick<Head, 'image'>, { share }: Pick<Site, 'share'>): string =>
  image || share;

export type LoadArguments = { fetchCall: FetchCall; pageLocation: PageLocation };

/**
 * A page: the only contract between the shell and `pages/`. The same `load` runs on the server as a visitor and in the
 * browser with the current session.
 */
export type PageModule<D = unknown> = {
  /** Query parameters that select another page; `load` and the page cache ignore all others. */
  parameters: readonly string[];
  /** Cache tags of the rendered page; absent: the page is never cached. */
  tags?: (pageLocation: PageLocation) => CacheTag[];
  load: (load: LoadArguments) => Promise<D>;
  describe: (data: D, pageLocation: PageLocation, site: Site, columns: readonly Column[]) => Head;
  /** The data differs for members: the page loads again once the browser has read the session. */
  isPersonal?: boolean;
  /** Which header the page gets; with `none` the page renders its own layout. */
  frame?: 'front' | 'inside' | 'none';
  Page: (props: { data: D; pageLocation: PageLocation }) => ReactNode;
};

/** A page with data of any type: `load` returns it, and only the page itself reads it. */
export type AnyPage = Omit<PageModule<never>, 'load'> & { load: (load: LoadArguments) => Promise<unknown> };

/** Defines a page; infers the type of its data from `load`. */
export const definePage = <D>(page: PageModule<D>): PageModule<D> => page;

/** What the shell finds on each matched route. */
export type RouteHandle = {
  item: RouteItem;
  column: Column | undefined;
  source: string;
  module?: PageModule<unknown>;
};

/**
 * Returns the canonical address of a page: without a trailing slash, with only the parameters that select another page,
 * in a fixed order. Different addresses of one page thus share one cache entry.
 */
export function canonicalAddress(
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
