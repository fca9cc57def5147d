import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export function findLayout(db: Database | Trx) {
  return db.selectFrom('home_layout').select(['blocks', 'version']).executeTakeFirst();
}

/**
 * Saves a layout (null: the default) on top of the version `base` (0: none). Returns false if there is another version by
 * now.
 */
export async function saveLayout(
  trx: Trx,
  base: number,
  blocks: readonly unknown[] | null,
): Promise<boolean> {
  const json = blocks && JSON.stringify(blocks);
  const { numAffectedRows } =
    base === 0
      ? await sql`
          insert into home_layout (blocks, version) values (${json}::jsonb, 1) on conflict do nothing`.execute(
          trx,
        )
      : await sql`
          update home_layout set blocks = ${json}::jsonb, version = version + 1
          where version = ${base}`.execute(trx);
  return numAffectedRows === 1n;
}
