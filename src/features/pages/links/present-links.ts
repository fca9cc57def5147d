import { ownPagePath } from '#shared/own-page.ts';
import type { NavLink } from './schema.ts';

type PublishedPage = { id: string; slug: string; title: string };

/** Returns the links as readers see them: without those to pages that are not published or switched off (`isOff`). */
export function presentLinks(
  links: readonly NavLink[],
  published: readonly PublishedPage[],
  isOff: (address: string) => boolean,
): { name: string; href: string }[] {
  return links.flatMap(({ name, pageId, href }) => {
    if (pageId === null) return isOff(href) ? [] : [{ name, href }];
    const page = published.find(({ id }) => id === pageId);
    return page ? [{ name: name || page.title, href: ownPagePath(page.slug) }] : [];
  });
}

/** A link in the audit log. */
export const describeLink = ({ name, pageId, href }: NavLink): string =>
  pageId === null ? `${name} ${href}` : name || `单页 ${pageId}`;

/** Returns the links without those to pages that were deleted. */
export const keepKnownLinks = (links: readonly NavLink[], known: ReadonlySet<string>): NavLink[] =>
  links.filter(({ pageId }) => pageId === null || known.has(pageId));
