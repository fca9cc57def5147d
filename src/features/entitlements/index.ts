export { grantData } from './personal-data.ts';
export {
  isVip,
  type LockReason,
  type Readable,
  type Reading,
} from './policy.ts';
export { decideReadings } from './reads.ts';
export { checkVipDays, giveVip } from './service.ts';
