import { defineFeature } from '#kernel/feature.ts';
import { toIso } from '#shared/dates.ts';
import {
  countSearch,
  deleteOldWords,
  flushFigures,
  onMemberDeleted,
  onMemberRegistered,
  onPostsViewed,
} from './counting.ts';
import { addDemoFigures } from './demo/add-demo-figures.ts';
import { exportSource } from './queries.ts';
import { analyticsRoutes } from './routes.ts';

export const feature = defineFeature({
  name: 'analytics',
  routes: analyticsRoutes,
  listeners: {
    'posts.viewed': onPostsViewed,
    'member.registered': onMemberRegistered,
    'member.deleted': onMemberDeleted,
  },
  jobs: [{ name: 'words-forget', cron: '3 * * * *', run: deleteOldWords }],
  // Counts of a whole second at a time, so that counting does not slow down requests.
  webJobs: [{ everyMs: 1000, isRunAtStop: true, run: flushFigures }],
  addDemo: addDemoFigures,
  extensions: { noteSearch: countSearch },
  tables: {
    content: ['figure_days', 'reader_origin_days', 'search_word_days'],
    people: ['registration_sources'],
  },
  // The post from which a member came to register.
  personalData: [
    {
      name: 'registration-source',
      read: async (ctx, memberId) =>
        (await exportSource(ctx.db, memberId)).map(({ post_id, title, registered_at }) => ({
          postId: post_id,
          title,
          registeredAt: toIso(registered_at),
        })),
    },
  ],
  permissions: [
    { code: 'analytics.view', group: '经营', name: '数据', about: '看阅读、读者、注册和转化', order: 10 },
  ],
  menu: [
    {
      to: '/analytics',
      label: '数据',
      icon: 'chart',
      permission: 'analytics.view',
      group: 'readers',
      order: 30,
    },
  ],
});
