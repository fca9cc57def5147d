import type { z } from 'zod';
import { findOffAddresses } from '#features/columns/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { cutPage, emptyPage, offsetOf, type Page, toPage } from '#kernel/http/paging.ts';
import { versionToken } from '#kernel/version-token.ts';
import { writeCursor } from '#shared/cursors.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';
import type { AdminAdvert, Advert, AdvertDay, listQuery } from './schema.ts';

/** Days of counters that the back office shows. */
const figureDays = 30;

const currentAdverts = cachedByTag(['adverts'], (ctx: Context) => queries.listAdverts(ctx.db, ctx.now()));

/** Lists the adverts running at a position by descending weight; none that lead to what is switched off. */
export async function readAdverts(ctx: Context, position: number): Promise<Advert[]> {
  const now = ctx.now();
  const isOff = await findOffAddresses(ctx);
  const running = (await currentAdverts(ctx)).filter(
    (advert) =>
      advert.position === position &&
      advert.starts_at <= now &&
      (advert.ends_at === null || advert.ends_at > now) &&
      !isOff(advert.href),
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

/** Lists adverts in every state with their counters of the last 30 days, ended ones last. */
export async function listForAdmin(
  ctx: Context,
  query: z.output<typeof listQuery>,
): Promise<Page<AdminAdvert>> {
  const offset = query.cursor ? 0 : offsetOf(query);
  if (offset === null) return emptyPage(query);
  const filter = {
    position: query.position === 'all' ? undefined : Number(query.position),
    state: query.state === 'all' ? undefined : query.state,
    now: ctx.now(),
  };
  const { rows, total } = await queries.listAdminAdverts(ctx.db, filter, {
    limit: query.size + 1,
    offset,
    after: query.cursor,
    since: firstDay(ctx),
  });
  const { shown, last } = cutPage(rows, query.size);
  const cursor = last ? writeCursor({ at: last.rank, id: last.id }) : null;
  return toPage(shown.map(presentAdminAdvert), { total }, query, cursor);
}

/** Lists an advert's counters for each of the last 30 days, newest first. */
export const listFigures = (ctx: Context, id: string): Promise<AdvertDay[]> =>
  queries.listDays(ctx.db, id, firstDay(ctx));

const firstDay = (ctx: Context): string => dayOf(new Date(ctx.now().getTime() - (figureDays - 1) * dayMs));

/** Returns advert titles for the media library's list of uses. */
export const findAdvertTitles = (
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => queries.listAdvertTitles(db, ids);

/** Returns the version token of an advert; pausing does not change it. */
export const versionTokenOfAdvert = (row: queries.AdvertRow): string => versionToken(describeAdvert(row));

/** Returns the fields of an advert for the audit log, under their wire names. */
export const describeAdvert = (row: queries.AdvertRow) => ({
  position: row.position,
  title: row.title,
  image: row.image,
  href: row.href,
  weight: row.weight,
  startsAt: toIso(row.starts_at),
  endsAt: row.ends_at && toIso(row.ends_at),
});

function presentAdminAdvert(row: queries.AdminAdvertRow): AdminAdvert {
  return {
    id: row.id,
    ...describeAdvert(row),
    isPaused: row.is_paused,
    state: row.state as AdminAdvert['state'],
    impressions: row.impressions,
    clicks: row.clicks,
    mark: versionTokenOfAdvert(row),
  };
}
