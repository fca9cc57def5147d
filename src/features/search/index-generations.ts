import { rm } from 'node:fs/promises';
import type { Connection, Table } from '@lancedb/lancedb';
import { type IndexPlace, openConnection } from './index-place.ts';
import type { SearchDocument } from './search-document.ts';
import { createEmptyTable, indexedColumns, lastIndexedColumn, type TableBuilder } from './table-builder.ts';

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
  build(
    batches: AsyncIterable<readonly SearchDocument[]>,
    openBuilders: OpenBuilders,
    options?: BuildOptions,
  ): Promise<number>;
  /** Deletes all generations. */
  clear(): Promise<void>;
  close(): void;
};

export type BuildOptions = {
  isPartial?: boolean;
  confirm?: () => Promise<void>;
  onRows?: (count: number) => void;
};

/** Opens at least one builder of a new table. Documents are divided among them. */
export type OpenBuilders = (table: Table) => Promise<TableBuilder[]>;

const recheckMs = 2000;
/** In a bucket, each look for a newer generation is a request, and the old one answers until the next rebuild. */
const remoteRecheckMs = 10_000;
/**
 * The format of the rows and their tokens. Raise it with every change of what `toIndexRow` or the segmenter writes: the
 * worker then rebuilds the index, while searches use the table of the old format.
 */
export const currentFormat = 5;
/** The first format with the columns of this one; tokens of later formats differ. */
const formatOfColumns = 4;

/** The first format had no number. A program of that time ignores the tables of later ones. */
const toTableName = (generation: number, isPartial: boolean) =>
  `posts_${generation}${isPartial ? '_part' : ''}_f${currentFormat}`;
const tableNamePattern = /^posts_(\d+)(_part)?(?:_f(\d+))?$/;

const formatOf = (table: IndexTable): number => Number(tableNamePattern.exec(tableNameOf(table))?.[3] ?? 0);

/** Whether a table has the current format, and may be written. */
export const hasCurrentFormat = (table: IndexTable): boolean => formatOf(table) === currentFormat;

/** Whether a table has every column that searches read. */
export const hasEveryColumn = (table: IndexTable): boolean => formatOf(table) >= formatOfColumns;

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

  const maxAgeMs = () => (place.bucket && table && !isPartial(table) ? remoteRecheckMs : recheckMs);

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
    async build(batches, openBuilders, options = {}) {
      const db = await connected();
      const existing = await listGenerations(db);
      const inUse = await newestComplete(db, table).catch(() => null);
      const generation = (existing.at(-1)?.generation ?? 0) + 1;
      const name = toTableName(generation, options.isPartial ?? false);
      const rows = await buildTable(db, name, batches, openBuilders, options).catch(
        async (error: unknown) => {
          await db.dropTable(name).catch(() => undefined);
          throw error;
        },
      );
      // Readers that have not noticed the rebuild still use the current generation.
      const old = existing.map(({ name }) => name).filter((name) => !inUse || name !== tableNameOf(inUse));
      for (const name of old) await db.dropTable(name);
      checkedAt = Number.NEGATIVE_INFINITY;
      return rows;
    },
    async clear() {
      if (place.bucket) await (await connected()).dropAllTables();
      else await rm(place.uri, { recursive: true, force: true });
      checkedAt = Number.NEGATIVE_INFINITY;
    },
    close() {
      table?.close();
      connection?.then((db) => db.close()).catch(() => undefined);
    },
  };
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
  return columns.includes('open') && columns.includes(lastIndexedColumn);
}

async function buildTable(
  db: Connection,
  name: string,
  batches: AsyncIterable<readonly SearchDocument[]>,
  openBuilders: OpenBuilders,
  { confirm = async () => undefined, onRows = () => undefined }: BuildOptions,
): Promise<number> {
  const builders = await openBuilders(await createEmptyTable(db, name));
  const documents = batches[Symbol.asyncIterator]();
  let rows = 0;
  const addTo = async (builder: TableBuilder) => {
    for (let next = await documents.next(); !next.done; next = await documents.next()) {
      await builder.add(next.value);
      rows += next.value.length;
      onRows(next.value.length);
      await confirm();
    }
  };
  try {
    // Two at a time for each, so that a builder has documents while the next are being read.
    await Promise.all([...builders, ...builders].map(addTo));
    await Promise.all(builders.map((builder) => builder.flush()));
    // One iterator for all builders: each takes the next column when it is done with one.
    const columns = indexedColumns.values();
    const createIndexes = async (builder: TableBuilder) => {
      for (const column of columns) {
        await confirm();
        await builder.createIndex(column);
      }
    };
    await Promise.all(builders.map(createIndexes));
    await confirm();
    await builders[0]?.createIndex(lastIndexedColumn);
  } finally {
    await documents.return?.();
    await Promise.all(builders.map((builder) => builder.close()));
  }
  return rows;
}
