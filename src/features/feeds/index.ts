import { defineFeature } from '#kernel/feature.ts';
import { fetchDueFeeds } from './fetch-source.ts';
import type { FeedDependencies } from './queue.ts';
import { feedRoutes } from './routes.ts';
import { deleteExpiredItems, onColumnDeleting } from './service.ts';

type Services = { feeds: FeedDependencies };

export const feature = defineFeature({
  name: 'feeds',
  routes: ({ feeds }: Services) => feedRoutes(feeds),
  listeners: { 'columns.deleting': onColumnDeleting },
  jobs: ({ feeds }: Services) => [
    { name: 'feeds-fetch', everyMs: 5000, run: (ctx) => fetchDueFeeds(ctx, feeds) },
    { name: 'feeds-tidy', cron: '23 4 * * *', run: deleteExpiredItems },
  ],
  tables: {
    content: ['feed_items', 'feed_sources'],
    options: { feed_sources: { label: '订阅源' } },
  },
  permissions: [
    {
      code: 'feeds.manage',
      group: '内容',
      name: '订阅来稿',
      about: '管理订阅源，决定抓来的文章收不收',
      order: 70,
    },
  ],
  menu: [
    {
      to: '/feeds',
      label: '订阅来稿',
      icon: 'rss',
      permission: 'feeds.manage',
      group: 'editing',
      order: 60,
    },
  ],
});
