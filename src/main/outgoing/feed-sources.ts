import type { RouteItem } from '#client/routes.ts';
import { findAuthors } from '#features/authors/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { features } from '#features/index.ts';
import {
  type FeedContent,
  type FeedContext,
  type FeedSource,
  feedSize,
  readSyndicatedPosts,
} from '#features/posts/index.ts';
import { readTag } from '#features/tags/index.ts';
import type { Context } from '#kernel/context.ts';
import { DomainError } from '#kernel/errors.ts';
import { authorTag } from '#shared/cache-tags.ts';
import { isId } from '#shared/ids.ts';
import { authorPath, tagPath } from '#shared/site-paths.ts';

type SiteFeedSource = Omit<FeedSource, 'read'> & {
  read: (from: FeedContext & { routes: readonly RouteItem[] }, key: string) => Promise<FeedContent | null>;
};

/** All public feeds. Each contains only posts of columns that open without a log-in, as a visitor may read them. */
export const feedSources: readonly SiteFeedSource[] = [
  {
    path: '',
    read: async ({ ctx, siteName, description, openColumns }) => ({
      title: siteName,
      description: description || `${siteName}的最新内容`,
      page: '/index',
      folder: '',
      posts: await readSyndicatedPosts(ctx, await listOpenColumns(ctx, openColumns), feedSize),
    }),
  },
  {
    path: '/:key',
    async read({ ctx, siteName, openColumns, routes }, key) {
      const route = routes.find(({ id, fullPath }) => id === key || fullPath === `/${key}`);
      const column = (await listOpenColumns(ctx, openColumns)).find(({ id }) => id === route?.id);
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
    async read({ ctx, siteName, openColumns }, key) {
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
        posts: await readSyndicatedPosts(ctx, await listOpenColumns(ctx, openColumns), feedSize, {
          tag: name,
        }),
      };
    },
  },
  {
    path: '/author/:key',
    tags: (id) => [authorTag(id)],
    async read({ ctx, siteName, openColumns }, id) {
      const [author] = isId(id) ? await findAuthors(ctx.db, [id]) : [];
      if (!author) return null;
      return {
        title: `${author.name} - ${siteName}`,
        description: author.bio || `${author.name}在${siteName}的最新内容`,
        page: authorPath(id),
        folder: `/author/${id}`,
        posts: await readSyndicatedPosts(ctx, await listOpenColumns(ctx, openColumns), feedSize, {
          authorId: id,
        }),
      };
    },
  },
  ...features.flatMap(({ site }) => site?.feeds ?? []),
];

const listOpenColumns = async (ctx: Context, openIds: ReadonlySet<string>) =>
  (await columnRows(ctx)).filter(({ id }) => openIds.has(id));
