import { defineFeature } from '#kernel/feature.ts';
import { topicRoutes } from './routes.ts';

export { findTopicTitles } from './queries.ts';
export { findOpenTopic, isOpenTopic, readTopics } from './reads.ts';

export const feature = defineFeature({
  name: 'topics',
  routes: topicRoutes,
  tables: {
    content: ['topics', 'topic_posts'],
    options: { topics: { label: '专题' } },
  },
});
