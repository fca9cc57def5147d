import { defineFeature } from '#kernel/feature.ts';
import { refuseSubscribedColumn } from './follow-columns.ts';
import { grantData } from './personal-data.ts';
import { entitlementRoutes } from './routes.ts';

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
  personalData: grantData,
});
