import { defineFeature } from '#kernel/feature.ts';
import type { SearchIndexes } from './indexes.ts';
import type { NoteSearch } from './note-search.ts';
import { searchRoutes } from './routes.ts';
import { feedIndex, queueForIndex, tendIndex } from './service.ts';

export { openSearchIndexes, type SearchIndexes } from './indexes.ts';
export { findByKeyword } from './reads.ts';
export { awaitIndexed, feedIndex, rebuildIndex, tendIndex } from './service.ts';

type RouteServices = { searchIndexes: SearchIndexes; noteSearch: NoteSearch };

export const feature = defineFeature({
  name: 'search',
  routes: ({ searchIndexes, noteSearch }: RouteServices) => searchRoutes(searchIndexes, noteSearch),
  listeners: { 'posts.changed': queueForIndex },
  jobs: ({ searchIndexes }: { searchIndexes: SearchIndexes }) => [
    // Five times a second, because a published post must be found within one.
    { name: 'search-feed', everyMs: 200, run: (ctx) => feedIndex(ctx, searchIndexes) },
    { name: 'search-tend', everyMs: 10_000, run: (ctx) => tendIndex(ctx, searchIndexes) },
  ],
  tables: { installation: ['search_outbox'] },
});
