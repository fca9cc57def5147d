import { type RawBuilder, sql } from 'kysely';
import type { UniqueReader } from '#features/settings/index.ts';
import type { Database, Trx } from '#kernel/context.ts';

export type Scope = 'site' | 'kind' | 'column' | 'author' | 'post';
export type Figures = { views: number; readers: number; registrations: number };
type DayRow = Figures & { day: string };
export type RankRow = Figures & { key: string; title: string | null; note: string | null };
export type WordRow = { word: string; searches: number; emptySearches: number };
export type RankOrder = 'views' | 'readers' | 'registrations' | 'conversion';

/** Lists each day from `from` to `to`, both inclusive, also days without figures. */
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

const orderClauses: Record<RankOrder, RawBuilder<unknown>> = {
  views: sql`views desc, f.key`,
  readers: sql`readers desc, f.key`,
  registrations: sql`registrations desc, views desc, f.key`,
  // Of equal conversions the one with more readers is more significant.
  conversion: sql`registrations::float / greatest(readers, 1) desc, readers desc, f.key`,
};

/**
 * Lists the posts, columns or authors with the highest figures in a range of days. The index by scope and day bounds
 * what is read; names are looked up only for the rows shown.
 */
export async function listRanking(
  db: Database,
  query: {
    scope: 'post' | 'column' | 'author';
    from: string;
    to: string;
    order: RankOrder;
    columnId?: string | undefined;
    authorId?: string | undefined;
    size: number;
  },
): Promise<RankRow[]> {
  const { scope, from, to, order, columnId, authorId, size } = query;
  const postCondition =
    columnId || authorId
      ? sql`and exists (select from posts p where p.id = f.key::bigint
          and (${columnId ?? null}::bigint is null or p.column_id = ${columnId ?? null}::bigint)
          and (${authorId ?? null}::bigint is null or p.author_id = ${authorId ?? null}::bigint))`
      : sql``;
  const { rows } = await sql<RankRow>`
    with f as (
      select key, sum(views)::int views, sum(readers)::int readers, sum(registrations)::int registrations
      from figure_days f
      where scope = ${scope} and day between ${from}::date and ${to}::date ${postCondition}
      group by key
    ), top as (select f.* from f order by ${orderClauses[order]} limit ${size})
    select f.key, f.views, f.readers, f.registrations, n.title, n.note
    from top f ${titleJoins[scope]} order by ${orderClauses[order]}`.execute(db);
  return rows;
}

const titleJoins = {
  post: sql`left join lateral (select p.title, c.name note from posts p join columns c on c.id = p.column_id
    where p.id = f.key::bigint) n on true`,
  column: sql`left join lateral (select c.name title, null::text note from columns c where c.id = f.key::bigint) n on true`,
  author: sql`left join lateral (select a.name title, a.title note from authors a where a.id = f.key::bigint) n on true`,
};

/** Returns the name of a column or author; undefined if it does not exist, or no longer. */
export async function findTitle(db: Database, scope: Scope, key: string): Promise<string | undefined> {
  if (scope !== 'column' && scope !== 'author') return undefined;
  const from = {
    column: sql`select name title from columns`,
    author: sql`select name title from authors`,
  }[scope];
  const { rows } = await sql<{ title: string }>`${from} where id = ${key}`.execute(db);
  return rows[0]?.title;
}

/** Lists the words searched most in a range of days; with `isEmpty` those that found nothing most often. */
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

// A post counts for itself, its author, its column, its kind and the whole site.
export const scopesOfPost = sql`cross join lateral (values ('site', ''), ('kind', p.kind), ('column', p.column_id::text),
  ('author', p.author_id::text), ('post', p.id::text)) s(scope, key)`;

/** Derives the readers of column, author, kind and site from those of posts, which `posts` has already recorded. */
export async function listReaderScopes(
  trx: Trx,
  readers: readonly { postId: string; reader: Buffer }[],
): Promise<UniqueReader[]> {
  const { rows } = await sql<UniqueReader>`
    select distinct s.scope, s.key, m.reader
    from unnest(${readers.map(({ postId }) => postId)}::bigint[], ${readers.map(({ reader }) => reader)}::bytea[]) m(id, reader)
    join posts p on p.id = m.id ${scopesOfPost} where s.scope <> 'post'`.execute(trx);
  return rows;
}

/**
 * Adds views, and `fresh` readers not yet counted that day, to every scope; for a post each view is a new reader. Rows
 * are updated in key order, so that two processes cannot deadlock.
 */
export async function addFigures(
  trx: Trx,
  day: string,
  views: ReadonlyMap<string, number>,
  fresh: readonly UniqueReader[],
): Promise<void> {
  await sql`
    with fresh as (
      select scope, key, count(*) readers
      from unnest(${fresh.map(({ scope }) => scope)}::text[], ${fresh.map(({ key }) => key)}::text[]) f(scope, key)
      group by scope, key
    ), seen as (
      select s.scope, s.key, sum(v.views) views
      from unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::int[]) v(id, views)
      join posts p on p.id = v.id ${scopesOfPost}
      group by s.scope, s.key
    )
    insert into figure_days (day, scope, key, views, readers)
    select ${day}::date, scope, key, seen.views,
      case scope when 'post' then seen.views else coalesce(fresh.readers, 0) end
    from seen left join fresh using (scope, key) order by scope, key
    on conflict (day, scope, key) do update
      set views = figure_days.views + excluded.views, readers = figure_days.readers + excluded.readers`.execute(
    trx,
  );
}

