import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { EconomicEventsTable } from '#kernel/db/tables.ts';
import { countUpserted, type Upserted } from '#kernel/storage/import-table.ts';

export type EventRow = Selectable<EconomicEventsTable>;
export type NewEvent = Omit<EventRow, 'id' | 'at'> & { at: string };

/** Lists the events from `from` up to, excluding, `to` in order of time; by economic_events_once_key. */
export const listEventsBetween = (db: Database, from: Date, to: Date, limit: number): Promise<EventRow[]> =>
  db
    .selectFrom('economic_events')
    .selectAll()
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .orderBy('importance', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Lists all events, last added first. */
export const listEvents = (db: Database, after: string | undefined, limit: number): Promise<EventRow[]> =>
  db
    .selectFrom('economic_events')
    .selectAll()
    .$if(after !== undefined, (events) => events.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Inserts events, or updates those with the same time, region and title. */
export async function upsertEvents(trx: Trx, events: readonly NewEvent[]): Promise<Upserted> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into economic_events (at, region, title, importance, previous, forecast, actual)
    select at, region, title, importance, previous, forecast, actual
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as t(at timestamptz, region text, title text,
      importance smallint, previous text, forecast text, actual text)
    order by at, region, title
    on conflict (at, region, title) do update set importance = excluded.importance, previous = excluded.previous,
      forecast = excluded.forecast, actual = excluded.actual
    where (economic_events.importance, economic_events.previous, economic_events.forecast, economic_events.actual)
      is distinct from (excluded.importance, excluded.previous, excluded.forecast, excluded.actual)
    returning xmax = 0 is_new`.execute(trx);
  return countUpserted(rows);
}

/** @returns the titles of the deleted events */
export async function deleteEvents(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx.deleteFrom('economic_events').where('id', 'in', ids).returning('title').execute();
  return rows.map(({ title }) => title);
}
