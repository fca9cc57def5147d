import { createContext, createElement, type ReactNode, use } from 'react';

/** Keeps the HTML of parts across renders; the server provides it. */
export type PartCache = {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
};

/** The parts of one page while the server renders it. */
export type PartRender = {
  /** The element that encloses a part until `fillParts` removes it. */
  element: string;
  /** Adds a part to the page; `isKnown` if its HTML is in the cache, so that it need not be rendered. */
  add(name: string, data: unknown): { index: number; isKnown: boolean };
};

export const PartRenderContext = createContext<PartRender | null>(null);

interface CachedPartProps<D> {
  /** Tells parts with the same data apart: what renders them, and where on the page. */
  name: string;
  /** All that the part shows, as JSON, beside the site, its columns and the day. */
  data: D;
  children: (data: D) => ReactNode;
}

/**
 * A part of a page whose HTML the server keeps by the data that it shows. The data is read and its access decided for
 * every render, so kept HTML shows nothing that the page would not show. Must not contain a context of the page or the
 * address, except in its data. A part that contains `useId` is rendered each time.
 */
export function CachedPart<D>({ name, data, children }: CachedPartProps<D>): ReactNode {
  const parts = use(PartRenderContext);
  if (!parts) return children(data);
  const { index, isKnown } = parts.add(name, data);
  return createElement(parts.element, { index }, isKnown ? null : children(data));
}
