import { defineFeature } from '#kernel/feature.ts';
import { get } from '#kernel/http/calls.ts';
import { searchPosts } from './reads.ts';
import { type NoteSearch, reportSearch } from './report-search.ts';
import { page, query, suggestionQuery, suggestions } from './schema.ts';
import { indexChangedPosts, maintainIndex, onPostsChanged } from './service.ts';
import { suggestWords } from './suggestions.ts';
import type { TenantIndexes } from './tenant-indexes.ts';

export { findByKeyword } from './reads.ts';
export {
  claimIndexAtStart,
  indexChangedPosts,
  maintainIndex,
  rebuildIndex,
  releaseIndex,
  requireIndexOwnership,
  resetIndexOwner,
  waitUntilIndexed,
} from './service.ts';
export { openTenantIndexes, type TenantIndexes } from './tenant-indexes.ts';

type RouteServices = { searchIndexes: TenantIndexes; noteSearch: NoteSearch };

export const feature = defineFeature({
  name: 'search',
  routes: ({ searchIndexes, noteSearch }: RouteServices) => searchRoutes(searchIndexes, noteSearch),
  listeners: { 'posts.changed': onPostsChanged },
  jobs: ({ searchIndexes }: { searchIndexes: TenantIndexes }) => [
    // Changes of posts wake it; otherwise it finds what it could not index before.
    {
      name: 'search-feed',
      everyMs: 500,
      wakesOn: 'posts',
      run: (ctx) => indexChangedPosts(ctx, searchIndexes),
    },
    { name: 'search-tend', everyMs: 10_000, run: (ctx) => maintainIndex(ctx, searchIndexes) },
  ],
  tables: {
    installation: ['search_outbox'],
    transient: ['search_index_holder', 'search_rebuilds'],
  },
});

/** The calls for search (docs/product.md §7) and for suggestions while typing. */
const searchRoutes = (indexes: TenantIndexes, noteSearch: NoteSearch) => [
  get('/reception/globalSearch', {
    access: 'open',
    reads: 'replica',
    summary: 'Finds posts and authors by keyword, with highlighted matches and counts by type and column.',
    query,
    data: page,
    run: async (ctx, { query: input, origin }) => {
      const result = await searchPosts(ctx, indexes, input);
      reportSearch(ctx, noteSearch, input, result, origin.address);
      return result;
    },
  }),
  get('/reception/searchSuggestions', {
    access: 'open',
    reads: 'replica',
    summary: 'Suggests stocks, authors, tags and titles for the text typed so far.',
    query: suggestionQuery,
    data: suggestions,
    run: (ctx, input) => suggestWords(ctx, indexes, input.query),
  }),
];
