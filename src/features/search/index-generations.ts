import { rm } from 'node:fs/promises';
import type { Connection, FtsOptions, Table } from '@lancedb/lancedb';
import type { IndexPlace } from './index-place.ts';
import type { IndexRow } from './search-document.ts';

export type IndexTable = Table;

// The native table cannot report its name while it answers a query, so names are stored separately.
const tableNames = new WeakMap<IndexTable, string>();

/** Returns the table name of a generation; it changes with a rebuild. */
export const tableNameOf = (table: IndexTable): string => tableNames.get(table) ?? table.name;

/** The tables of one tenant's index. Each rebuild creates a new generation; readers use the newest complete one. */
export type IndexGenerations = {
  /** Returns the table to search, or null if there is none. Notices the end of a rebuild within `recheckMs`. */
  current(): Promise<Table | null>;
  /** Makes the next call look for the newest table, after an error or before a write. */
  invalidate(): void;
  /** Opens a separate handle to the same table, because a handle is blocked while it optimises. */
  openSeparateHandle(): Promise<Table | null>;
  /**
   * Builds the next generation from `batches`; drops older generations except the one in use. A partial one answers
   * searches until the whole one is complete, and is never written. Calls `confirm` before each step; if it throws, the
   * build ends and no search uses it.
   */
  build(batches: AsyncIterable<IndexRow[]>, options?: BuildOptions): Promise<number>;
  /** Deletes all generations. */
  clear(): Promise<void>;
  close(): void;
};

export type BuildOptions = { isPartial?: boolean; confirm?: () => Promise<void> };

const recheckMs = 2000;
/** In a bucket, each look for a newer generation is a request, and the old one answers until the next rebuild. */
const remoteRecheckMs = 10_000;
/** In a bucket, each look for a newer version is a request, which takes longer than the rest of a query. */
const remoteConsistencySeconds = 1;

/**
 * The format of the rows and their tokens. Raise it with every change of what `toIndexRow` or the segmenter writes: the
 * worker then rebuilds the index, while searches use the table of the old format.
 */
export const currentFormat = 3;

/** The first format had no number. A program of that time ignores the tables of later ones. */
const toTableName = (generation: number, isPartial: boolean) =>
  `posts_${generation}${isPartial ? '_part' : ''}_f${currentFormat}`;
const tableNamePattern = /^posts_(\d+)(_part)?(?:_f(\d+))?$/;

/** Whether a table has the current format, and therefore every column. */
export const hasCurrentFormat = (table: IndexTable): boolean =>
  tableNamePattern.exec(tableNameOf(table))?.[3] === `${currentFormat}`;

/** Whether a table contains only the newest posts, because the whole index is being built. */
export const isPartial = (table: IndexTable): boolean =>
  tableNamePattern.exec(tableNameOf(table))?.[2] !== undefined;

/**
 * Opens the generations lazily, so a missing directory affects only callers that use them.
 * @param cacheBytes memory for index pages, per process; 57 MB hold all of 100,000 posts of 350 characters
 */
export function openGenerations(place: IndexPlace, cacheBytes = 256 * 1024 * 1024): IndexGenerations {
  let connection: Promise<Connection> | undefined;
  let table: Table | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const connected = () => {
    connection ??= openConnection(place, cacheBytes);
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  };

  const maxAgeMs = () => (place.storageOptions && table && !isPartial(table) ? remoteRecheckMs : recheckMs);

  return {
    async current() {
      if (performance.now() - checkedAt < maxAgeMs()) return table;
      table = await newestComplete(await connected(), table);
      checkedAt = performance.now();
      return table;
    },
    invalidate() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
    openSeparateHandle: async () => newestComplete(await connected(), null),
    async build(batches, { isPartial = false, confirm = async () => undefined } = {}) {
      const db = await connected();
      const existing = await listGenerations(db);
      const inUse = await newestComplete(db, table).catch(() => null);
      const generation = (existing.at(-1)?.generation ?? 0) + 1;
      const name = toTableName(generation, isPartial);
      const rows = await buildTable(db, name, batches, confirm).catch(async (error: unknown) => {
        await db.dropTable(name).catch(() => undefined);
        throw error;
      });
      // Readers that have not noticed the rebuild still use the current generation.
      const old = existing.map(({ name }) => name).filter((name) => !inUse || name !== tableNameOf(inUse));
      for (const name of old) await db.dropTable(name);
      checkedAt = Number.NEGATIVE_INFINITY;
      return rows;
    },
    async clear() {
      if (place.storageOptions) await (await connected()).dropAllTables();
      else await rm(place.uri, { recursive: true, force: true });
      checkedAt = Number.NEGATIVE_INFINITY;
    },
    close() {
      table?.close();
      connection?.then((db) => db.close()).catch(() => undefined);
    },
  };
}

async function openConnection({ uri, storageOptions }: IndexPlace, cacheBytes: number): Promise<Connection> {
  const { connect, Session } = await import('@lancedb/lancedb');
  // With a zero interval every read looks for the newest version, so the next query finds a new post.
  return connect(uri, {
    ...(storageOptions && { storageOptions }),
    readConsistencyInterval: storageOptions ? remoteConsistencySeconds : 0,
    session: new Session(BigInt(cacheBytes), BigInt(64 * 1024 * 1024)),
  });
}

async function listGenerations(db: Connection): Promise<{ name: string; generation: number }[]> {
  const names = await db.tableNames({ limit: 1000 });
  return names
    .flatMap((name) => {
      const generation = tableNamePattern.exec(name)?.[1];
      return generation ? [{ name, generation: Number(generation) }] : [];
    })
    .sort((a, b) => a.generation - b.generation);
}

async function newestComplete(db: Connection, current: Table | null): Promise<Table | null> {
  for (const { name } of (await listGenerations(db)).reverse()) {
    if (current && tableNameOf(current) === name) return current;
    const table = await db.openTable(name);
    tableNames.set(table, name);
    if (await isComplete(table)) return table;
  }
  return null;
}

/**
 * The index created last proves that a table is complete; an interrupted build lacks it. It is that of `id`, and was
 * that of `open` in tables of earlier versions.
 */
async function isComplete(table: Table): Promise<boolean> {
  const columns = (await table.listIndices()).map((index) => index.columns[0]);
  return columns.includes('open') && columns.includes('id');
}

async function buildTable(
  db: Connection,
  name: string,
  batches: AsyncIterable<IndexRow[]>,
  confirm: () => Promise<void>,
): Promise<number> {
  const { Index, makeArrowTable } = await import('@lancedb/lancedb');
  const table = await db.createEmptyTable(name, makeArrowTable([exampleRow]).schema);
  let rows = 0;
  for await (const batch of batches) {
    if (batch.length > 0) await table.add(batch);
    rows += batch.length;
    await confirm();
  }
  const configs = {
    published_at: Index.btree(),
    kind: Index.bitmap(),
    column_id: Index.bitmap(),
    level: Index.bitmap(),
    author_ids: Index.labelList(),
    tags: Index.labelList(),
    stock_codes: Index.labelList(),
    title: Index.fts(fullTextOptions),
    pinyin: Index.fts(fullTextOptions),
    whole: Index.fts(fullTextOptions),
    open: Index.fts(fullTextOptions),
    // The last one is quick, so that hardly any time passes between `confirm` and the first search.
    id: Index.btree(),
  };
  for (const [column, config] of Object.entries(configs)) {
    await confirm();
    await table.createIndex(column, { config });
  }
  return rows;
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
