import { LRUCache } from 'lru-cache';
import { DomainError, unavailable } from '#kernel/errors.ts';
import type { QueryTokens, Segmenter } from '#shared/text/segment.ts';
import { type SearchDocument, toRow } from './index-document.ts';
import { find, type SearchAnswer, type SearchRequest } from './index-find.ts';
import { bestMatches, isId, type Match } from './index-query.ts';
import { type IndexTable, indexTables, nameOf } from './index-table.ts';

export type { SearchDocument } from './index-document.ts';
export type { SearchAnswer, SearchRequest } from './index-find.ts';
export type { Reader } from './index-query.ts';

export type SearchIndex = {
  /** Any words whatever give an answer. @throws unavailable while there is no usable index */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Whether there is an index at all. */
  isReady(): Promise<boolean>;
  /** Whether a search of every column is answered: a damaged index shows itself only when it is read. */
  isSound(): Promise<boolean>;
  /** Adds or replaces. A query that begins afterwards finds them, in any process. @throws unavailable */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /** Takes out; unknown ids are fine. @throws unavailable */
  remove(ids: readonly string[]): Promise<void>;
  /** How many pieces are not yet in the inverted index: each costs a search about 25 µs. @throws unavailable */
  countUnindexed(): Promise<number>;
  /**
   * Brings everything into the inverted index and removes old versions: 5 s of one core at 100,000 pieces, while
   * searches and writes go on. A write that changes what it is moving makes it fail without harm; try later.
   * @throws unavailable
   */
  optimise(): Promise<void>;
  /** Makes a new index of these documents, whatever state the old one is in, then switches to it. */
  rebuild(batches: AsyncIterable<readonly SearchDocument[]>): Promise<number>;
  close(): void;
};

/** About 100 bytes each. */
const keptMatches = 50_000;
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
  const matchesOf = rememberMatches();

  async function withTable<T>(use: (table: IndexTable) => Promise<T>, find = tables.current): Promise<T> {
    try {
      const table = await find();
      if (!table) throw unavailable('搜索正在准备，请稍后再试');
      return await use(table);
    } catch (error) {
      tables.forget();
      throw error instanceof DomainError ? error : unavailable('搜索暂时不可用，请稍后再试', error);
    }
  }

  /** A writer must not write to a generation that a rebuild has left behind. */
  const newest = () => {
    tables.forget();
    return tables.current();
  };

  async function searchTokens(request: SearchRequest, tokens: QueryTokens): Promise<SearchAnswer> {
    const scope = { reader: request.reader, field: request.field ?? 'all' };
    return withTable(async (table) => {
      const version = `${nameOf(table)} ${await table.version()}`;
      return find(request, tokens, (terms, where, limit) =>
        matchesOf(JSON.stringify([version, scope, terms, where, limit]), () =>
          bestMatches(table, terms, scope, where, limit),
        ),
      );
    });
  }

  return {
    search: async (request) => searchTokens(request, (await options.segmenter()).queryTokens(request.words)),
    isReady: () =>
      newest().then(
        (table) => table !== null,
        () => false,
      ),
    async isSound() {
      const probe = { words: '的', limit: 1 } as const;
      // Ready made: a dictionary costs more than all the rest of this.
      const tokens = { required: ['的'], any: ['的'], marks: ['的'] };
      try {
        await searchTokens({ ...probe, reader: 'vip' }, tokens);
        await searchTokens({ ...probe, reader: 'visitor', field: 'title' }, tokens);
        return true;
      } catch {
        return false;
      }
    },
    upsert: (documents) =>
      withTable(async (table) => {
        if (documents.length === 0) return;
        const segmenter = await options.segmenter();
        // Where an id comes twice the last one counts: both would be inserted.
        const rows = new Map(documents.map((document) => [document.id, toRow(document, segmenter)]));
        const merge = table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll();
        await merge.execute([...rows.values()]);
      }, newest),
    remove: (ids) =>
      withTable(async (table) => {
        const known = ids.filter(isId);
        if (known.length > 0) await table.delete(`id in (${known.join(',')})`);
      }, newest),
    countUnindexed: () =>
      withTable(async (table) => (await table.indexStats('open_idx'))?.numUnindexedRows ?? 0),
    optimise: () =>
      withTable(async (table) => {
        await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) });
        table.close();
      }, tables.another),
    async rebuild(batches) {
      const segmenter = await options.segmenter();
      return tables.build(rowsOf(batches, segmenter));
    },
    close: tables.close,
  };
}

/**
 * Keeps the latest answers of the index by what was asked of which version: the next page, another order or the
 * same frequent word cost nothing, and a write makes all of them forgotten.
 */
function rememberMatches() {
  const kept = new LRUCache<string, readonly Match[]>({
    max: 1000,
    maxSize: keptMatches,
    sizeCalculation: (matches) => matches.length + 1,
  });
  return async (key: string, ask: () => Promise<readonly Match[]>): Promise<readonly Match[]> => {
    const known = kept.get(key);
    if (known) return known;
    const matches = await ask();
    kept.set(key, matches);
    return matches;
  };
}

async function* rowsOf(batches: AsyncIterable<readonly SearchDocument[]>, segmenter: Segmenter) {
  for await (const batch of batches) yield batch.map((document) => toRow(document, segmenter));
}
