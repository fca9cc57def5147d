import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type Counts = ReadonlyMap<string, { impressions: number; clicks: number }>;

/**
 * Adds to a day's figures, in one statement; what is no advert is passed by. Rows are touched in the order of their
 * ids, so two processes cannot wait for each other.
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

/** An advert's figures by day since one, newest first. */
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
