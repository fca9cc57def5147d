import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { topicPath, topicSlugOf, topicsPath } from '#shared/topic.ts';
import { topicFeed } from './feed.ts';
import { findTopicTitles } from './queries.ts';
import { isOpenTopic, readTopics } from './reads.ts';
import { topicRoutes } from './routes.ts';

const listPaths = async (ctx: Context): Promise<string[]> =>
  (await readTopics(ctx)).map(({ slug }) => topicPath(slug));

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
