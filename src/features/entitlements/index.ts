import { defineFeature } from '#kernel/feature.ts';
import { toIso } from '#shared/dates.ts';
import { listGrantsOf } from './queries.ts';
import { entitlementRoutes } from './routes.ts';
import { refuseSubscribedColumn } from './service.ts';

export { decideReading, isVip, noGrants, type Readable, type Reading } from './policy.ts';
export { findHolding, listEnding, listRunning } from './queries.ts';
export { decideReadings, listBuyers } from './reads.ts';
export {
  checkVipDays,
  endGrant,
  findHistory,
  type Grant,
  giveGrant,
  giveVip,
  type Period,
} from './service.ts';

export const feature = defineFeature({
  name: 'entitlements',
  routes: entitlementRoutes,
  listeners: { 'columns.deleting': refuseSubscribedColumn },
  tables: { people: ['grants'] },
  // What a member may read beyond what everyone may: VIP membership, single pieces, columns.
  personalData: [
    {
      name: 'memberships',
      async read({ db }, memberId) {
        const rows = await listGrantsOf(db, memberId);
        return rows.map(({ scope, target_id, source, starts_at, ends_at }) => ({
          scope,
          targetId: target_id,
          source,
          startsAt: toIso(starts_at),
          endsAt: ends_at && toIso(ends_at),
        }));
      },
    },
  ],
});
