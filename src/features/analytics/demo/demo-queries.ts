import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';
import { scopesOfPost } from '../queries.ts';

/**
 * Adds figures of the views that `posts` has counted, where there are none. The readers of several posts are estimated:
 * at least those of the most read one, at most the views, and never more than those of a wider scope.
 */
export async function insertDemoFigures(trx: Trx): Promise<void> {
  await sql`
    with seen as (
      select (bucket at time zone 'Asia/Shanghai')::date as day, post_id, sum(views) views
      from post_view_buckets group by 1, 2
    )
    insert into figure_days (day, scope, key, views, readers)
    select seen.day, s.scope, s.key, sum(views),
      case s.scope when 'post' then sum(views) else round(0.35 * sum(views) + 0.65 * max(views)) end
    from seen join posts p on p.id = seen.post_id ${scopesOfPost}
    group by 1, 2, 3 on conflict do nothing`.execute(trx);
}

/** Shares of a day's readers, for the demo; together 1 in each kind. */
const originShares = [
  ...[
    ['', 0.46],
    ['baidu.com', 0.24],
    ['weibo.com', 0.13],
    ['zhihu.com', 0.1],
    ['bing.com', 0.07],
  ].map(([value, share]) => ({ kind: 'referrer', value, share })),
  ...[
    ['手机', 0.44],
    ['微信', 0.31],
    ['电脑', 0.21],
    ['平板', 0.04],
  ].map(([value, share]) => ({ kind: 'device', value, share })),
  ...[
    ['广东', 0.2],
    ['上海', 0.17],
    ['北京', 0.16],
    ['浙江', 0.14],
    ['江苏', 0.13],
    ['四川', 0.11],
    ['湖北', 0.09],
  ].map(([value, share]) => ({ kind: 'region', value, share })),
];

/** Divides the readers of each day among origins, where there are none. */
export async function insertDemoOrigins(trx: Trx): Promise<void> {
  await sql`
    insert into reader_origin_days (day, kind, value, readers)
    select f.day, o.kind, o.value, round(f.readers * o.share)
    from figure_days f
    cross join unnest(${originShares.map(({ kind }) => kind)}::text[], ${originShares.map(({ value }) => value)}::text[],
      ${originShares.map(({ share }) => share)}::float[]) o(kind, value, share)
    where f.scope = 'site' and round(f.readers * o.share) > 0
    on conflict do nothing`.execute(trx);
}

export type DemoRegistration = { memberId: string; at: Date; postId: string | null };

/** Adds registrations and where they came from; those that exist are neither added nor counted again. */
export async function insertDemoRegistrations(
  trx: Trx,
  registrations: readonly DemoRegistration[],
): Promise<void> {
  await sql`
    with fresh as (
      insert into registration_sources (member_id, post_id, registered_at)
      select * from unnest(${registrations.map(({ memberId }) => memberId)}::bigint[],
        ${registrations.map(({ postId }) => postId)}::bigint[],
        ${registrations.map(({ at }) => at)}::timestamptz[])
      on conflict do nothing returning post_id, (registered_at at time zone 'Asia/Shanghai')::date as day
    ), counted as (
      select fresh.day, s.scope, s.key from fresh join posts p on p.id = fresh.post_id ${scopesOfPost}
      union all select day, 'site', '' from fresh where post_id is null
    )
    insert into figure_days (day, scope, key, registrations)
    select day, scope, key, count(*) from counted group by 1, 2, 3
    on conflict (day, scope, key) do update
      set registrations = figure_days.registrations + excluded.registrations`.execute(trx);
}

export type DemoWordDay = {
  day: string;
  word: string;
  searches: number;
  empty_searches: number;
  searchers: number;
};

/** Adds searches of words by day, unless there are any. */
export async function insertDemoWordDays(trx: Trx, days: readonly DemoWordDay[]): Promise<void> {
  await sql`
    insert into search_word_days (day, word, searches, empty_searches, searchers)
    select day, word, searches, empty_searches, searchers
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as w(day date, word text, searches int, empty_searches int, searchers int)
    where not exists (select from search_word_days)`.execute(trx);
}
