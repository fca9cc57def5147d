import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

/**
 * Writes the JSON of a table that has one row, `id` 1, on top of the version `base` (0: there is no row yet). The table
 * has the columns `id`, `version` and `column`, which is null for the default.
 * @returns false if another version was saved meanwhile
 */
export async function writeSingleRow(
  trx: Trx,
  { table, column }: { table: string; column: string },
  base: number,
  value: unknown,
): Promise<boolean> {
  const json = value === null ? null : JSON.stringify(value);
  const { rows } = await sql`
    insert into ${sql.table(table)} (id, ${sql.ref(column)}, version) select 1, ${json}::jsonb, 1
      where ${base}::integer = 0 or exists (select from ${sql.table(table)})
    on conflict (id) do update set ${sql.ref(column)} = excluded.${sql.ref(column)},
        version = ${sql.ref(`${table}.version`)} + 1
      where ${sql.ref(`${table}.version`)} = ${base}
    returning id`.execute(trx);
  return rows.length > 0;
}
