export { openSearchIndexes, type SearchIndexes } from './indexes.ts';
export { findByKeyword } from './reads.ts';
export { searchRoutes } from './routes.ts';
export { awaitIndexed, feedIndex, queueForIndex, rebuildIndex, tendIndex } from './service.ts';
