/** Exports for `doctor` and `/readyz`; loads neither posts nor calls. */

export { findIndexState } from './index-state.ts';
export { formatProgress, readProgress } from './rebuild-progress.ts';
export { openTenantIndexes } from './tenant-indexes.ts';
