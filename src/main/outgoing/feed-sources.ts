import type { RouteItem } from '#client/routes.ts';
import { findAuthors } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { readSyndicatedPosts, type SyndicatedPost, syndicatePosts } from '#features/posts/index.ts';
import { readTag } from '#features/tags/index.ts';
import { findOpenTopic } from '#features/topics/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { authorTag, type CacheTag } from '#shared/cache-tags.ts';
import { isId } from '#shared/ids.ts';
import { authorPath, tagPath } from '#shared/site-paths.ts';
import { topicPath } from '#shared/topic.ts';
import { openColumns } from './open-columns.ts';

/** The number of posts in a feed; older posts are only on the site. */
export const feedSize = 30;

export type FeedContext = {
  ctx: Context;
  siteName: string;
  description: string;
  routes: readonly RouteItem[];
};

/** What a feed contains. `folder` is its address without `/feed.xml`. */
export type FeedContent = {
  title: string;
  description: string;
  page: string;
  folder: string;
  posts: readonly SyndicatedPost[];
};

export type FeedSource = {
  /** The pattern of `folder`. */
  path: string;
  /** Cache tags beside those of every feed. */
  tags?: (key: string) => CacheTag[];
  /** @returns null for what has no feed */
  read: (from: FeedContext, key: string) => Promise<FeedContent | null>;
};

/** All public feeds. Each contains only posts of columns that open without a log-in, as a visitor may read them. */
export const feedSources: readonly FeedSource[] = [
  {
    path: '',
    read: async ({ ctx, siteName, description, routes }) => ({
      title: siteName,
      description: description || `${siteName}的最新内容`,
      page: '/index',
      folder: '',
      posts: await readSyndicatedPosts(ctx, await listOpenColumns(ctx, routes), feedSize),
    }),
  },
  {
    path: '/:key',
    async read({ ctx, siteName, routes }, key) {
      const route = routes.find(({ id, fullPath }) => id === key || fullPath === `/${key}`);
      const column = (await listOpenColumns(ctx, routes)).find(({ id }) => id === route?.id);
      if (!route || !column) return null;
      return {
        title: `${column.name} - ${siteName}`,
        description: column.description || `${siteName}${column.name}的最新内容`,
        page: route.fullPath,
        folder: route.fullPath,
        posts: await readSyndicatedPosts(ctx, [column], feedSize),
      };
    },
  },
  {
    path: '/tag/:key',
    async read({ ctx, siteName, routes }, key) {
      const tag = await readTag(ctx, key).catch((error: unknown) => {
        if (error instanceof DomainError && error.kind === 'not_found') return null;
        throw error;
      });
      if (!tag) return null;
      // A renamed tag keeps its old address, so that subscriptions to it go on.
      const { name } = tag;
      return {
        title: `${name} - ${siteName}`,
        description: tag.description || `${siteName}关于“${name}”的最新内容`,
        page: tagPath(name),
        folder: tagPath(name),
        posts: await readSyndicatedPosts(ctx, await listOpenColumns(ctx, routes), feedSize, { tag: name }),
      };
    },
  },
  {
    path: '/author/:key',
    tags: (id) => [authorTag(id)],
    async read({ ctx, siteName, routes }, id) {
      const [author] = isId(id) ? await findAuthors(ctx.db, [id]) : [];
      if (!author) return null;
      return {
        title: `${author.name} - ${siteName}`,
        description: author.bio || `${author.name}在${siteName}的最新内容`,
        page: authorPath(id),
        folder: `/author/${id}`,
        posts: await readSyndicatedPosts(ctx, await listOpenColumns(ctx, routes), feedSize, { authorId: id }),
      };
    },
  },
  {
    path: '/topic/:key',
    async read({ ctx, siteName, routes }, slug) {
      const open = await findOpenTopic(ctx, slug.toLowerCase());
      if (!open) return null;
      const { topic, postIds } = open;
      return {
        title: `${topic.title} - ${siteName}`,
        description: topic.introduction || `${siteName}的专题《${topic.title}》`,
        page: topicPath(topic.slug),
        folder: topicPath(topic.slug),
        posts: await syndicatePosts(ctx, postIds, openColumns(routes), feedSize),
      };
    },
  },
];

async function listOpenColumns(ctx: Context, routes: readonly RouteItem[]) {
  const openIds = openColumns(routes);
  return (await columnRows(ctx)).filter(({ id }) => openIds.has(id));
}
