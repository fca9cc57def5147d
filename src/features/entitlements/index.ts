import { defineFeature } from '#kernel/feature.ts';
import { toIso } from '#shared/dates.ts';
import { listGrantsOf } from './queries.ts';
import { entitlementRoutes } from './routes.ts';
import { onColumnsDeleting } from './service.ts';

export {
  type AccessDecision,
  type AccessTarget,
  decideAccess,
  type HeldGrants,
  isVip,
  type LockReason,
  noGrants,
  vipRefusal,
} from './policy.ts';
export {
  extendVips,
  findGrantedPosts,
  findPostGrantScope,
  listEndingGrants,
  listRunningGrants,
  takeBackVips,
} from './queries.ts';
export { decideAccessToPosts, listBuyers, markAccess, readHoldings } from './reads.ts';
export {
  checkVipDays,
  findGrantHistory,
  type Grant,
  giveGrant,
  giveVip,
  type Period,
  revokeGrant,
} from './service.ts';

export const feature = defineFeature({
  name: 'entitlements',
  routes: entitlementRoutes,
  listeners: { 'columns.deleting': onColumnsDeleting },
  tables: { people: ['grants'] },
  // What a member may read beyond the public posts: VIP membership, single posts, columns.
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
