import { defineFeature } from '#kernel/feature.ts';
import { fetchDueFeeds } from './fetch-source.ts';
import type { FeedParts } from './queue.ts';
import { feedRoutes } from './routes.ts';
import { refuseFedColumn, tidyFeeds } from './service.ts';

type Services = { feeds: FeedParts };

export const feature = defineFeature({
  name: 'feeds',
  routes: ({ feeds }: Services) => feedRoutes(feeds),
  listeners: { 'columns.deleting': refuseFedColumn },
  jobs: ({ feeds }: Services) => [
    { name: 'feeds-fetch', everyMs: 5000, run: (ctx) => fetchDueFeeds(ctx, feeds) },
    { name: 'feeds-tidy', cron: '23 4 * * *', run: tidyFeeds },
  ],
  tables: {
    content: ['feed_items', 'feed_sources'],
    options: { feed_sources: { label: '采集源' } },
  },
  permissions: [
    {
      code: 'feeds.manage',
      group: '内容',
      name: '采集源',
      about: '管理采集源，决定采来的内容收不收',
      order: 70,
    },
  ],
  menu: [
    {
      to: '/feeds',
      label: '订阅来稿',
      icon: 'down',
      permission: 'feeds.manage',
      group: 'editing',
      order: 60,
    },
  ],
});
