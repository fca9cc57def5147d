import { get } from '#kernel/http/calls.ts';
import type { SearchIndexes } from './indexes.ts';
import { type NoteSearch, tellSearch } from './note-search.ts';
import { searchPieces } from './reads.ts';
import { page, query, suggestionQuery, suggestions } from './schema.ts';
import { suggestWords } from './suggestions.ts';

/** The seed's search (§7) and what is suggested while typing. */
export const searchRoutes = (indexes: SearchIndexes, noteSearch: NoteSearch) => [
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
