import type { Connection, FtsOptions, Table } from '@lancedb/lancedb';
import type { IndexRow } from './index-document.ts';

export type IndexTable = Table;

// A native table that is answering a query refuses to be asked for its name, so names are kept beside it.
const names = new WeakMap<IndexTable, string>();

/** The name of a generation's table; another one after a rebuild. */
export const nameOf = (table: IndexTable): string => names.get(table) ?? table.name;

/** The tables of one tenant's index. Each rebuild makes a new generation; readers use the newest complete one. */
export type IndexTables = {
  /** The table to search, or null where there is none (yet). Noticed within `noticeMs` of a rebuild's end. */
  current(): Promise<Table | null>;
  /** Asks again at the next call: after an error, or before a write, the table may be another one. */
  forget(): void;
  /** The same table by a handle of its own: while one is optimised it can do nothing else. */
  another(): Promise<Table | null>;
  /** Makes the next generation's table from `batches`; older generations are dropped a rebuild later. */
  build(batches: AsyncIterable<IndexRow[]>): Promise<number>;
  close(): void;
};

const noticeMs = 2000;

/**
 * Nothing is opened before it is asked for, so a lost directory hurts nobody but the asker.
 * @param cacheBytes memory for index pages, per process; 57 MB hold all of 100,000 pieces of 350 characters
 */
export function indexTables(dir: string, cacheBytes = 256 * 1024 * 1024): IndexTables {
  let connection: Promise<Connection> | undefined;
  let table: Table | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  const connected = () => {
    connection ??= openConnection(dir, cacheBytes);
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  };

  return {
    async current() {
      if (performance.now() - askedAt < noticeMs) return table;
      table = await newestComplete(await connected(), table);
      askedAt = performance.now();
      return table;
    },
    forget() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
    another: async () => newestComplete(await connected(), null),
    async build(batches) {
      const db = await connected();
      const existing = await generations(db);
      const inUse = await newestComplete(db, table).catch(() => null);
      const rows = await buildTable(db, `posts_${(existing.at(-1) ?? 0) + 1}`, batches);
      // The one in use stays for readers that have not noticed yet.
      const old = existing
        .map((number) => `posts_${number}`)
        .filter((name) => !inUse || name !== nameOf(inUse));
      for (const name of old) await db.dropTable(name);
      askedAt = Number.NEGATIVE_INFINITY;
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
  // A zero interval makes every read look for the newest version: a fresh piece is found by the next query.
  return connect(dir, {
    readConsistencyInterval: 0,
    session: new Session(BigInt(cacheBytes), BigInt(64 * 1024 * 1024)),
  });
}

async function generations(db: Connection): Promise<number[]> {
  const names = await db.tableNames({ limit: 1000 });
  const numbers = names.flatMap((name) => /^posts_(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((a, b) => a - b);
}

async function newestComplete(db: Connection, known: Table | null): Promise<Table | null> {
  for (const number of (await generations(db)).reverse()) {
    const name = `posts_${number}`;
    if (known && nameOf(known) === name) return known;
    const table = await db.openTable(name);
    names.set(table, name);
    if (await isComplete(table)) return table;
  }
  return null;
}

/** The last index to be made tells that a table holds everything; a build that died has none. */
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
  for (const column of ['kind', 'column_id', 'author_id', 'level']) {
    await table.createIndex(column, { config: Index.bitmap() });
  }
  for (const column of ['tags', 'stock_codes'])
    await table.createIndex(column, { config: Index.labelList() });
  for (const column of ['title', 'whole', 'open']) {
    await table.createIndex(column, { config: Index.fts(fullText) });
  }
  return rows;
}

/** Tokens come ready: cut by spaces, no stemming, no positions (a word's neighbours are tokens themselves). */
const fullText: Partial<FtsOptions> = {
  baseTokenizer: 'whitespace',
  withPosition: false,
  lowercase: false,
  stem: false,
  removeStopWords: false,
  asciiFolding: false,
  maxTokenLength: 80,
};

/** The table's schema is inferred from it. */
const exampleRow: IndexRow = {
  id: 1n,
  kind: 'news',
  column_id: 1n,
  author_id: 1n,
  tags: ['碳中和'],
  stock_codes: ['600519'],
  level: 0n,
  published_at: 1n,
  title: '',
  open: '',
  whole: '',
};
