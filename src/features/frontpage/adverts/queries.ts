import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { AdvertsTable } from '#kernel/db/tables.ts';
import type { Keyset } from '#shared/cursors.ts';

export type AdvertRow = Selectable<AdvertsTable>;
export type NewAdvert = {
  position: number;
  title: string;
  image: string | null;
  href: string;
  weight: number;
  starts_at: Date;
  ends_at: Date | null;
};

/** Lists running and future adverts by descending weight. Not paged, because a portal has only tens of them. */
export function listAdverts(db: Database, now: Date): Promise<AdvertRow[]> {
  return db
    .selectFrom('adverts')
    .selectAll()
    .where('is_paused', '=', false)
    .where((advert) => advert.or([advert('ends_at', 'is', null), advert('ends_at', '>', now)]))
    .orderBy('position')
    .orderBy('weight', 'desc')
    .orderBy('id')
    .execute();
}

export async function insertAdverts(trx: Trx, adverts: NewAdvert[]): Promise<AdvertRow[]> {
  return trx.insertInto('adverts').values(adverts).returningAll().execute();
}

/** Whether an advert began or ended in this period. */
export async function hasAdvertBoundary(db: Database, from: Date, to: Date): Promise<boolean> {
  const row = await db
    .selectFrom('adverts')
    .select('id')
    .where((advert) =>
      advert.or([
        advert.and([advert('starts_at', '>', from), advert('starts_at', '<=', to)]),
        advert.and([advert('ends_at', '>', from), advert('ends_at', '<=', to)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type AdvertFilter = { position: number | undefined; state: string | undefined; now: Date };
export type AdminAdvertRow = AdvertRow & { state: string; rank: number; impressions: number; clicks: number };

/**
 * Lists adverts by position, by descending weight, with ended ones last. `rank` expresses that order as one number for
 * cursors. No index serves it, because it changes with time, but a portal has only tens of adverts.
 */
export async function listAdminAdverts(
  db: Database,
  { position, state, now }: AdvertFilter,
  page: { limit: number; offset: number; after: Keyset | undefined; since: string },
): Promise<{ rows: AdminAdvertRow[]; total: number }> {
  const { rows } = await sql<AdminAdvertRow & { total: string }>`
    with states as (
      select *, case when ends_at <= ${now} then 'ended' when is_paused then 'paused'
        when starts_at > ${now} then 'waiting' else 'running' end state,
        case when ends_at <= ${now} then 1000000 else 0 end + position * 10000 + 1000 - weight rank from adverts
    ), matching as (
      select *, count(*) over () total from states
      where (${position ?? null}::int is null or position = ${position ?? null}::int)
        and (${state ?? null}::text is null or state = ${state ?? null}::text)
    ), page as (
      select * from matching
      where ${page.after ? sql<boolean>`(rank, -id) > (${page.after.at}::bigint, -${page.after.id}::bigint)` : sql.lit(true)}
      order by rank, id desc
      limit ${sql.lit(page.limit)} offset ${page.offset}
    )
    select m.*, coalesce(d.impressions, 0)::int impressions, coalesce(d.clicks, 0)::int clicks
    from page m left join lateral (
      select sum(impressions) impressions, sum(clicks) clicks from advert_days
      where advert_id = m.id and day >= ${page.since}::date
    ) d on true
    order by rank, id desc`.execute(db);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

export function lockAdvert(trx: Trx, id: string): Promise<AdvertRow | undefined> {
  return trx.selectFrom('adverts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function updateAdvert(
  trx: Trx,
  id: string,
  changes: Partial<NewAdvert> & { is_paused?: boolean },
): Promise<AdvertRow> {
  return trx
    .updateTable('adverts')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAdvertRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('adverts').where('id', '=', id).execute();
}

/** Returns the titles of existing adverts, to show where a media item is used. */
export async function listAdvertTitles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('adverts')
    .select(['id', 'title'])
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export type Counts = Map<string, { impressions: number; clicks: number }>;

/** Returns those of the ids that are adverts. */
export async function findExisting(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx.selectFrom('adverts').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds to a day's counters in one statement and ignores unknown adverts. Updates rows in the order of their ids, so two
 * processes cannot deadlock.
 */
export async function addCounts(trx: Trx, counts: Counts, day: string): Promise<void> {
  const [ids, impressions, clicks] = [
    [...counts.keys()],
    [...counts.values()].map((count) => count.impressions),
    [...counts.values()].map((count) => count.clicks),
  ];
  await sql`
    insert into advert_days (advert_id, day, impressions, clicks)
    select a.id, ${day}::date, n.impressions, n.clicks
    from unnest(${ids}::bigint[], ${impressions}::int[], ${clicks}::int[]) n(id, impressions, clicks)
    join adverts a on a.id = n.id order by a.id
    on conflict (advert_id, day) do update set
      impressions = advert_days.impressions + excluded.impressions,
      clicks = advert_days.clicks + excluded.clicks`.execute(trx);
}

/** Lists an advert's daily counters since a day, newest first. */
export async function listDays(
  db: Database,
  advertId: string,
  since: string,
): Promise<{ day: string; impressions: number; clicks: number }[]> {
  const { rows } = await sql<{ day: string; impressions: number; clicks: number }>`
    select day::text, impressions, clicks from advert_days
    where advert_id = ${advertId} and day >= ${since}::date order by day desc`.execute(db);
  return rows;
}
