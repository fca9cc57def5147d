import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** A hashed reader of one thing: `post` and its id, `kind` and `news`, `advert-seen` and its id. */
export type UniqueReader = { scope: string; key: string; reader: Buffer };

/** Inserts readers in key order, so that two processes cannot deadlock. @returns the new ones */
export async function insertUniqueReaders(
  trx: Trx,
  day: string,
  readers: readonly UniqueReader[],
): Promise<UniqueReader[]> {
  const { rows } = await sql<UniqueReader>`
    insert into reader_marks (day, scope, key, reader)
    select distinct ${day}::date, scope, key, reader
    from unnest(${readers.map(({ scope }) => scope)}::text[], ${readers.map(({ key }) => key)}::text[],
      ${readers.map(({ reader }) => reader)}::bytea[]) m(scope, key, reader)
    order by 2, 3, 4 on conflict do nothing returning scope, key, reader`.execute(trx);
  return rows;
}

export async function deleteUniqueReadersBefore(db: Database, day: string): Promise<void> {
  await sql`delete from reader_marks where day < ${day}::date`.execute(db);
}
