import type { Context } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { exportWatchedStocks, listNamedCodes } from './queries.ts';
import { securityRoutes } from './routes.ts';
import { onMemberDeleted } from './service.ts';

export { nameSecurities } from './reads.ts';

/** Lists the codes of the securities that published posts name, for the sitemap. */
export const listNamedSecurities = ({ db }: Pick<Context, 'db'>): Promise<string[]> => listNamedCodes(db);

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
  listeners: { 'member.deleted': onMemberDeleted },
  tables: { people: ['watched_stocks'] },
  personalData: securityData,
});
