import { type FeedSource, feedSize, syndicatePosts } from '#features/posts/index.ts';
import { topicPath } from '#shared/topic.ts';
import { findOpenTopic } from './reads.ts';

export const topicFeed: FeedSource = {
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
