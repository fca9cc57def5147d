import { ownPagePath } from '#shared/own-page.ts';
import type { NavLink } from '../../links/schema.ts';
import type { PageRecord } from '../../schema.ts';

export type KnownPage = Pick<PageRecord, 'id' | 'title' | 'slug' | 'state'>;

/** What identifies a link within its group. */
export const keyOf = ({ pageId, href }: Pick<NavLink, 'pageId' | 'href'>): string => pageId ?? href;

/** Returns what a link is called, where it leads, and why readers do not see it. */
export function describeLink(
  { name, pageId, href }: NavLink,
  pages: readonly KnownPage[],
): { name: string; target: string; note?: string } {
  if (pageId === null) return { name, target: href };
  const page = pages.find(({ id }) => id === pageId);
  if (!page) return { name: name || '单页', target: '', note: '单页已删除，读者看不到' };
  const described = { name: name || page.title || '没有标题的单页', target: ownPagePath(page.slug) };
  return page.state === 'published' ? described : { ...described, note: '单页没有发布，读者看不到' };
}
