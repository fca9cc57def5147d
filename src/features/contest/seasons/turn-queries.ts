import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

/** Whether an open season may begin or end on a day. */
export const mayTurn = (db: Database, day: string): Promise<boolean> =>
  hasDueRows(db, {
    table: 'contest_seasons',
    isDue: sql`is_open and ended_at is null and starts_on <= ${day}::date
      and (begun_at is null or cleared_on >= ends_on or ends_on < ${day}::date)`,
  });

/** Notes the beginning of open seasons that run on a day and have not begun. @returns their ids */
export async function beginSeasons(trx: Trx, day: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update contest_seasons set begun_at = ${at}
    where is_open and ended_at is null and begun_at is null and ${day}::date between starts_on and ends_on
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Notes the end of open seasons: their last day is cleared, or it is over and no trade day of theirs waits to be cleared.
 * @returns their ids
 */
export async function endSeasons(trx: Trx, day: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update contest_seasons s set ended_at = ${at}
    where s.is_open and s.ended_at is null and s.starts_on <= ${day}::date and s.cleared_on is not null
      and (s.cleared_on >= s.ends_on or (
        s.ends_on < ${day}::date
        and not exists (select from trade_days t where t.day > s.cleared_on and t.day <= s.ends_on)))
    returning s.id`.execute(trx);
  return rows.map(({ id }) => id);
}
