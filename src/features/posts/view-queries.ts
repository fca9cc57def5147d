import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

/**
 * Adds views to the bucket of ten minutes, the three rolling sums and the total, in one statement. Rows are
 * touched in the order of their ids, so two processes cannot wait for each other.
 * @returns the new total of each piece
 */
export async function addViews(
  trx: Trx,
  views: ReadonlyMap<string, number>,
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ post_id: string; views: string }>`
    with seen as materialized (
      select p.id post_id, p.kind, p.column_id, n.views
      from unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::int[]) n(id, views)
      join posts p on p.id = n.id order by p.id
    ), bucketed as (
      insert into post_view_buckets (bucket, post_id, views)
      select date_bin('10 minutes', ${now}::timestamptz, 'epoch'), post_id, views from seen
      on conflict (bucket, post_id) do update set views = post_view_buckets.views + excluded.views
    ), summed as (
      insert into post_view_periods (period, post_id, kind, column_id, views)
      select period, post_id, kind, column_id, views
      from seen cross join (values ('day'), ('month'), ('week')) periods(period) order by period, post_id
      on conflict (period, post_id) do update
        set views = post_view_periods.views + excluded.views, column_id = excluded.column_id
    )
    insert into post_counters (post_id, views) select post_id, views from seen
    on conflict (post_id) do update set views = post_counters.views + excluded.views
    returning post_id, views`.execute(trx);
  return new Map(rows.map((row) => [row.post_id, Number(row.views)]));
}

/** Subtracts from a period's sums the buckets that began before `from` and have not been subtracted yet. */
export async function expireViews(trx: Trx, period: string, from: Date): Promise<void> {
  const mark = await sql<{ counted_from: Date | null }>`
    select nullif(counted_from, '-infinity') counted_from from post_view_watermarks where period = ${period} for update`.execute(
    trx,
  );
  const since = mark.rows[0]?.counted_from ?? new Date(0);
  await sql`
    with gone as (
      select post_id, sum(views) views from post_view_buckets
      where bucket >= ${since} and bucket < ${from} group by post_id order by post_id
    ), less as (
      update post_view_periods p set views = p.views - gone.views
      from gone where p.period = ${period} and p.post_id = gone.post_id
    )
    update post_view_watermarks set counted_from = greatest(counted_from, ${from}) where period = ${period}`.execute(
    trx,
  );
  await trx.deleteFrom('post_view_periods').where('period', '=', period).where('views', '<=', '0').execute();
}

/** Buckets older than the longest window have been subtracted everywhere. */
export async function deleteOldBuckets(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('post_view_buckets').where('bucket', '<', before).execute();
}
