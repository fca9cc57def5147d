import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** One reader, unrecognisable, of one thing: `post` and its id, `kind` and `news`, `advert-seen` and its id. */
export type ReaderMark = { scope: string; key: string; reader: Buffer };

/** Adds marks in the order of their key, so two processes cannot wait for each other. @returns the new ones */
export async function insertMarks(
  trx: Trx,
  day: string,
  marks: readonly ReaderMark[],
): Promise<ReaderMark[]> {
  const { rows } = await sql<ReaderMark>`
    insert into reader_marks (day, scope, key, reader)
    select distinct ${day}::date, scope, key, reader
    from unnest(${marks.map(({ scope }) => scope)}::text[], ${marks.map(({ key }) => key)}::text[],
      ${marks.map(({ reader }) => reader)}::bytea[]) m(scope, key, reader)
    order by 2, 3, 4 on conflict do nothing returning scope, key, reader`.execute(trx);
  return rows;
}

export async function deleteMarksBefore(db: Database, day: string): Promise<void> {
  await sql`delete from reader_marks where day < ${day}::date`.execute(db);
}
