import pg from 'pg';
import { purgeChannel } from '../cache/purge.ts';
import { DomainError } from '../errors.ts';
import { type CopyTable, readCatalogue, readMigrationNames, refersToItself } from './copy-catalogue.ts';
import { PrimaryClient } from './primary-client.ts';
import { sessionSettings } from './session-settings.ts';

/** Lines per statement: enough to make the cost of a statement negligible, few enough to hold in memory. */
const maxLines = 500;
const maxCharacters = 8_000_000;

/** Operations on a tenant's tables within the one transaction that fills them. */
export type TableLoader = {
  /** In load order: a referenced table comes first. */
  readonly tables: readonly CopyTable[];
  readonly migrations: readonly string[];
  /** Counts the rows of a table, without those whose id is at most `upTo`. */
  count(table: string, upTo?: number): Promise<number>;
  /**
   * Locks the tables against other writers and disables their triggers: the rows already hold what triggers maintain.
   */
  lock(tables: readonly CopyTable[]): Promise<void>;
  clear(tables: readonly CopyTable[]): Promise<void>;
  /**
   * Inserts rows in the format of `Snapshot.rows`. With `next`, the identity sequence continues at that value at least.
   * @returns the number of rows
   * @throws invalid, naming the table, if PostgreSQL does not take a row
   */
  load(table: CopyTable, lines: AsyncIterable<string>, next: string | undefined): Promise<number>;
};

/**
 * Fills a tenant's tables in one transaction: all of `work` is committed, or nothing. The commit invalidates every
 * process's caches of this tenant.
 */
export async function fillTables<T>(
  connectionString: string,
  { schema, tenantId }: { schema: string; tenantId: string },
  work: (loader: TableLoader) => Promise<T>,
): Promise<T> {
  const client = new PrimaryClient({
    connectionString,
    application_name: 'guanlan-copy',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sessionSettings(schema));
    await client.query('begin');
    await client.query('set constraints all deferred');
    const tables = await readCatalogue(client, schema);
    const locked: CopyTable[] = [];
    const result = await work({
      tables,
      migrations: await readMigrationNames(client, schema),
      count: (table, upTo) => count(client, table, upTo),
      async lock(wanted) {
        for (const table of wanted) await client.query(`alter table ${nameOf(table)} disable trigger user`);
        locked.push(...wanted);
      },
      async clear(wanted) {
        const names = new Set(wanted.map(({ name }) => name));
        for (const table of [...tables].reverse())
          if (names.has(table.name)) await client.query(`delete from ${nameOf(table)}`);
      },
      async load(table, lines, next) {
        const rows = await load(client, table, lines).catch(refuseRows(table));
        if (next !== undefined) await advanceSequence(client, table, next);
        return rows;
      },
    });
    // Before the triggers are enabled: a table with pending deferred constraints cannot be altered.
    await client.query('set constraints all immediate');
    for (const table of locked) await client.query(`alter table ${nameOf(table)} enable trigger user`);
    await client.query('select pg_notify($1, $2)', [purgeChannel, JSON.stringify([tenantId, '*'])]);
    await client.query('commit');
    // The planner has no statistics of the new rows, and autovacuum would collect them only later.
    for (const table of locked) await client.query(`analyze ${nameOf(table)}`);
    return result;
  } finally {
    // Without a commit, closing the connection rolls everything back.
    await client.end();
  }
}

const nameOf = ({ name }: CopyTable) => pg.escapeIdentifier(name);

async function count(client: pg.Client, table: string, upTo: number | undefined): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${pg.escapeIdentifier(table)}${upTo === undefined ? '' : ' where id > $1'}`,
    upTo === undefined ? [] : [upTo],
  );
  return rows[0]?.count ?? 0;
}

async function load(client: pg.Client, table: CopyTable, lines: AsyncIterable<string>): Promise<number> {
  // A row may reference a later row of the same table, so all rows are inserted by a single statement.
  const isSelfReferencing = refersToItself(table);
  const into = isSelfReferencing ? pg.escapeIdentifier(`copy of ${table.name}`) : nameOf(table);
  const names = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  if (isSelfReferencing)
    await client.query(`create temporary table ${into} (like ${nameOf(table)}) on commit drop`);
  const insert = insertSql(table, into, isSelfReferencing);
  let total = 0;
  for await (const batch of inBatches(lines)) {
    await client.query(insert, [`[${batch.join(',')}]`]);
    total += batch.length;
  }
  if (isSelfReferencing)
    await client.query(
      `insert into ${nameOf(table)} (${names}) overriding system value select ${names} from ${into}`,
    );
  return total;
}

/** A row that PostgreSQL does not take, by its content (SQLSTATE class 22) or a constraint (23), is not one it wrote. */
const refuseRows =
  ({ name }: CopyTable) =>
  (error: unknown): never => {
    if (!(error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''))) throw error;
    throw new DomainError('invalid', `表 ${name} 的内容存不进数据库：它被改动过，或者没有传完`, {
      cause: error,
    });
  };

function insertSql({ columns }: CopyTable, into: string, isPlain: boolean): string {
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const values = columns.map(({ name, type }) =>
    type === 'jsonb' ? `${pg.escapeIdentifier(name)}::jsonb` : pg.escapeIdentifier(name),
  );
  const shape = columns.map(
    ({ name, type }) => `${pg.escapeIdentifier(name)} ${type === 'jsonb' ? 'text' : type}`,
  );
  return `insert into ${into} (${names})${isPlain ? '' : ' overriding system value'}
    select ${values.join(', ')} from json_to_recordset($1::json) as r(${shape.join(', ')})`;
}

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    batch.push(line);
    characters += line.length;
    if (batch.length < maxLines && characters < maxCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function advanceSequence(client: pg.Client, table: CopyTable, next: string): Promise<void> {
  const numbered = table.columns.find(({ isIdentity }) => isIdentity);
  if (!numbered) return;
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, coalesce(max(${pg.escapeIdentifier(numbered.name)}), 0) + 1), false)
     from ${nameOf(table)}`,
    [pg.escapeIdentifier(table.name), numbered.name, next],
  );
}
