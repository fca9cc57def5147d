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
