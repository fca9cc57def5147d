import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** One reader of one piece, unrecognisable. */
export type Mark = { postId: string; reader: Buffer };

// A piece counts for itself, its author, its column, its kind and the whole site.
const scopesOf = sql`cross join lateral (values ('site', ''), ('kind', p.kind), ('column', p.column_id::text),
  ('author', p.author_id::text), ('post', p.id::text)) s(scope, key)`;

/**
 * Adds views, and readers who were not counted on that day yet, to every scope. Rows are touched in the order of their
 * keys, so two processes cannot wait for each other.
 */
export async function addFigures(
  trx: Trx,
  day: string,
  views: ReadonlyMap<string, number>,
  marks: readonly Mark[],
): Promise<void> {
  await sql`
    with marked as (
      insert into reader_marks (day, scope, key, reader)
      select distinct ${day}::date, s.scope, s.key, m.reader
      from unnest(${marks.map(({ postId }) => postId)}::bigint[], ${marks.map(({ reader }) => reader)}::bytea[]) m(id, reader)
      join posts p on p.id = m.id ${scopesOf}
      order by 2, 3, 4
      on conflict do nothing returning scope, key
    ), fresh as (
      select scope, key, count(*) readers from marked group by scope, key
    ), seen as (
      select s.scope, s.key, sum(v.views) views
      from unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::int[]) v(id, views)
      join posts p on p.id = v.id ${scopesOf}
      group by s.scope, s.key
    )
    insert into figure_days (day, scope, key, views, readers)
    select ${day}::date, scope, key, seen.views, coalesce(fresh.readers, 0)
    from seen left join fresh using (scope, key) order by scope, key
    on conflict (day, scope, key) do update
      set views = figure_days.views + excluded.views, readers = figure_days.readers + excluded.readers`.execute(
    trx,
  );
}

/** Writes down which piece a member came from. @returns its id; null without one, or when there is no such piece */
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

/** Adds one registration to the site, and to every scope of the piece it came from. */
export async function addRegistration(trx: Trx, day: string, postId: string | null): Promise<void> {
  await sql`
    insert into figure_days (day, scope, key, registrations)
    select ${day}::date, scope, key, 1 from (
      select s.scope, s.key from posts p ${scopesOf} where p.id = ${postId}
      union select 'site', ''
    ) counted order by scope, key
    on conflict (day, scope, key) do update set registrations = figure_days.registrations + 1`.execute(trx);
}

export async function deleteSourceOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('registration_sources').where('member_id', '=', memberId).execute();
}

/** Where a member came from to register, for their own copy of their data. */
export function exportSource(db: Database, memberId: string) {
  return db
    .selectFrom('registration_sources as r')
    .leftJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.post_id', 'p.title', 'r.registered_at'])
    .where('r.member_id', '=', memberId)
    .execute();
}

export async function addSearchWords(
  trx: Trx,
  day: string,
  words: ReadonlyMap<string, { searches: number; empty: number }>,
): Promise<void> {
  const counts = [...words.values()];
  await sql`
    insert into search_word_days (day, word, searches, empty_searches)
    select ${day}::date, word, searches, empty
    from unnest(${[...words.keys()]}::text[], ${counts.map(({ searches }) => searches)}::int[],
      ${counts.map(({ empty }) => empty)}::int[]) w(word, searches, empty) order by word
    on conflict (day, word) do update set searches = search_word_days.searches + excluded.searches,
      empty_searches = search_word_days.empty_searches + excluded.empty_searches`.execute(trx);
}

export async function deleteMarksBefore(db: Database, day: string): Promise<void> {
  await sql`delete from reader_marks where day < ${day}::date`.execute(db);
}

export async function deleteWordsBefore(db: Database, day: string): Promise<void> {
  await sql`delete from search_word_days where day < ${day}::date`.execute(db);
}
