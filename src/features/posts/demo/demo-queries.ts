import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { DemoReader } from '#kernel/demo-month.ts';

/** A published post, for the invented readers of a demo. */
export type DemoPost = {
  id: string;
  kind: 'news' | 'article' | 'reference';
  title: string;
  access: 'public' | 'member' | 'vip' | 'paid';
  vip_free: boolean;
  author_id: string;
  tags: string[];
  important: boolean;
  word_count: number;
  published_at: Date;
  views: number;
};

/** The posts of a demo, the most viewed first, and its readers, the first registered first. */
export type DemoMonth = { posts: readonly DemoPost[]; readers: readonly DemoReader[] };

declare module '#kernel/feature.ts' {
  interface DemoEdition extends DemoMonth {}
}

/** Lists the published posts, the most viewed first. */
export async function listDemoPosts(db: Database): Promise<DemoPost[]> {
  const { rows } = await sql<DemoPost>`
    select p.id, p.kind, p.title, p.access, p.vip_free, p.author_id, p.tags, p.important, p.word_count,
      p.published_at, coalesce(c.views, 0)::int views
    from posts p left join post_counters c on c.post_id = p.id
    where p.state = 'published' order by 11 desc, p.published_at, p.id`.execute(db);
  return rows;
}

export type DemoViews = { at: Date; postId: string; views: number };

/** Adds views to buckets, sums and totals, unless there are any. The sums include those that left their windows. */
export async function insertDemoViews(trx: Trx, views: readonly DemoViews[]): Promise<void> {
  await sql`
    with seen as materialized (
      select date_bin('10 minutes', at, 'epoch') bucket, post_id, sum(views) views
      from unnest(${views.map(({ at }) => at)}::timestamptz[], ${views.map(({ postId }) => postId)}::bigint[],
        ${views.map(({ views }) => views)}::int[]) v(at, post_id, views)
      where not exists (select from post_view_buckets) group by 1, 2
    ), bucketed as (
      insert into post_view_buckets (bucket, post_id, views) select bucket, post_id, views from seen
    ), totals as materialized (
      select p.id post_id, p.kind, p.column_id, sum(seen.views) views
      from seen join posts p on p.id = seen.post_id group by p.id
    ), summed as (
      insert into post_view_periods (period, post_id, kind, column_id, views)
      select period, post_id, kind, column_id, views
      from totals cross join (values ('day'), ('month'), ('week')) periods(period)
    )
    insert into post_counters (post_id, views) select post_id, views from totals
    on conflict (post_id) do update set views = post_counters.views + excluded.views`.execute(trx);
}
