import { topicPath } from '#shared/topic.ts';
import type { PostSlot } from '#web/parts/post/post-slot.ts';
import type { TopicLink } from '../schema.ts';

/** Topics that contain the post. */
export const slot: PostSlot<readonly TopicLink[]> = {
  order: 10,
  key: 'topics',
  load: (fetchCall, { id }) => fetchCall('GET /reception/topicsOfPost', { id }),
  linksOf: (topics) => topics.map(({ slug, title }) => ({ text: `专题：${title}`, href: topicPath(slug) })),
};
