import pg from 'pg';
import { purgeChannel } from '../cache/purge.ts';
import { type CopyTable, readCatalogue, readMigrationNames, refersToItself } from './copy-catalogue.ts';
import { sessionSettings } from './session.ts';

/** A statement's worth of lines: enough that its cost vanishes, little enough to hold in memory. */
const mostLines = 500;
const mostCharacters = 8_000_000;

/** What may be done to a tenant's tables in the one transaction that fills them. */
export type Filling = {
  /** In an order in which they can be loaded. */
  readonly tables: readonly CopyTable[];
  readonly migrations: readonly string[];
  /** How many rows a table has, those with an id up to `upTo` left out. */
  count(table: string, upTo?: number): Promise<number>;
  /** Nobody else writes to these tables from now on, and their triggers rest: what they keep comes with the rows. */
  take(tables: readonly CopyTable[]): Promise<void>;
  empty(tables: readonly CopyTable[]): Promise<void>;
  /** Adds rows as `Snapshot.rows` gave them; with `next` the table numbers new ones from there on, at least. @returns how many */
  load(table: CopyTable, lines: AsyncIterable<string>, next: string | undefined): Promise<number>;
};

/**
 * Fills a tenant's tables in one transaction: all of `work` is written, or nothing. With the commit every process
 * forgets whatever it kept of this tenant.
 */
export async function fillTables<T>(
  connectionString: string,
  { schema, tenantId }: { schema: string; tenantId: string },
  work: (filling: Filling) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
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
    const taken: CopyTable[] = [];
    const result = await work({
      tables,
      migrations: await readMigrationNames(client, schema),
      count: (table, upTo) => count(client, table, upTo),
      async take(wanted) {
        for (const table of wanted) await client.query(`alter table ${nameOf(table)} disable trigger user`);
        taken.push(...wanted);
      },
      async empty(wanted) {
        const names = new Set(wanted.map(({ name }) => name));
        for (const table of [...tables].reverse())
          if (names.has(table.name)) await client.query(`delete from ${nameOf(table)}`);
      },
      async load(table, lines, next) {
        const rows = await load(client, table, lines);
        if (next !== undefined) await numberFrom(client, table, next);
        return rows;
      },
    });
    // Before the triggers wake: a table that something still waits for cannot be altered.
    await client.query('set constraints all immediate');
    for (const table of taken) await client.query(`alter table ${nameOf(table)} enable trigger user`);
    await client.query('select pg_notify($1, $2)', [purgeChannel, JSON.stringify([tenantId, '*'])]);
    await client.query('commit');
    // The planner knows nothing of what has just come, and would wait for its own round.
    for (const table of taken) await client.query(`analyze ${nameOf(table)}`);
    return result;
  } finally {
    // Without a commit this undoes everything.
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
  // A row may point at one that comes after it in the same table, so those go in by a single statement.
  const isRing = refersToItself(table);
  const into = isRing ? pg.escapeIdentifier(`copy of ${table.name}`) : nameOf(table);
  const names = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  if (isRing) await client.query(`create temporary table ${into} (like ${nameOf(table)}) on commit drop`);
  const insert = insertOf(table, into, isRing);
  let total = 0;
  for await (const batch of inBatches(lines)) {
    await client.query(insert, [`[${batch.join(',')}]`]);
    total += batch.length;
  }
  if (isRing)
    await client.query(
      `insert into ${nameOf(table)} (${names}) overriding system value select ${names} from ${into}`,
    );
  return total;
}

function insertOf({ columns }: CopyTable, into: string, isPlain: boolean): string {
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
    if (batch.length < mostLines && characters < mostCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function numberFrom(client: pg.Client, table: CopyTable, next: string): Promise<void> {
  const numbered = table.columns.find(({ isIdentity }) => isIdentity);
  if (!numbered) return;
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, coalesce(max(${pg.escapeIdentifier(numbered.name)}), 0) + 1), false)
     from ${nameOf(table)}`,
    [pg.escapeIdentifier(table.name), numbered.name, next],
  );
}
