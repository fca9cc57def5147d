import { defineFeature } from '#kernel/feature.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportWatchedStocks, listNamedCodes } from './queries.ts';
import { securityRoutes } from './routes.ts';
import { onMemberDeleted } from './service.ts';

export { nameSecurities } from './reads.ts';

/** The securities a member watches, for the copy of personal data. */
export const securityData: readonly PersonalDataPart[] = [
  {
    name: 'watched-stocks',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportWatchedStocks, ({ id, code, created_at }) => ({
        key: id,
        row: { id, code, watchedAt: toIso(created_at) },
      })),
  },
];

export const feature = defineFeature({
  name: 'securities',
  routes: securityRoutes,
  site: {
    sitemap: {
      order: 20,
      list: async ({ db }) => (await listNamedCodes(db)).map((code) => `/stock?code=${code}`),
    },
  },
  listeners: { 'member.deleted': onMemberDeleted },
  tables: { people: ['watched_stocks'] },
  personalData: securityData,
});
