/** The exports for the `doctor` command, which load neither posts nor calls. */
export { listAddressesInUse } from './addresses.ts';
export { findNewestBackup } from './backups/backup-queries.ts';
export { periodMs } from './backups/schedule.ts';
