import { defineFeature } from '#kernel/feature.ts';
import { redirectRoutes } from './routes.ts';
import { onPostsChanged, type RouteNamer } from './service.ts';

export { countRedirectHit } from './count-hits.ts';
export { countMissing, referrerHostOf } from './count-missing.ts';
export { flushRedirectCounts } from './flush-counts.ts';
export type { Moved } from './follow-redirects.ts';
export { importSite } from './import-site.ts';
export { findMoved } from './reads.ts';
export { deleteImported, movePage, type RouteNamer } from './service.ts';

export const feature = defineFeature({
  name: 'redirects',
  routes: ({ nameRoutes }: { nameRoutes: RouteNamer }) => redirectRoutes(nameRoutes),
  listeners: { 'posts.changed': onPostsChanged },
  tables: {
    content: ['redirects'],
    installation: ['missing_addresses'],
    options: { redirects: { label: '旧地址' } },
  },
  menu: [
    {
      to: '/redirects',
      label: '旧地址',
      icon: 'mark',
      permission: 'settings.manage',
      group: 'system',
      order: 35,
    },
  ],
});
