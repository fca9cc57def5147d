import type { Context } from '#kernel/context.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import { type EventRow, listEvents, listEventsBetween } from './queries.ts';
import type { EconomicEvent } from './schema.ts';

/** The home page shows a day; more than this are not worth its space. */
const maxEventsOfDay = 50;

/** Lists today's events (in Shanghai) in order of time. */
export async function readTodaysEvents(ctx: Context): Promise<EconomicEvent[]> {
  const from = new Date(`${dayOf(ctx.now())}T00:00:00+08:00`);
  const rows = await listEventsBetween(ctx.db, from, new Date(from.getTime() + dayMs), maxEventsOfDay);
  return rows.map(presentEvent);
}

/** Lists all events, last added first. */
export async function readEvents(
  ctx: Context,
  { cursor, size }: { cursor?: string | undefined; size: number },
): Promise<{ records: EconomicEvent[]; cursor: string | null }> {
  return toCursorPage(await listEvents(ctx.db, cursor, size + 1), size, presentEvent);
}

const presentEvent = ({ at, ...row }: EventRow): EconomicEvent => ({ ...row, at: toIso(at) });
