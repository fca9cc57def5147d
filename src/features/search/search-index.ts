import { DomainError, unavailable } from '#kernel/errors.ts';
import type { Segmenter } from '#shared/text/segment.ts';
import { type SearchDocument, toRow } from './index-document.ts';
import { bestMatches, byNewest, type Match, type Reader, type Terms } from './index-query.ts';
import { indexTables } from './index-table.ts';

export type { SearchDocument } from './index-document.ts';
export type { Reader } from './index-query.ts';

export type SearchFilters = {
  kinds?: readonly string[] | undefined;
  columnId?: string | undefined;
  authorId?: string | undefined;
  stockCode?: string | undefined;
  /** Publication, both ends inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
};

export type SearchRequest = {
  words: string;
  reader: Reader;
  filters?: SearchFilters;
  field?: 'all' | 'title';
  sort?: 'relevance' | 'newest' | 'views';
  limit: number;
  offset?: number;
  /** Needed to sort by views: the counts of at most 1,001 pieces, the best matches. */
  viewsOf?: (ids: string[]) => Promise<ReadonlyMap<string, number>>;
};

export type SearchAnswer = {
  hits: { id: string; score: number }[];
  /** At most 1,000; there are more when `totalCapped`. */
  total: number;
  totalCapped: boolean;
  /** Whether the hits hold every word of the query, or are only the nearest to it. */
  matched: 'all' | 'some';
  /** Hits by kind without the filter on kinds, by column without that on the column; lower bounds when capped. */
  facets: { kinds: Map<string, number>; columns: Map<string, number> };
  /** Words to mark in what is shown. */
  marks: string[];
};

export type SearchIndex = {
  /** Any words whatever give an answer. @throws unavailable while there is no usable index */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Adds or replaces. A query that begins afterwards finds them, in any process. @throws unavailable */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /** Takes out; unknown ids are fine. @throws unavailable */
  remove(ids: readonly string[]): Promise<void>;
  /** How many pieces are not yet in the inverted index: each costs a search about 15 µs. @throws unavailable */
  countUnindexed(): Promise<number>;
  /** Brings everything into the inverted index and removes old versions; searches go on. @throws unavailable */
  optimise(): Promise<void>;
  /** Makes a new index of these documents, whatever state the old one is in, then switches to it. */
  rebuild(batches: AsyncIterable<readonly SearchDocument[]>): Promise<number>;
};

/** Totals are counted up to here (PRODUCT §4). */
const countLimit = 1000;
/** Where no piece holds every word, or hardly one holds all words of a long question, so many nearest are shown. */
const nearestLimit = 200;
const longQuestion = 8;
const enoughForQuestion = 10;
/** A nearest hit that scores below this share of the best has only common words with the query. */
const nearestShare = 0.25;
/** Paging ends here (PRODUCT §4). */
const deepest = 10_000;
/** Versions younger than this stay for queries under way in other processes. */
const keepVersionsMs = 120_000;

/**
 * The full-text index of one tenant under `dir`. Any number of processes read; one writes.
 * `segmenter` is asked for at each use, so that a new stock table counts at once.
 */
export function openSearchIndex(options: {
  dir: string;
  segmenter: () => Segmenter | Promise<Segmenter>;
  cacheBytes?: number;
}): SearchIndex {
  const tables = indexTables(options.dir, options.cacheBytes);

  async function withTable<T>(use: (table: NonNullable<Awaited<ReturnType<typeof tables.current>>>) => Promise<T>) {
    try {
      const table = await tables.current();
      if (!table) throw unavailable('搜索正在准备，请稍后再试');
      return await use(table);
    } catch (error) {
      tables.forget();
      throw error instanceof DomainError ? error : unavailable('搜索暂时不可用，请稍后再试', error);
    }
  }

  return {
    async search(request) {
      const tokens = (await options.segmenter()).queryTokens(request.words);
      const filters = toConditions(request.filters ?? {});
      if (tokens.required.length === 0 || !filters) return { ...nothing(), marks: tokens.marks };
      const answer = await withTable((table) =>
        findAndCount(request, filters, tokens, (terms, where, limit) =>
          bestMatches(table, terms, { reader: request.reader, field: request.field ?? 'all' }, where, limit),
        ),
      );
      return { ...answer, marks: tokens.marks };
    },
    upsert: (documents) =>
      withTable(async (table) => {
        if (documents.length === 0) return;
        const segmenter = await options.segmenter();
        // The last one counts where an id comes twice: two rows of one id would both be inserted.
        const rows = new Map(documents.map((document) => [document.id, toRow(document, segmenter)]));
        await table
          .mergeInsert('id')
          .whenMatchedUpdateAll()
          .whenNotMatchedInsertAll()
          .execute([...rows.values()]);
      }),
    remove: (ids) =>
      withTable(async (table) => {
        const known = ids.filter(isId);
        if (known.length > 0) await table.delete(`id in (${known.join(',')})`);
      }),
    countUnindexed: () =>
      withTable(async (table) => (await table.indexStats('open_idx'))?.numUnindexedRows ?? 0),
    optimise: () =>
      withTable(async (table) => {
        await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) });
      }),
    async rebuild(batches) {
      const segmenter = await options.segmenter();
      return tables.build(toRows(batches, segmenter));
    },
  };
}
