/**
 * Writes src/kernel/db/tables.ts (types for the query builder) and db/structure.sql (for review) from the catalogue of
 * a temporary migrated database. Run: npm run tables
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../src/kernel/config.ts';
import { joinPostgres } from '../src/kernel/db/embedded/index.ts';
import { tenantSchema } from '../src/kernel/db/pool.ts';
import { migrateTenants } from '../src/main/migrate-tenants.ts';

const types: Record<string, string> = {
  int8: 'Id',
  int4: 'number',
  int2: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  timestamptz: 'Date',
  // `2026-11-21`.
  date: 'string',
  jsonb: 'Json',
  bytea: 'Buffer',
  _text: 'string[]',
  _int8: 'string[]',
  _timestamptz: 'Date[]',
};

type Column = {
  table: string;
  column: string;
  type: string;
  required: boolean;
  defaulted: boolean;
  generated: boolean;
  sql: string;
};

const columnsOf = `
  select c.relname "table", a.attname "column", t.typname "type", a.attnotnull required,
    a.atthasdef or a.attidentity <> '' defaulted, a.attidentity = 'a' generated,
    format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attidentity <> '' then ' generated as identity' else '' end,
      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''),
      case when a.attnotnull then ' not null' else '' end) sql
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relnamespace = $1::text::regnamespace and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`;

const restOf = `
  select c.relname "table", 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) line, 1 place
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = $1::text::regnamespace and k.contype <> 'n' and c.relname <> 'schema_migrations'
  union all
  select i.tablename, i.indexdef, 2 from pg_indexes i
  where i.schemaname = $1::text and i.tablename <> 'schema_migrations'
    and not exists (select from pg_constraint k where k.conname = i.indexname and k.connamespace = $1::text::regnamespace)
  union all
  select c.relname, pg_get_triggerdef(g.oid), 3 from pg_trigger g join pg_class c on c.oid = g.tgrelid
  where c.relnamespace = $1::text::regnamespace and not g.tgisinternal
  order by 1, 3, 2`;

/** Reads the catalogue of `schema` and writes both files. */
async function generateTables(connectionString: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const columns = (await client.query<Column>(columnsOf, [schema])).rows;
  const rest = (await client.query<{ table: string; line: string; place: number }>(restOf, [schema])).rows;
  await client.end();
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  writeFileSync('src/kernel/db/tables.ts', typescript(tables));
  spawnSync(join('node_modules', '.bin', 'biome'), ['format', '--write', 'src/kernel/db/tables.ts']);
  const inSchema = (line: string) => line.replaceAll(`${schema}.`, '');
  const structure = tables.map(([table, list]) => {
    const lines = rest
      .filter((line) => line.table === table)
      .map(({ place, line }) => ({ place, line: inSchema(line) }));
    const inside = [
      ...list.map(({ sql }) => inSchema(sql)),
      ...lines.filter(({ place }) => place === 1).map(({ line }) => line),
    ];
    const after = lines.filter(({ place }) => place > 1).map(({ line }) => `${line};`);
    return [`create table ${table} (\n  ${inside.join(',\n  ')}\n);`, ...after].join('\n');
  });
  writeFileSync(
    'db/structure.sql',
    `-- Generated from the catalogue by npm run tables; for review.\n\n${structure.join('\n\n')}\n`,
  );
}

function typescript(tables: [string, Column[]][]): string {
  const name = (table: string) =>
    `${table.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
  const type = (column: Column) => {
    const base = types[column.type];
    if (!base) throw new Error(`no TypeScript type for ${column.table}.${column.column} (${column.type})`);
    const full = column.required ? base : `${base} | null`;
    if (column.generated) return `GeneratedAlways<${full}>`;
    return column.defaulted ? `Generated<${full}>` : full;
  };
  const bodies = tables.map(
    ([table, list]) =>
      `export interface ${name(table)} {\n${list.map((c) => `  ${c.column}: ${type(c)};`).join('\n')}\n}`,
  );
  return `// Generated from the catalogue by npm run tables. Do not edit.
import type { ColumnType } from 'kysely';

/** bigint: a decimal string, since ids are never numbers. */
type Id = ColumnType<string, string | number | bigint, string | number | bigint>;
type Json = ColumnType<unknown, string, string>;
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type GeneratedAlways<T> = T extends ColumnType<infer S, unknown, unknown> ? ColumnType<S, never, never> : ColumnType<T, never, never>;

${bodies.join('\n\n')}

export interface Tables {
${tables.map(([table]) => `  ${table}: ${name(table)};`).join('\n')}
}
`;
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-tables-'));
  const { connectionString, leave } = await joinPostgres({ dataDir: folder, log: () => undefined });
  try {
    const config = loadConfig({ ...process.env, DATA_DIR: folder, DATABASE_URL: connectionString });
    await migrateTenants(config, connectionString);
    await generateTables(connectionString, tenantSchema(config.tenants[0]?.id ?? ''));
  } finally {
    await leave();
    rmSync(folder, { recursive: true, force: true });
  }
}
