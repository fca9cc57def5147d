import { defineFeature } from '#kernel/feature.ts';
import { findAdvertTitles } from './adverts/reads.ts';
import { advertRoutes } from './adverts/routes.ts';
import { purgeAtAdvertBoundary } from './adverts/service.ts';
import { homeRoutes } from './home/routes.ts';
import { knowData } from './know/reads.ts';
import { knowRoutes } from './know/routes.ts';
import { onMemberDeleted } from './know/service.ts';
import { pinRoutes } from './pins/routes.ts';
import { purgeAtPinBoundary } from './pins/service.ts';

export { readAdverts } from './adverts/reads.ts';
export { addAdverts } from './adverts/service.ts';
export { hasAcknowledged, readKnow } from './know/reads.ts';

export const feature = defineFeature({
  name: 'frontpage',
  routes: [...advertRoutes, ...pinRoutes, ...knowRoutes, ...homeRoutes],
  names: { advert: findAdvertTitles },
  listeners: { 'member.deleted': onMemberDeleted },
  jobs: [
    { name: 'adverts-periods', everyMs: 1000, run: (ctx, { since }) => purgeAtAdvertBoundary(ctx, since) },
    { name: 'pins-periods', everyMs: 1000, run: (ctx, { since }) => purgeAtPinBoundary(ctx, since) },
  ],
  tables: {
    content: ['advert_days', 'adverts', 'home_layout', 'know_popups', 'pins'],
    people: ['know_acknowledgements'],
    options: { adverts: { label: '广告' } },
  },
  personalData: knowData,
  permissions: [
    {
      code: 'frontpage.manage',
      group: '版面',
      name: '首页',
      about: '首页版面、广告位、置顶内容、须知和经济日历',
      order: 20,
    },
  ],
  menu: [
    {
      to: '/frontpage',
      label: '首页运营',
      icon: 'news',
      permission: 'frontpage.manage',
      group: 'editing',
      order: 50,
    },
  ],
});
