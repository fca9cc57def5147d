export { compareSites, describeArchive } from './compare-sites.ts';
export type { TransferParts } from './desk/parts.ts';
export { transferRoutes } from './desk/routes.ts';
export { runNextTransfer } from './desk/run-transfers.ts';
export { tidyTransfers } from './desk/service.ts';
export { type CopyCount, exportSite } from './export-site.ts';
export type { CopyParts } from './parts.ts';
export { restoreSite } from './restore-site.ts';
