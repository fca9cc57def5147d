/** Exports for `doctor`; loads neither posts nor calls. */

export { formatProgress, readProgress } from './rebuild-progress.ts';
export { openTenantIndexes } from './tenant-indexes.ts';
