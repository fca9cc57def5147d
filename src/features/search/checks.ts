/** Exports for `doctor`; loads neither posts nor calls. */
export { openTenantIndexes } from './tenant-indexes.ts';
