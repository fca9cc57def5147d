export {
  type AccessLevel,
  decideReading,
  type HeldGrants,
  isVip,
  type LockReason,
  noGrants,
  opensByLevel,
  type PostState,
  type Readable,
  type Reading,
} from './policy.ts';
export { findVipEnd } from './queries.ts';
export { decideReadings } from './reads.ts';
export { checkVipDays, giveVip, grantReading, grantVip } from './service.ts';
