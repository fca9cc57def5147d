import { LRUCache } from 'lru-cache';
import { DomainError, unavailable } from '#kernel/errors.ts';
import { thisMachine } from '#kernel/machine.ts';
import type { QueryTokens, Segmenter } from '#shared/text/segment.ts';
import { openBuilderProcesses } from './builder-process.ts';
import { containments } from './containment.ts';
import {
  type BuildOptions,
  currentFormat,
  hasCurrentFormat,
  hasEveryColumn,
  type IndexTable,
  isPartial,
  openGenerations,
  tableNameOf,
} from './index-generations.ts';
import {
  byRelevance,
  findBestMatches,
  findByPinyin,
  isId,
  type Match,
  readTokens,
  type Scope,
} from './index-matches.ts';
import type { IndexPlace } from './index-place.ts';
import { formatProgress, type RebuildProgress } from './rebuild-progress.ts';
import { type MatchSource, runSearch, type SearchRequest, type SearchResult } from './run-search.ts';
import { type SearchDocument, toIndexRow } from './search-document.ts';
import { openSettledIndex, type SettledIndex } from './settled-index.ts';
import { loadTokenisers, openTableBuilder, type TableBuilder } from './table-builder.ts';

export type { Audience } from './index-matches.ts';
export type { SearchRequest, SearchResult } from './run-search.ts';
export type { SearchDocument } from './search-document.ts';

/**
 * `absent`: the place answers, but has no whole index of the current format. `broken`: reading failed, because the index
 * is damaged or its place does not answer.
 */
export type IndexCondition = 'sound' | 'absent' | 'broken';

export type SearchIndex = {
  /**
   * Returns a result for any words.
   * @throws unavailable while there is no usable index
   */
  search(request: SearchRequest): Promise<SearchResult>;
  /** Whether an index of the current format exists, which can be written. */
  isReady(): Promise<boolean>;
  /** Searches every column of the current format, because damage shows only when the index is read. */
  examine(): Promise<IndexCondition>;
  /**
   * Adds or replaces documents. Any query that begins afterwards finds them, in any process.
   * @throws unavailable
   */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /**
   * Removes documents; ignores unknown ids.
   * @throws unavailable
   */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Counts the posts in the inverted index, and those that are not yet in it; each of these adds about 25 µs to a search.
   * @throws unavailable
   */
  countIndexed(): Promise<{ indexed: number; unindexed: number }>;
  /** Whether the index is known to be sound and to need nothing, without reading it. */
  readonly settled: SettledIndex;
  /**
   * Moves all posts into the inverted index and removes old versions, while searches and writes continue: 5 s of one core
   * for 100,000 posts, 90 s for a million. Of many posts another process does it, since it takes up to 1.7 GB. A
   * concurrent write to the moved rows makes it fail without harm; retry later.
   * @throws unavailable
   */
  optimise(): Promise<void>;
  /**
   * Builds a new index from these documents, whatever the state of the old one, then switches to it. A partial one
   * answers searches, and is not ready, until the whole one is built. Stops without effect if `confirm` throws. Of many
   * `expected` documents other processes make the index.
   */
  rebuild(
    batches: AsyncIterable<readonly SearchDocument[]>,
    options?: BuildOptions & { expected?: number },
  ): Promise<number>;
  /** Deletes the index. */
  clear(): Promise<void>;
  /** Whether searches work, of any format and also in part of the posts. */
  canAnswer(): Promise<boolean>;
  close(): void;
};

/** With fewer hits than this, a query in Latin letters may be pinyin. */
const enoughAsTyped = 10;
/** Posts whose titles and labels tell what a text in pinyin stands for. */
const postsPerReading = 30;
/** About 100 bytes each. */
const maxCachedMatches = 50_000;
/** A process needs about a second until it has loaded its dictionaries. */
const minForProcesses = 10_000;
/** Each needs 330 MB for 10,000 posts and 900 MB for a million, beside all else that the machine runs. */
const maxProcesses = 2;
const megabytesPerProcess = 2048;

/**
 * Opens the full-text index of one tenant. Any number of processes read; one writes. Calls `segmenter` at each use, so
 * that a new stock table applies at once.
 * @param options.readProgress returns how far a rebuild is, for readers
 */
