import { type FeedSource, feedSize, syndicatePosts } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { topicPath, topicSlugOf, topicsPath } from '#shared/topic.ts';
import { findTopicTitles } from './queries.ts';
import { findOpenTopic, isOpenTopic, readTopics } from './reads.ts';
import { topicRoutes } from './routes.ts';

const listPaths = async (ctx: Context): Promise<string[]> =>
  (await readTopics(ctx)).map(({ slug }) => topicPath(slug));

const topicFeed: FeedSource = {
  path: '/topic/:key',
  async read({ ctx, siteName, openColumns }, slug) {
    const open = await findOpenTopic(ctx, slug.toLowerCase());
    if (!open) return null;
    const { topic, postIds } = open;
    return {
      title: `${topic.title} - ${siteName}`,
      description: topic.introduction || `${siteName}的专题《${topic.title}》`,
      page: topicPath(topic.slug),
      folder: topicPath(topic.slug),
      posts: await syndicatePosts(ctx, postIds, openColumns, feedSize),
    };
  },
};

export const feature = defineFeature({
  name: 'topics',
  routes: topicRoutes,
  site: {
    sitemap: {
      order: 30,
      list: async (ctx) => {
        const paths = await listPaths(ctx);
        return [...(paths.length > 0 ? [topicsPath] : []), ...paths];
      },
    },
    paths: listPaths,
    isOpen: async (ctx, path) => {
      const slug = topicSlugOf(path);
      return slug === undefined ? undefined : isOpenTopic(ctx, slug);
    },
    feeds: [topicFeed],
    listRequests: async (ctx) =>
      (await readTopics(ctx)).flatMap(({ slug }) => [
        { path: topicPath(slug) },
        ...['feed.xml', 'feed.json'].map((file) => ({ path: `${topicPath(slug)}/${file}` })),
        ...['/reception/topic', '/reception/topicPosts'].map((call) => ({ call, query: { slug } })),
      ]),
  },
  names: { topic: ({ db }, ids) => findTopicTitles(db, ids) },
  tables: {
    content: ['topics', 'topic_posts'],
    options: { topics: { label: '专题' } },
  },
});
