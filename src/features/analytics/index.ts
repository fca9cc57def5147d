import { defineFeature } from '#kernel/feature.ts';
import { toIso } from '#shared/dates.ts';
import { forgetMemberSource, forgetWords, noteRegistration, noteViews } from './counting.ts';
import { exportSource } from './queries.ts';
import { analyticsRoutes } from './routes.ts';

export { flushFigures, noteSearch } from './counting.ts';

export const feature = defineFeature({
  name: 'analytics',
  routes: analyticsRoutes,
  listeners: {
    'posts.viewed': noteViews,
    'member.registered': noteRegistration,
    'member.deleted': forgetMemberSource,
  },
  jobs: [{ name: 'words-forget', cron: '3 * * * *', run: forgetWords }],
  tables: {
    content: ['figure_days', 'search_word_days'],
    people: ['registration_sources'],
  },
  // From which piece a member came to register.
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
