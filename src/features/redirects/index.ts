import { defineFeature } from '#kernel/feature.ts';
import { countRedirectHit } from './count-hits.ts';
import { countMissing, referrerHostOf } from './count-missing.ts';
import { flushRedirectCounts } from './flush-counts.ts';
import { importSite } from './import-site.ts';
import { findMoved } from './reads.ts';
import { redirectRoutes } from './routes.ts';
import { deleteImported, movePage, onPostsChanged, type RouteNamer } from './service.ts';

export const feature = defineFeature({
  name: 'redirects',
  routes: ({ nameRoutes }: { nameRoutes: RouteNamer }) => redirectRoutes(nameRoutes),
  listeners: {
    'posts.changed': onPostsChanged,
    'pages.published': movePage,
  },
  extensions: ({ nameRoutes }: { nameRoutes: RouteNamer }) => ({
    importSite: (ctx, options) => importSite(ctx, options, nameRoutes),
    deleteImportedRedirects: deleteImported,
  }),
  site: {
    oldAddresses: {
      find: findMoved,
      countHit: countRedirectHit,
      countMissing: (ctx, address, referrer, ownHost) =>
        countMissing(ctx, address, referrerHostOf(referrer, ownHost)),
    },
  },
  webJobs: [{ everyMs: 1000, isRunAtStop: true, run: flushRedirectCounts }],
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
