import type { Connection, FtsOptions, Table } from '@lancedb/lancedb';
import type { Segmenter } from '#shared/text/segment.ts';
import { type IndexRow, type SearchDocument, type Tokenisers, toIndexRow } from './search-document.ts';

/** Adds documents to a new table and then creates its indexes, or tends a complete one. */
export type TableBuilder = {
  /** Adds documents, in any order, with or without other builders of the same table. */
  add(documents: readonly SearchDocument[]): Promise<void>;
  /** Writes what `add` has gathered. */
  flush(): Promise<void>;
  /** Creates the index of one column, after all builders of the table have written. */
  createIndex(column: IndexedColumn): Promise<void>;
  /** Moves all rows into the inverted index and removes old versions. */
  optimise(): Promise<void>;
  /** Must not be called while another call runs, unless its result is no longer needed. */
  close(): Promise<void>;
};

/** In the order of creation: what takes longest first, since the builders of a table share the work. */
const indexKinds = {
  open: 'fts',
  whole: 'fts',
  pinyin: 'fts',
  title: 'fts',
  published_at: 'btree',
  kind: 'bitmap',
  column_id: 'bitmap',
  level: 'bitmap',
  author_ids: 'labelList',
  tags: 'labelList',
  stock_codes: 'labelList',
  id: 'btree',
} as const;
export type IndexedColumn = keyof typeof indexKinds;
/** Its index is created after all others, which proves that a table is complete, and hardly takes time. */
export const lastIndexedColumn = 'id' satisfies IndexedColumn;
export const indexedColumns = (Object.keys(indexKinds) as IndexedColumn[]).filter(
  (column) => column !== lastIndexedColumn,
);

/**
 * Rows written at once; each write adds a fragment, which costs every query. About 20 MB of tokens for posts of some
 * thousand characters.
 */
const maxRows = 4000;
const maxTokenUnits = 8_000_000;
/** Versions younger than this, in ms, stay for running queries of other processes. */
const keepVersionsMs = 120_000;

export async function createEmptyTable(db: Connection, name: string): Promise<Table> {
  const { makeArrowTable } = await import('@lancedb/lancedb');
  return db.createEmptyTable(name, makeArrowTable([exampleRow]).schema);
}

/**
 * Opens a builder that works in this process.
 * @param load called once, for the first documents
 */
export function openTableBuilder(table: Table, load: () => Promise<Tokenisers>): TableBuilder {
  let tokenisers: Promise<Tokenisers> | undefined;
  let rows: IndexRow[] = [];
  let units = 0;
  const flush = async () => {
    const full = rows;
    [rows, units] = [[], 0];
    if (full.length > 0) await table.add(full);
  };
  return {
    async add(documents) {
      tokenisers ??= load();
      const loaded = await tokenisers;
      for (const document of documents) {
        const row = toIndexRow(document, loaded);
        rows.push(row);
        units += row.open.length + (row.whole?.length ?? 0);
      }
      if (rows.length >= maxRows || units >= maxTokenUnits) await flush();
    },
    flush,
    async createIndex(column) {
      const { Index } = await import('@lancedb/lancedb');
      const configs = {
        btree: Index.btree,
        bitmap: Index.bitmap,
        labelList: Index.labelList,
        fts: () => Index.fts(fullTextOptions),
      };
      await table.createIndex(column, { config: configs[indexKinds[column]]() });
    },
    async optimise() {
      await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) });
    },
    close: async () => table.close(),
  };
}

export async function loadTokenisers(segmenter: Segmenter): Promise<Tokenisers> {
  const { pinyinTokens } = await import('#shared/text/pinyin.ts');
  return { segmenter, pinyinTokens };
}

/** Tokens are ready-made: split at spaces, without stemming or positions (neighbouring words are tokens themselves). */
const fullTextOptions: Partial<FtsOptions> = {
  baseTokenizer: 'whitespace',
  withPosition: false,
  lowercase: false,
  stem: false,
  removeStopWords: false,
  asciiFolding: false,
  maxTokenLength: 80,
};

/** LanceDB infers the table's schema from this row. */
const exampleRow: IndexRow = {
  id: 1n,
  kind: 'news',
  column_id: 1n,
  author_ids: ['1'],
  tags: ['碳中和'],
  stock_codes: ['600519'],
  level: 0n,
  published_at: 1n,
  title: '',
  open: '',
  whole: '',
  pinyin: '',
};
