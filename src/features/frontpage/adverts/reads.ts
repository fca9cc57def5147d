import type { z } from 'zod';
import { remembered } from '#kernel/cache/remembered.ts';
import type { Context } from '#kernel/context.ts';
import { emptyPage, offsetOf, type Page, toPage } from '#kernel/http/paging.ts';
import { markOf } from '#kernel/mark.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';
import type { Advert, AdvertDay, DeskAdvert, listQuery } from './schema.ts';

/** How far back the desk shows figures. */
const figureDays = 30;

const current = remembered(['adverts'], (ctx: Context) => queries.listAdverts(ctx.db, ctx.now()));

/** The adverts that run now at a position, heaviest first. */
export async function readAdverts(ctx: Context, position: number): Promise<Advert[]> {
  const now = ctx.now();
  const running = (await current(ctx)).filter(
    (advert) =>
      advert.position === position &&
      advert.starts_at <= now &&
      (advert.ends_at === null || advert.ends_at > now),
  );
  return running.map(({ id, title, image, href, weight }) => ({
    id,
    adPosid: position,
    title,
    image,
    href,
    weight,
  }));
}

/** Adverts of every state with what they did in the last 30 days, what has ended last. */
export async function listForDesk(
  ctx: Context,
  query: z.output<typeof listQuery>,
): Promise<Page<DeskAdvert>> {
  const offset = offsetOf(query);
  if (offset === null) return emptyPage(query);
  const filter = {
    position: query.position === 'all' ? undefined : Number(query.position),
    state: query.state === 'all' ? undefined : query.state,
    now: ctx.now(),
  };
  const { rows, total } = await queries.listDeskAdverts(ctx.db, filter, {
    limit: query.size,
    offset,
    since: firstDay(ctx),
  });
  return toPage(rows.map(presentDeskAdvert), { total }, query, null);
}

/** What an advert did on each of the last 30 days, newest first. */
export const listFigures = (ctx: Context, id: string): Promise<AdvertDay[]> =>
  queries.listDays(ctx.db, id, firstDay(ctx));

const firstDay = (ctx: Context): string => dayOf(new Date(ctx.now().getTime() - (figureDays - 1) * dayMs));

/** What adverts are called, for the media library's list of where an item is used. */
export const nameAdverts = ({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  queries.listAdvertTitles(db, ids);

/** The mark of an advert as it was opened; pausing one in between is no other advert. */
export const markOfAdvert = (row: queries.AdvertRow): string => markOf(describeAdvert(row));

/** What the log keeps of an advert: its fields by the names of the wire. */
export const describeAdvert = (row: queries.AdvertRow) => ({
  position: row.position,
  title: row.title,
  image: row.image,
  href: row.href,
  weight: row.weight,
  startsAt: toIso(row.starts_at),
  endsAt: row.ends_at && toIso(row.ends_at),
});

function presentDeskAdvert(row: queries.DeskAdvertRow): DeskAdvert {
  return {
    id: row.id,
    ...describeAdvert(row),
    isPaused: row.is_paused,
    state: row.state as DeskAdvert['state'],
    impressions: row.impressions,
    clicks: row.clicks,
    mark: markOfAdvert(row),
  };
}
