import { columnRows } from '#features/columns/index.ts';
import type { Context } from '#kernel/context.ts';
import { addressesOfPosts, frontAddresses, idsIn } from '#shared/purged-addresses.ts';
import { authorPath, columnPath, tagPath } from '#shared/site-paths.ts';
import { topicPath } from '#shared/topic.ts';
import { findShownPosts, findTopicsOfPosts, listTopicSlugs } from './queries.ts';

/** What is purged: the tags of each change, or everything of the tenant if null. */
export type Purged = readonly (readonly string[])[] | null;

/** The contest changes every second, and its standings may be as old as what purges nothing. */
const isFast = (tag: string): boolean => tag === 'contest';

/** Tags of what every column's page shows. */
const isOnColumns = (tag: string): boolean =>
  ['adverts', 'columns', 'footer', 'pins', 'plans', 'settings'].includes(tag);

/**
 * Returns the addresses of the pages that show something with these tags, for a CDN that does not know tags: the pages
 * of a post itself, and the first pages of the lists that it is in. It stores no other lists (`canPurgeAddress`); another
 * post's page that names the post is renewed within a minute (docs/operating.md).
 */
export async function findAddresses(ctx: Context, purged: Purged): Promise<string[]> {
  const tags = (purged ?? []).flat().filter((tag) => !isFast(tag));
  if (purged && tags.length === 0) return [];
  const hasAllColumns = purged === null || tags.some(isOnColumns);
  const columnIds = hasAllColumns ? (await columnRows(ctx)).map(({ id }) => id) : idsIn(tags, 'column:');
  const posts = idsIn(tags, 'post:');
  const shown = await findShownPosts(ctx.db, posts);
  const hasAllTopics = purged === null || tags.includes('topics');
  const topics = await (hasAllTopics ? listTopicSlugs(ctx.db) : findTopicsOfPosts(ctx.db, posts));
  const authors = [...idsIn(tags, 'author:'), ...shown.flatMap(({ author_ids }) => author_ids)];
  return [
    ...new Set([
      // A post is at the address of the column that it is in, or was in: the change purges both.
      ...(purged ?? []).flatMap((ofChange) =>
        addressesOfPosts(idsIn(ofChange, 'post:'), idsIn(ofChange, 'column:')),
      ),
      ...frontAddresses,
      ...columnIds.map(columnPath),
      ...authors.map(authorPath),
      ...shown.flatMap((post) => post.tags.map(tagPath)),
      ...shown.flatMap(({ stock_codes }) => stock_codes.map((code) => `/stock?code=${code}`)),
      ...topics.map(topicPath),
    ]),
  ];
}
