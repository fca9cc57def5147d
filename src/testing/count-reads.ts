import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/**
 * Counts the rows of a table that a query reads by index, with the plan of a large table: PostgreSQL merges tables in the
 * order of their indexes.
 */
export const countReads = (
  db: Database,
  table: string,
  query: (db: Database) => Promise<unknown>,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    for (const method of ['nestloop', 'hashjoin', 'sort', 'seqscan', 'bitmapscan'])
      await sql`set local ${sql.raw(`enable_${method}`)} = off`.execute(trx);
    await query(trx);
    const { rows } = await sql<{ reads: number }>`
      select idx_tup_fetch::int reads from pg_stat_xact_user_tables
      where schemaname = current_schema() and relname = ${table}`.execute(trx);
    return rows[0]?.reads ?? 0;
  });
