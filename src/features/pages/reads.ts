import { versionsOf } from '#features/documents/index.ts';
import type { VersionRecord } from '#features/documents/schema.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { slugOfPath } from '#shared/own-page.ts';
import { findBySlug, findPage, listPages, listPublished } from './queries.ts';
import type { AdminPage, Content, OwnPage, PageRecord } from './schema.ts';

/** The versions of a page. */
export const versions = versionsOf<Content>({
  table: 'page_versions',
  document: 'page_id',
  subject: '这个单页',
  nobody: '已注销的账号',
});

export const pageMissing = () => notFound('没有这个单页，可能已被删除');

/** Returns id, slug and title of the pages that readers can open. Cached. */
export const listPublishedPages = cachedByTag(['own-pages'], ({ db }) => listPublished(db));

/** Returns false for an address of an own page that readers cannot open, and true for every other address. */
export async function isOpenPath(ctx: Context, path: string): Promise<boolean> {
  const slug = slugOfPath(path);
  return slug === undefined || (await listPublishedPages(ctx)).some((page) => page.slug === slug);
}

/** Returns a published page. @throws notFound */
export async function readOwnPage({ db }: Context, slug = ''): Promise<OwnPage> {
  const page = await findBySlug(db, slug);
  if (!page) throw notFound('没有这个页面，可能已撤下');
  return page;
}

/** Returns all pages, the last changed first. */
export async function readPages({ db }: Context): Promise<PageRecord[]> {
  return (await listPages(db)).map((row) => ({
    id: row.id,
    state: row.state as PageRecord['state'],
    title: row.title,
    slug: row.slug ?? row.draft_slug,
    savedBy: row.saved_by_name ?? '',
    updatedAt: toIso(row.updated_at),
    hasUnpublishedChanges: row.state === 'published' && row.head_version > row.live_version,
  }));
}

/** Returns a page as the editor opens it. @throws notFound */
export async function readAdminPage({ db }: Context, id: string): Promise<AdminPage> {
  const page = await findPage(db, id);
  const head = page && (await versions.find(db, id, page.head_version));
  if (!head) throw pageMissing();
  return {
    id,
    state: page.state as AdminPage['state'],
    version: page.head_version,
    liveVersion: page.live_version,
    liveSlug: page.slug ?? '',
    content: head.content,
  };
}

/** Returns the versions of a page, the newest first. @throws notFound */
export async function readVersions({ db }: Context, id: string): Promise<VersionRecord[]> {
  const page = await findPage(db, id);
  if (!page) throw pageMissing();
  return versions.list(db, id, page.state === 'published' ? page.live_version : 0);
}
