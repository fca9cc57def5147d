export { grantData } from './personal-data.ts';
export {
  decideReading,
  isVip,
  type LockReason,
  noGrants,
  type Readable,
  type Reading,
} from './policy.ts';
export { findEnd, findHolding, listEnding, listRunning } from './queries.ts';
export { decideReadings } from './reads.ts';
export {
  checkVipDays,
  endGrant,
  findHistory,
  type Given,
  type Grant,
  giveGrant,
  giveVip,
  type Period,
} from './service.ts';
