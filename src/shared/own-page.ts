/** What an address of a publisher's own page may consist of. */
export const slugPattern = /^[a-z0-9-]{1,60}$/;

const prefix = '/page/';

export const ownPagePath = (slug: string): string => prefix + slug;

/**
 * Returns the slug of an own page's address, which may belong to no page; undefined for any other address. Ignores case
 * and slashes at the end, as the router does.
 */
export function slugOfPath(path: string): string | undefined {
  const address = path.toLowerCase().replace(/\/+$/, '');
  return address.startsWith(prefix) ? address.slice(prefix.length) : undefined;
}

/** How a gap in a starter text begins that a person has to fill in: 【请填写：邮箱】. */
export const gapStart = '【请填写：';

export const countGaps = (html: string): number => html.split(gapStart).length - 1;