export function openSearchIndex(options: {
  place: IndexPlace;
  segmenter: () => Segmenter | Promise<Segmenter>;
  readProgress?: () => Promise<RebuildProgress | null>;
  cacheBytes?: number;
}): SearchIndex {
  const generations = openGenerations(options.place, options.cacheBytes);
  const { readProgress = async () => null } = options;
  const cachedMatches = createMatchCache();
  const cachedReadings = new LRUCache<string, string[]>({ max: 500 });

  async function withTable<T>(
    use: (table: IndexTable) => Promise<T>,
    find = generations.current,
  ): Promise<T> {
    try {
      const table = await find();
      if (!table) throw unavailable(await notReady());
      return await use(table);
    } catch (error) {
      generations.invalidate();
      throw error instanceof DomainError ? error : unavailable('搜索暂时不可用，请稍后再试', error);
    }
  }

  async function notReady(): Promise<string> {
    const progress = await readProgress();
    return progress ? `搜索正在准备，${formatProgress(progress)}，请稍后再试` : '搜索正在准备，请稍后再试';
  }

  /** Opens the builders of a table of `count` rows: if these are many, in separate processes, which know these `words`. */
  async function openBuilders(
    table: IndexTable,
    { count, maxBuilders, words }: { count: number; maxBuilders: number; words: readonly string[] },
  ): Promise<TableBuilder[]> {
    if (count < minForProcesses)
      return [openTableBuilder(table, async () => loadTokenisers(await options.segmenter()))];
    const { cores, megabytes } = thisMachine();
    const fitting = Math.max(1, Math.floor(megabytes / megabytesPerProcess));
    const processes = Math.min(cores, maxBuilders, fitting);
    return openBuilderProcesses(processes, options.place, tableNameOf(table), words);
  }

  /** A writer must not write to a generation that a rebuild has replaced. */
  const newest = () => {
    generations.invalidate();
    return generations.current();
  };

  const versionOf = async (table: IndexTable) => `${tableNameOf(table)} ${await table.version()}`;

  function sourceOf(table: IndexTable, version: string, scope: Scope): MatchSource {
    const cached = (query: unknown[], load: () => Promise<readonly Match[]>) =>
      cachedMatches(JSON.stringify([version, scope, ...query]), load);
    return {
      hasEveryColumn: hasEveryColumn(table),
      find: (anyOf, where, limit) =>
        cached([anyOf, where, limit], () => findBestMatches(table, anyOf, scope, where, limit)),
      rerank: (matches, query) =>
        cached(['rerank', matches.map(({ id }) => `${id}`), query], async () => {
          const texts = await readTokens(table, scope, matches);
          const found = containments(
            matches.map(({ id }) => texts.get(id) ?? []),
            query,
          );
          return matches
            .map((match, index) => {
              const { proximity, coverage } = found[index] ?? { proximity: 0, coverage: 1 };
              // BM25 lets a short text that repeats some words of the query pass a long one that has more of them.
              return { ...match, score: match.score * (1 + proximity) * coverage };
            })
            .sort(byRelevance);
        }),
    };
  }

  /** Reads a query as pinyin if hardly any post contains it as it is typed. */
  async function readPinyinOf(table: IndexTable, version: string, request: SearchRequest): Promise<string[]> {
    const { namesOf, words } = request;
    if (!namesOf || !hasEveryColumn(table)) return [];
    const key = `${version} ${words}`;
    const cached = cachedReadings.get(key);
    if (cached) return cached;
    const { readTyped } = await import('./pinyin-readings.ts');
    const readings = await readTyped(words, async (tokens) => {
      const matches = await findByPinyin(table, tokens, postsPerReading);
      return matches.length > 0 ? namesOf(matches.map(({ id }) => `${id}`)) : [];
    });
    cachedReadings.set(key, readings);
    return readings;
  }

  function search(
    request: SearchRequest,
    wordingsOf: (words: string) => readonly QueryTokens[],
  ): Promise<SearchResult> {
    const scope = { audience: request.audience, field: request.field ?? 'all' };
    return withTable(async (table) => {
      const version = await versionOf(table);
      const source = sourceOf(table, version, scope);
      const typed = wordingsOf(request.words);
      const notice = isPartial(table) ? partialNotice(await readProgress()) : null;
      const result = { ...(await runSearch(request, typed, source)), notice };
      // The nearest alone are not what was typed.
      if (result.matched === 'all' && result.total >= enoughAsTyped) return result;
      const readings = await readPinyinOf(table, version, request);
      if (readings.length === 0) return result;
      const wider = await runSearch(request, [...typed, ...readings.flatMap(wordingsOf)], source);
      return { ...wider, readings, notice };
    });
  }

  return {
    settled: openSettledIndex(options.place, currentFormat),
    search: async (request) => search(request, (await options.segmenter()).queryWordings),
    isReady: () =>
      newest().then(
        (table) => table !== null && isWhole(table),
        () => false,
      ),
    async examine() {
      try {
        const whole = await newest();
        if (!whole || !isWhole(whole)) return 'absent';
        await search({ ...probe, audience: 'vip' }, probeTokens);
        await search({ ...probe, audience: 'visitor', field: 'title' }, probeTokens);
        await withTable((table) => findByPinyin(table, [['de']], 1));
        return 'sound';
      } catch {
        return 'broken';
      }
    },
    upsert: (documents) =>
      withTable(async (table) => {
        if (documents.length === 0) return;
        const tokenisers = await loadTokenisers(await options.segmenter());
        // If an id occurs twice, the last one wins; otherwise both would be inserted.
        const rows = new Map(documents.map((document) => [document.id, toIndexRow(document, tokenisers)]));
        const merge = table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll();
        await merge.execute([...rows.values()]);
      }, newest),
    remove: (ids) =>
      withTable(async (table) => {
        const known = ids.filter(isId);
        if (known.length > 0) await table.delete(`id in (${known.join(',')})`);
      }, newest),
    countIndexed: () =>
      withTable(async (table) => {
        const stats = await table.indexStats('open_idx');
        return { indexed: stats?.numIndexedRows ?? 0, unindexed: stats?.numUnindexedRows ?? 0 };
      }),
    optimise: () =>
      withTable(async (table) => {
        const count = await table.countRows();
        // Without words, because it makes no tokens.
        const [builder] = await openBuilders(table, { count, maxBuilders: 1, words: [] });
        try {
          await builder?.optimise();
        } finally {
          await builder?.close();
          table.close();
        }
      }, generations.openSeparateHandle),
    async rebuild(batches, { expected = 0, ...building } = {}) {
      const { extraWords: words } = await options.segmenter();
      const given = { count: expected, maxBuilders: maxProcesses, words };
      return generations.build(batches, (table) => openBuilders(table, given), building);
    },
    clear: generations.clear,
    canAnswer: () =>
      search({ ...probe, audience: 'visitor' }, probeTokens).then(
        () => true,
        () => false,
      ),
    close: generations.close,
  };
}

/**
 * Creates an LRU cache of results, keyed by query and index version: the next page, another order and frequent words
 * cost nothing, and a write invalidates everything.
 */
function createMatchCache() {
  const cache = new LRUCache<string, readonly Match[]>({
    max: 1000,
    maxSize: maxCachedMatches,
    sizeCalculation: (matches) => matches.length + 1,
  });
  return async (key: string, load: () => Promise<readonly Match[]>): Promise<readonly Match[]> => {
    const cached = cache.get(key);
    if (cached) return cached;
    const matches = await load();
    cache.set(key, matches);
    return matches;
  };
}

const probe = { words: '的', limit: 1 } as const;
/** Fixed tokens, because loading a dictionary costs more than the rest of a check. */
const probeTokens = () => [{ required: ['的'], any: ['的'], isPhrase: false, highlightWords: ['的'] }];

const isWhole = (table: IndexTable): boolean => hasCurrentFormat(table) && !isPartial(table);

function partialNotice(progress: RebuildProgress | null): string {
  const state = progress ? `，${formatProgress(progress)}` : '';
  return `搜索正在重建${state}，现在只找得到最新的一部分内容`;
}
