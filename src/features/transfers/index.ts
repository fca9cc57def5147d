export { addressesInUse } from './addresses.ts';
export { compareSites, describeArchive } from './compare-sites.ts';
export { type CopyCount, exportSite } from './export-site.ts';
export type { CopyParts } from './parts.ts';
export { restoreSite } from './restore-site.ts';
