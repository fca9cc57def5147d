import pg from 'pg';
import { type CopyColumn, type CopyTable, readCatalogue, readMigrationNames } from './copy-catalogue.ts';
import { PrimaryClient } from './primary-client.ts';
import { sessionSettings } from './session-settings.ts';

/** Rows fetched at a time; the body of one post may take several megabytes. */
const fetchSize = 100;

export type ExcludedRows = { column: string; values: readonly string[] };

/** Columns that count rows of another table, by column name: they are exported as 0 if that table is not copied. */
export type CountColumns = Readonly<Record<string, string>>;

/** A consistent view of a tenant's tables at one moment, regardless of concurrent writes. */
export type Snapshot = {
  readonly takenAt: Date;
  /** In load order: a referenced table comes first. */
  readonly tables: readonly CopyTable[];
  readonly migrations: readonly string[];
  /**
   * Returns the rows of a table as JSON, one line each, in primary key order (text by code point, independent of the
   * server's locale).
   * @param emptied tables that are not copied: foreign keys to them become null
   * @param without excludes rows whose `column` has one of the values
   * @param counting columns that count rows of tables that may be in `emptied`
   * @param blank columns whose values become null
   */
  rows(
    table: CopyTable,
    emptied: ReadonlySet<string>,
    without?: ExcludedRows,
    counting?: CountColumns,
    blank?: readonly string[],
  ): AsyncGenerator<string>;
  /** Returns the non-null values of one column. */
  values(table: string, column: string): AsyncGenerator<string>;
  /** Returns the next identity value of each table that has an identity column. */
  nextIds(tables: readonly CopyTable[]): Promise<Record<string, string>>;
  close(): Promise<void>;
};

/** Opens a repeatable-read snapshot on its own connection. It takes no locks that block writers. */
export async function openSnapshot(connectionString: string, schema: string): Promise<Snapshot> {
  const client = new PrimaryClient({
    connectionString,
    application_name: 'guanlan-copy',
  });
  // A connection lost between two statements fails the next one; an unhandled `error` event would end the process.
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

type SelectOptions = { counting: CountColumns; blank: readonly string[] };

function selectOf(
  { name, columns, key }: CopyTable,
  emptied: ReadonlySet<string>,
  without: ExcludedRows | undefined,
  as: SelectOptions,
): string {
  // A cursor declaration takes no parameters.
  const values = without?.values.map((value) => pg.escapeLiteral(value)).join(', ');
  const where = values ? `where ${pg.escapeIdentifier(without?.column ?? '')} not in (${values})` : '';
  const order = key.map((column) => `${pg.escapeIdentifier(column)}${collationOf(columns, column)}`);
  return `select row_to_json(r)::text as line
    from (select ${columns.map((column) => selected(column, emptied, as)).join(', ')}
          from ${pg.escapeIdentifier(name)} ${where} order by ${order.join(', ')}) r`;
}

// jsonb is exported as text: nested JSON could not distinguish a JSON null from an SQL null.
function selected(
  { name, type, refersTo }: CopyColumn,
  emptied: ReadonlySet<string>,
  { counting, blank }: SelectOptions,
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
      const { rows } = await client.query<{ line: string }>(`fetch ${fetchSize} from copied`);
      for (const { line } of rows) yield line;
      if (rows.length < fetchSize) return;
    }
  } finally {
    // After a failed statement the connection is closed, and the cursor with it.
    await client.query('close copied').catch(() => undefined);
  }
}

async function readNextIds(client: pg.Client, tables: readonly CopyTable[]): Promise<Record<string, string>> {
  const next: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const numbered = columns.find(({ isIdentity }) => isIdentity);
    if (!numbered) continue;
    const { rows: sequences } = await client.query<{ sequence: string; step: string }>(
      `select s.seqrelid::regclass::text as sequence, s.seqincrement::text as step
       from pg_sequence s where s.seqrelid = pg_get_serial_sequence($1, $2)::regclass`,
      [pg.escapeIdentifier(name), numbered.name],
    );
    const [found] = sequences;
    if (!found) continue;
    // pg_sequence_last_value is null for a sequence that was set and not used since, as after a restore.
    const { rows } = await client.query<{ next: string }>(
      `select (last_value + case when is_called then ${found.step} else 0 end)::text as next from ${found.sequence}`,
    );
    next[name] = rows[0]?.next ?? '1';
  }
  return next;
}
