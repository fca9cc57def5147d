import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import type { SearchIndexes } from './indexes.ts';
import { type NoteSearch, tellSearch } from './note-search.ts';
import { searchPieces } from './reads.ts';
import { page, query, suggestionQuery, suggestions } from './schema.ts';
import { feedIndex, queueForIndex, tendIndex } from './service.ts';
import { suggestWords } from './suggestions.ts';

export { openSearchIndexes, type SearchIndexes } from './indexes.ts';
export { findByKeyword } from './reads.ts';
export {
  awaitIndexed,
  claimIndexAtStart,
  feedIndex,
  forgetHolder,
  rebuildIndex,
  releaseIndex,
  requireOwnIndex,
  tendIndex,
} from './service.ts';

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
  tables: {
    installation: ['search_index_holder', 'search_outbox'],
    options: { search_index_holder: { isMoving: true } },
  },
});

/** The seed's search (§7) and what is suggested while typing. */
const searchRoutes = (indexes: SearchIndexes, noteSearch: NoteSearch) => [
  get('/reception/globalSearch', {
    access: 'open',
    summary:
      'Pieces and authors that answer a keyword, with what matched marked, and counts by type and column.',
    query,
    data: page,
    run: async (ctx, { query: asked }) => {
      const found = await searchPieces(ctx, indexes, asked);
      tellSearch(ctx, noteSearch, asked, found);
      return found;
    },
  }),
  get('/reception/searchSuggestions', {
    access: 'open',
    summary: 'Stocks, authors, tags and titles for what has been typed so far.',
    query: suggestionQuery,
    data: suggestions,
    run: (ctx, input) => suggestWords(ctx, indexes, input.query),
  }),
];
