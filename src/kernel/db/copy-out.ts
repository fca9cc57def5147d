import pg from 'pg';
import { type CopyColumn, type CopyTable, readCatalogue, readMigrationNames } from './copy-catalogue.ts';
import { sessionSettings } from './session.ts';

/** Rows held at a time: a piece's text may weigh some megabytes. */
const rowsAtOnce = 100;

export type LeftOut = { column: string; values: readonly string[] };

/** Columns that count the rows of another table, by name: nought where that is not copied. */
export type Counting = Readonly<Record<string, string>>;

/** A tenant's tables as they were at one moment, whatever is written meanwhile. */
export type Snapshot = {
  readonly takenAt: Date;
  /** In an order in which they can be loaded. */
  readonly tables: readonly CopyTable[];
  readonly migrations: readonly string[];
  /**
   * The rows of a table as JSON, a line each, in the order of its key (text by code point, wherever the server stands).
   * @param emptied tables that are not copied: what may point at them is null
   * @param without rows whose `column` has one of the values are left out
   * @param counting columns that count rows of tables that may be emptied
   * @param blank columns whose values are not copied
   */
  rows(
    table: CopyTable,
    emptied: ReadonlySet<string>,
    without?: LeftOut,
    counting?: Counting,
    blank?: readonly string[],
  ): AsyncGenerator<string>;
  /** One column's values that are not null. */
  values(table: string, column: string): AsyncGenerator<string>;
  /** The next number of each table that numbers its rows. */
  nextIds(tables: readonly CopyTable[]): Promise<Record<string, string>>;
  close(): Promise<void>;
};

/** Opens one repeatable-read snapshot on a connection of its own; it holds nobody up. */
export async function openSnapshot(connectionString: string, schema: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString,
    application_name: 'guanlan-copy',
  });
  // A connection lost between two statements fails the next one; unheard, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sessionSettings(schema));
    await client.query('begin transaction isolation level repeatable read read only');
    const tables = await readCatalogue(client, schema);
    const { rows } = await client.query<{ now: Date }>('select now() as now');
    return {
      takenAt: rows[0]?.now ?? new Date(),
      tables,
      migrations: await readMigrationNames(client, schema),
      rows: (table, emptied, without, counting = {}, blank = []) =>
        readRows(client, selectOf(table, emptied, without, { counting, blank })),
      values: (table, column) =>
        readRows(
          client,
          `select ${pg.escapeIdentifier(column)} as line from ${pg.escapeIdentifier(table)}
           where ${pg.escapeIdentifier(column)} is not null`,
        ),
      nextIds: (numbered) => readNextIds(client, numbered),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

type Selecting = { counting: Counting; blank: readonly string[] };

function selectOf(
  { name, columns, key }: CopyTable,
  emptied: ReadonlySet<string>,
  without: LeftOut | undefined,
  as: Selecting,
): string {
  // A cursor takes no parameters.
  const values = without?.values.map((value) => pg.escapeLiteral(value)).join(', ');
  const where = values ? `where ${pg.escapeIdentifier(without?.column ?? '')} not in (${values})` : '';
  const order = key.map((column) => `${pg.escapeIdentifier(column)}${collationOf(columns, column)}`);
  return `select row_to_json(r)::text as line
    from (select ${columns.map((column) => selected(column, emptied, as)).join(', ')}
          from ${pg.escapeIdentifier(name)} ${where} order by ${order.join(', ')}) r`;
}

// JSON inside JSON could not tell a null of JSON from none at all, so it goes as text.
function selected(
  { name, type, refersTo }: CopyColumn,
  emptied: ReadonlySet<string>,
  { counting, blank }: Selecting,
): string {
  const column = pg.escapeIdentifier(name);
  if (emptied.has(counting[name] ?? '')) return `0 as ${column}`;
  if (blank.includes(name) || (refersTo !== null && emptied.has(refersTo))) return `null as ${column}`;
  return type === 'jsonb' ? `${column}::text as ${column}` : column;
}

function collationOf(columns: readonly CopyColumn[], name: string): string {
  return columns.find((column) => column.name === name)?.type === 'text' ? ' collate "C"' : '';
}

async function* readRows(client: pg.Client, select: string): AsyncGenerator<string> {
  await client.query(`declare copied no scroll cursor for ${select}`);
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from copied`);
      for (const { line } of rows) yield line;
      if (rows.length < rowsAtOnce) return;
    }
  } finally {
    // Where a statement failed the connection is given up, and the cursor with it.
    await client.query('close copied').catch(() => undefined);
  }
}

async function readNextIds(client: pg.Client, tables: readonly CopyTable[]): Promise<Record<string, string>> {
  const next: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const numbered = columns.find(({ isIdentity }) => isIdentity);
    if (!numbered) continue;
    const { rows } = await client.query<{ next: string }>(
      `select coalesce(last_value + increment_by, start_value)::text as next
       from (select pg_sequence_last_value(s.seqrelid) as last_value, s.seqincrement as increment_by,
               s.seqstart as start_value
             from pg_sequence s where s.seqrelid = pg_get_serial_sequence($1, $2)::regclass) one`,
      [pg.escapeIdentifier(name), numbered.name],
    );
    next[name] = rows[0]?.next ?? '1';
  }
  return next;
}
