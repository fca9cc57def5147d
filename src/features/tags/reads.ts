import type { z } from 'zod';
import { listTaggedPosts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { cutPage, toPage } from '#kernel/http/paging.ts';
import { readCursor, writeCursor } from '#shared/cursors.ts';
import { dayMs } from '#shared/dates.ts';
import { listTagChanges } from './change-queries.ts';
import {
  countTags,
  findNamedTag,
  findTagByName,
  findTags,
  listFormerNames,
  listLargestTags,
  listTags,
  type NamedTag,
} from './queries.ts';
import type {
  PublicTag,
  TagChange,
  TagDetail,
  tagPostsPage,
  tagPostsQuery,
  tagsPage,
  tagsQuery,
} from './schema.ts';
import { maxFormerNames } from './service.ts';

/** Tags with fewer posts are not worth a search engine's visit. */
const minSitemapPosts = 3;
const maxSitemapTags = 5000;

/** Returns a page of tags by name or number of posts, with the changes that are in progress. */
export async function readTags(
  { db, now }: Context,
  { keyword, sort, size, cursor }: z.output<typeof tagsQuery>,
): Promise<z.infer<typeof tagsPage>> {
  const isByName = sort.endsWith('name');
  const after = cursor === undefined || isByName ? cursor : readCursor(cursor);
  if (after === null) throw invalid('游标不正确，请使用上一页返回的值', 'cursor');
  const [rows, total, changes] = await Promise.all([
    listTags(db, { keyword, sort, after, limit: size + 1 }),
    countTags(db, keyword),
    listTagChanges(db, new Date(now().getTime() - dayMs)),
  ]);
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown,
    total,
    cursor: last ? (isByName ? last.name : writeCursor({ at: last.posts, id: last.id })) : null,
    changes: changes.map(
      ({ id, kind, names, target, state, done, total: posts }) =>
        // Posts that are not published are changed too, but not counted.
        ({ id, kind, names, target, state, done, total: Math.max(posts, done) }) as TagChange,
    ),
  };
}

/** @throws notFound */
export async function readTagDetail({ db }: Context, id: string): Promise<TagDetail> {
  const [tag] = await findTags(db, [id]);
  if (!tag) throw notFound('没有这个标签，可能已被改名、合并或删除');
  return { ...tag, formerNames: await listFormerNames(db, tag.name, maxFormerNames) };
}

/**
 * Returns the tag that a name leads to: itself, or the one that it was renamed to or merged into. @throws notFound if
 * no published post has it
 */
export async function readTag({ db }: Context, name: string): Promise<PublicTag> {
  const named = await findNamedTag(db, name);
  const current = currentName(name, named);
  if (current === null) throw notFound('没有这个标签的内容');
  return { name: current, description: current === name ? named.description : '' };
}

/** Whether a name has a page: its own, or that of the tag it was renamed to. */
export const isTag = async ({ db }: Context, name: string): Promise<boolean> =>
  currentName(name, await findNamedTag(db, name)) !== null;

/**
 * Returns the name under which readers find the posts: of a renamed tag the new one as soon as a post has it; null if no
 * published post has either.
 */
export function currentName(name: string, { has_posts, kind, tag, tag_has_posts }: NamedTag): string | null {
  if (kind === 'deleted') return null;
  if (tag_has_posts) return tag;
  return has_posts ? name : null;
}

/**
 * Lists the published posts of all kinds with a tag, newest first. The total of a large tag is its stored count, so that
 * numbered pages reach as deep as in a column.
 */
export async function readTagPosts(
  ctx: Context,
  { name, ...paging }: z.output<typeof tagPostsQuery>,
): Promise<z.infer<typeof tagPostsPage>> {
  const page = await listTaggedPosts(ctx, name, paging);
  const stored = page.totalCapped ? await findTagByName(ctx.db, name) : undefined;
  return stored && stored.posts > page.total
    ? toPage(page.records, { total: stored.posts }, paging, page.cursor)
    : page;
}

/** Lists the tags for the sitemap. */
export const listSitemapTags = ({ db }: Pick<Context, 'db'>): Promise<string[]> =>
  listLargestTags(db, minSitemapPosts, maxSitemapTags);
