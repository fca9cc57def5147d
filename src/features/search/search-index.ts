import { DomainError, unavailable } from '#kernel/errors.ts';
import type { Segmenter } from '#shared/text/segment.ts';
import { type SearchDocument, toRow } from './index-document.ts';
import { find, type SearchAnswer, type SearchRequest } from './index-find.ts';
import { bestMatches, isId } from './index-query.ts';
import { type IndexTable, indexTables } from './index-table.ts';

export type { SearchDocument } from './index-document.ts';
export type { SearchAnswer, SearchFilters, SearchRequest } from './index-find.ts';
export type { Reader } from './index-query.ts';

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

  async function withTable<T>(use: (table: IndexTable) => Promise<T>): Promise<T> {
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
      const scope = { reader: request.reader, field: request.field ?? 'all' };
      return withTable((table) =>
        find(request, tokens, (terms, where, limit) => bestMatches(table, terms, scope, where, limit)),
      );
    },
    upsert: (documents) =>
      withTable(async (table) => {
        if (documents.length === 0) return;
        const segmenter = await options.segmenter();
        // Where an id comes twice the last one counts: both would be inserted.
        const rows = new Map(documents.map((document) => [document.id, toRow(document, segmenter)]));
        const merge = table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll();
        await merge.execute([...rows.values()]);
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
      return tables.build(rowsOf(batches, segmenter));
    },
  };
}

async function* rowsOf(batches: AsyncIterable<readonly SearchDocument[]>, segmenter: Segmenter) {
  for await (const batch of batches) yield batch.map((document) => toRow(document, segmenter));
}
