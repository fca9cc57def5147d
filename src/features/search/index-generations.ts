import type { Connection, FtsOptions, Table } from '@lancedb/lancedb';
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
   * searches until the whole one is complete, and is never written.
   */
  build(batches: AsyncIterable<IndexRow[]>, isPartial?: boolean): Promise<number>;
  close(): void;
};

const recheckMs = 2000;

/**
 * The format of the rows and their tokens. Raise it with every change of what `toIndexRow` or the segmenter writes: the
 * worker then rebuilds the index, while searches use the table of the old format.
 */
const currentFormat = 3;

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
export function openGenerations(dir: string, cacheBytes = 256 * 1024 * 1024): IndexGenerations {
  let connection: Promise<Connection> | undefined;
  let table: Table | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const connected = () => {
    connection ??= openConnection(dir, cacheBytes);
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  };

  return {
    async current() {
      if (performance.now() - checkedAt < recheckMs) return table;
      table = await newestComplete(await connected(), table);
      checkedAt = performance.now();
      return table;
    },
    invalidate() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
    openSeparateHandle: async () => newestComplete(await connected(), null),
    async build(batches, isPartial = false) {
      const db = await connected();
      const existing = await listGenerations(db);
      const inUse = await newestComplete(db, table).catch(() => null);
      const generation = (existing.at(-1)?.generation ?? 0) + 1;
      const rows = await buildTable(db, toTableName(generation, isPartial), batches);
      // Readers that have not noticed the rebuild still use the current generation.
      const old = existing.map(({ name }) => name).filter((name) => !inUse || name !== tableNameOf(inUse));
      for (const name of old) await db.dropTable(name);
      checkedAt = Number.NEGATIVE_INFINITY;
      return rows;
    },
    close() {
      table?.close();
      connection?.then((db) => db.close()).catch(() => undefined);
    },
  };
}

async function openConnection(dir: string, cacheBytes: number): Promise<Connection> {
  const { connect, Session } = await import('@lancedb/lancedb');
  // With a zero interval every read looks for the newest version, so the next query finds a new post.
  return connect(dir, {
    readConsistencyInterval: 0,
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

/** The index created last proves that a table is complete; an interrupted build lacks it. */
async function isComplete(table: Table): Promise<boolean> {
  return (await table.listIndices()).some(({ columns }) => columns[0] === 'open');
}

async function buildTable(db: Connection, name: string, batches: AsyncIterable<IndexRow[]>): Promise<number> {
  const { Index, makeArrowTable } = await import('@lancedb/lancedb');
  const table = await db.createEmptyTable(name, makeArrowTable([exampleRow]).schema);
  let rows = 0;
  for await (const batch of batches) {
    if (batch.length > 0) await table.add(batch);
    rows += batch.length;
  }
  await table.createIndex('id', { config: Index.btree() });
  await table.createIndex('published_at', { config: Index.btree() });
  for (const column of ['kind', 'column_id', 'level']) {
    await table.createIndex(column, { config: Index.bitmap() });
  }
  for (const column of ['author_ids', 'tags', 'stock_codes'])
    await table.createIndex(column, { config: Index.labelList() });
  for (const column of ['title', 'pinyin', 'whole', 'open']) {
    await table.createIndex(column, { config: Index.fts(fullTextOptions) });
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
