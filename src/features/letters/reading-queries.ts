import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Records the first opening or click by the recipient with this key; a click is an opening too. */
export async function updateReading(
  db: Database,
  key: string,
  kind: 'opened' | 'clicked',
  now: Date,
): Promise<void> {
  const isClick = sql.lit(kind === 'clicked');
  await sql`
    update letter_recipients
    set opened_at = coalesce(opened_at, ${now}),
      clicked_at = case when ${isClick} then coalesce(clicked_at, ${now}) else clicked_at end
    where reading_key = ${key} and (opened_at is null or (${isClick} and clicked_at is null))`.execute(db);
}

const maxCounted = 100_000;

/** Counts who opened a letter and who followed a link in it, each up to 100,000, from two partial indexes. */
export async function countReadings(
  db: Database | Trx,
  letterId: string,
): Promise<{ opened: number; clicked: number }> {
  const count = (column: 'opened_at' | 'clicked_at') => sql`
    (select count(*)::int from (select from letter_recipients
      where letter_id = ${letterId} and ${sql.ref(column)} is not null limit ${sql.lit(maxCounted)}) r)`;
  const { rows } = await sql<{ opened: number; clicked: number }>`
    select ${count('opened_at')} opened, ${count('clicked_at')} clicked`.execute(db);
  return rows[0] ?? { opened: 0, clicked: 0 };
}