export type OriginCount = { kind: string; value: string; readers: number };

/** Hosts of a day that are counted by name; anyone can invent one. */
const maxReferrers = 500;
const otherReferrers = '其他网站';

/** Adds readers by origin. Once a day has `maxReferrers` hosts, new ones count together. */
export async function addOrigins(trx: Trx, day: string, counts: readonly OriginCount[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    with given as (
      select * from unnest(${counts.map(({ kind }) => kind)}::text[], ${counts.map(({ value }) => value)}::text[],
        ${counts.map(({ readers }) => readers)}::int[]) g(kind, value, readers)
    ), room as (
      select ${maxReferrers} - count(*) places from reader_origin_days where kind = 'referrer' and day = ${day}::date
    ), named as (
      select g.*, k.value is null is_new,
        row_number() over (partition by g.kind, k.value is null order by g.readers desc, g.value) place
      from given g left join reader_origin_days k on k.kind = g.kind and k.day = ${day}::date and k.value = g.value
    ), kept as (
      select kind, readers,
        case when kind = 'referrer' and is_new and place > places then ${otherReferrers} else value end as value
      from named cross join room
    )
    insert into reader_origin_days (day, kind, value, readers)
    select ${day}::date, kind, value, sum(readers) from kept group by kind, value order by kind, value
    on conflict (kind, day, value) do update
      set readers = reader_origin_days.readers + excluded.readers`.execute(trx);
}

/** Lists the origins of most readers in a range of days, of one kind. */
export async function listOrigins(
  db: Database,
  { kind, from, to, size }: { kind: string; from: string; to: string; size: number },
): Promise<{ value: string; readers: number }[]> {
  const { rows } = await sql<{ value: string; readers: number }>`
    select value, sum(readers)::int readers from reader_origin_days
    where kind = ${kind} and day between ${from}::date and ${to}::date
    group by value order by 2 desc, value limit ${size}`.execute(db);
  return rows;
}

/** Records which post a member came from. @returns its id; null without one, or if there is no such post */
export async function insertSource(
  trx: Trx,
  memberId: string,
  from: string | null,
  at: Date,
): Promise<string | null> {
  const post = from
    ? await trx.selectFrom('posts').select('id').where('id', '=', from).executeTakeFirst()
    : undefined;
  const row = { member_id: memberId, post_id: post?.id ?? null, registered_at: at };
  await trx
    .insertInto('registration_sources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return row.post_id;
}

/** Adds one registration to the site, and to every scope of the post it came from. */
export async function addRegistration(trx: Trx, day: string, postId: string | null): Promise<void> {
  await sql`
    insert into figure_days (day, scope, key, registrations)
    select ${day}::date, scope, key, 1 from (
      select s.scope, s.key from posts p ${scopesOfPost} where p.id = ${postId}
      union select 'site', ''
    ) counted order by scope, key
    on conflict (day, scope, key) do update set registrations = figure_days.registrations + 1`.execute(trx);
}

export async function deleteSourceOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('registration_sources').where('member_id', '=', memberId).execute();
}

/** Returns the origin of a member's registration for their personal data export. */
export function exportSource(db: Database, memberId: string) {
  return db
    .selectFrom('registration_sources as r')
    .leftJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.post_id', 'p.title', 'r.registered_at'])
    .where('r.member_id', '=', memberId)
    .execute();
}

/** Adds searches, and `fresh` searchers not yet counted for their word that day. */
export async function addSearchWords(
  trx: Trx,
  day: string,
  words: ReadonlyMap<string, { searches: number; empty: number }>,
  fresh: readonly UniqueReader[],
): Promise<void> {
  const counts = [...words.values()];
  const searchers = new Map<string, number>();
  for (const { key } of fresh) searchers.set(key, (searchers.get(key) ?? 0) + 1);
  await sql`
    insert into search_word_days (day, word, searches, empty_searches, searchers)
    select ${day}::date, word, searches, empty, searchers
    from unnest(${[...words.keys()]}::text[], ${counts.map(({ searches }) => searches)}::int[],
      ${counts.map(({ empty }) => empty)}::int[],
      ${[...words.keys()].map((word) => searchers.get(word) ?? 0)}::int[]) w(word, searches, empty, searchers)
    order by word
    on conflict (day, word) do update set searches = search_word_days.searches + excluded.searches,
      empty_searches = search_word_days.empty_searches + excluded.empty_searches,
      searchers = search_word_days.searchers + excluded.searchers`.execute(trx);
}

/**
 * Lists the words of up to `maxLength` characters by which most people found something since a day: only words by which at
 * least `minSearchers` did on one day.
 */
export async function listHotWords(
  db: Database,
  {
    since,
    minSearchers,
    maxLength,
    limit,
  }: { since: string; minSearchers: number; maxLength: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word_days where day >= ${since}::date and char_length(word) <= ${maxLength}
    group by word having max(searchers) >= ${minSearchers}
    order by sum(searchers) desc, sum(searches) desc, word limit ${limit}`.execute(db);
  return rows.map(({ word }) => word);
}

export async function deleteWordsBefore(db: Database, day: string): Promise<void> {
  await sql`delete from search_word_days where day < ${day}::date`.execute(db);
}
