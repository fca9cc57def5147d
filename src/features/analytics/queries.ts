import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type Scope = 'site' | 'kind' | 'column' | 'author' | 'post';
export type Figures = { views: number; readers: number; registrations: number };
type DayRow = Figures & { day: string };
export type RankRow = Figures & { key: string; title: string | null; note: string | null };
export type WordRow = { word: string; searches: number; emptySearches: number };
export type Order = 'views' | 'readers' | 'registrations' | 'conversion';

/** Each day from `from` to `to`, both included, also those on which nothing happened. */
export async function listDays(
  db: Database,
  { scope, key, from, to }: { scope: Scope; key: string; from: string; to: string },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(f.views, 0) views, coalesce(f.readers, 0) readers,
      coalesce(f.registrations, 0) registrations
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d
    left join figure_days f on f.day = d::date and f.scope = ${scope} and f.key = ${key}
    order by d`.execute(db);
  return rows;
}

const orders: Record<Order, RawBuilder<unknown>> = {
  views: sql`views desc, f.key`,
  readers: sql`readers desc, f.key`,
  registrations: sql`registrations desc, views desc, f.key`,
  // Of equal shares the one that many readers stand behind says more.
  conversion: sql`registrations::float / greatest(readers, 1) desc, readers desc, f.key`,
};

/**
 * Pieces, columns or authors with the most of something in some days. The index by scope and day bounds what is read;
 * names are looked up for those that are shown.
 */
export async function listRanking(
  db: Database,
  query: {
    scope: 'post' | 'column' | 'author';
    from: string;
    to: string;
    order: Order;
    columnId?: string | undefined;
    authorId?: string | undefined;
    size: number;
  },
): Promise<RankRow[]> {
  const { scope, from, to, order, columnId, authorId, size } = query;
  const within =
    columnId || authorId
      ? sql`and exists (select from posts p where p.id = f.key::bigint
          and (${columnId ?? null}::bigint is null or p.column_id = ${columnId ?? null}::bigint)
          and (${authorId ?? null}::bigint is null or p.author_id = ${authorId ?? null}::bigint))`
      : sql``;
  const { rows } = await sql<RankRow>`
    with f as (
      select key, sum(views)::int views, sum(readers)::int readers, sum(registrations)::int registrations
      from figure_days f
      where scope = ${scope} and day between ${from}::date and ${to}::date ${within}
      group by key
    ), top as (select f.* from f order by ${orders[order]} limit ${size})
    select f.key, f.views, f.readers, f.registrations, n.title, n.note
    from top f ${names[scope]} order by ${orders[order]}`.execute(db);
  return rows;
}

const names = {
  post: sql`left join lateral (select p.title, c.name note from posts p join columns c on c.id = p.column_id
    where p.id = f.key::bigint) n on true`,
  column: sql`left join lateral (select c.name title, null::text note from columns c where c.id = f.key::bigint) n on true`,
  author: sql`left join lateral (select a.name title, a.title note from authors a where a.id = f.key::bigint) n on true`,
};

/** What a scope's key is called; undefined when there is no such thing (any more). */
export async function findTitle(db: Database, scope: Scope, key: string): Promise<string | undefined> {
  if (scope === 'site' || scope === 'kind') return undefined;
  const from = {
    post: sql`select title from posts`,
    column: sql`select name title from columns`,
    author: sql`select name title from authors`,
  }[scope];
  const { rows } = await sql<{ title: string }>`${from} where id = ${key}`.execute(db);
  return rows[0]?.title;
}

/** Words looked for in some days, most often first; with `isEmpty` those that found nothing, by how often. */
export async function listWords(
  db: Database,
  { from, to, isEmpty, size }: { from: string; to: string; isEmpty: boolean; size: number },
): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`
    select word, sum(searches)::int searches, sum(empty_searches)::int "emptySearches"
    from search_word_days
    where day between ${from}::date and ${to}::date ${isEmpty ? sql`and empty_searches > 0` : sql``}
    group by word order by ${isEmpty ? sql`3 desc` : sql`2 desc`}, word limit ${size}`.execute(db);
  return rows;
}
