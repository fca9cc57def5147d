export { refuseSubscribedColumn } from './follow-columns.ts';
export { grantData } from './personal-data.ts';
export {
  decideReading,
  isVip,
  noGrants,
  type Readable,
  type Reading,
} from './policy.ts';
export { findHolding, listEnding, listRunning } from './queries.ts';
export { decideReadings, listBuyers } from './reads.ts';
export { entitlementRoutes } from './routes.ts';
export {
  checkVipDays,
  endGrant,
  findHistory,
  type Grant,
  giveGrant,
  giveVip,
  type Period,
} from './service.ts';
