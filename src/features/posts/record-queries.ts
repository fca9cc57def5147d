import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { AuthorsTable, PostBodiesTable, PostsTable } from '#kernel/db/tables.ts';

type PostRow = Selectable<PostsTable>;

type BodyRow = Selectable<PostBodiesTable>;

/** The fields of a post for lists, with its author and counters. `published_at` is never null in a list. */
export type RecordRow = Pick<PostRow, (typeof recordColumns)[number]> & {
  author_name: string;
  author_member_id: string | null;
  /** The further authors in the order of the byline; null if there are none. */
  co_authors: { id: string; name: string; member_id: string | null }[] | null;
  views: string;
  comments: number;
  /** The id of the reader's own collect of the post, if any. */
  collect_id: string | null;
};

export type DetailRow = RecordRow &
  Omit<BodyRow, 'post_id'> & {
    updated_at: Date;
    author_title: string;
    author_bio: string;
    author_avatar: string | null;
    author_posts: number;
    collects: number;
    followers: number;
    followed: boolean;
    co_author_cards: CoAuthorCard[];
  };

type CoAuthorCard = Pick<Selectable<AuthorsTable>, 'name' | 'title' | 'bio' | 'avatar'> & {
  id: string;
  posts: number;
  followers: number;
  followed: boolean;
};

/** The reader whose collects are looked up with the posts; null for a visitor, whose statements skip the look-up. */
export type ReaderId = string | null;

const recordColumns = [
  'id',
  'kind',
  'column_id',
  'author_id',
  'title',
  'title_breaks',
  'summary',
  'cover',
  'access',
  'price',
  'vip_price',
  'vip_free',
  'important',
  'tags',
  'stock_codes',
  'word_count',
  'state',
  'published_at',
] as const;

/** SQL for the further authors of a post; evaluated only for posts that have some. */
function coAuthorsOf(post: string): string {
  return `case when ${post}.co_author_ids <> '{}' then (
    select jsonb_agg(jsonb_build_object('id', co.id::text, 'name', co.name, 'member_id', co.member_id::text) order by place)
    from unnest(${post}.co_author_ids) with ordinality named(id, place) join authors co on co.id = named.id) end`;
}

const openFields = sql.raw(
  `${recordColumns.map((column) => `p.${column}`).join(', ')}, a.name author_name, a.member_id author_member_id,
    coalesce(c.views, 0) "views", coalesce(c.comments, 0) comments, ${coAuthorsOf('p')} co_authors`,
);

export const recordJoins = sql.raw(
  'join authors a on a.id = p.author_id left join post_counters c on c.post_id = p.id',
);

// Looked up per post by the unique key, so the reader's number of collects does not matter.
export const recordFields = (reader: ReaderId) =>
  reader
    ? sql`${openFields}, (select id from collects where member_id = ${reader} and post_id = p.id) collect_id`
    : sql`${openFields}, null::bigint collect_id`;

/** Returns the posts with these ids in any state, in no particular order. */
export async function findRecords(
  db: Database,
  ids: readonly string[],
  reader: ReaderId = null,
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RecordRow>`
    select ${recordFields(reader)} from posts p ${recordJoins} where p.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

/** Returns one post in any state with its body, its author and both counters; undefined for an id of another kind. */
export async function findDetail(
  db: Database,
  kind: string,
  id: string,
  reader: ReaderId = null,
): Promise<DetailRow | undefined> {
  const isFollowed = (author: string) =>
    reader
      ? sql`exists (select from follows f where f.member_id = ${reader} and f.author_id = ${sql.ref(author)})`
      : sql`false`;
  const { rows } = await sql<DetailRow>`
    select ${recordFields(reader)}, p.updated_at, b.html, b.open_html, b.headings, b.attachments, b.locked_word_count,
      a.title author_title, a.bio author_bio, a.avatar author_avatar,
      coalesce((select published from post_totals
        where scope = 'author' and key = p.author_id::text || '/' || p.kind), 0) author_posts,
      coalesce((select total from collection_totals where scope = 'post' and target_id = p.id), 0) collects,
      coalesce((select total from collection_totals where scope = 'author' and target_id = p.author_id), 0) followers,
      ${isFollowed('p.author_id')} followed,
      coalesce(case when p.co_author_ids <> '{}' then (
        select jsonb_agg(jsonb_build_object('id', co.id::text, 'name', co.name, 'title', co.title, 'bio', co.bio,
          'avatar', co.avatar, 'followed', ${isFollowed('co.id')},
          'posts', coalesce((select published from post_totals
            where scope = 'author' and key = co.id::text || '/' || p.kind), 0),
          'followers', coalesce((select total from collection_totals
            where scope = 'author' and target_id = co.id), 0)) order by place)
        from unnest(p.co_author_ids) with ordinality named(id, place) join authors co on co.id = named.id) end,
        '[]') co_author_cards
    from posts p ${recordJoins} join post_bodies b on b.post_id = p.id
    where p.id = ${id} and p.kind = ${kind}`.execute(db);
  return rows[0];
}

/** Returns the published neighbour of a post in its column: the one directly before or after it in time. */
export async function findNeighbour(
  db: Database,
  kind: string,
  id: string,
  side: 'older' | 'newer',
  reader: ReaderId = null,
): Promise<RecordRow | undefined> {
  const [compare, order] = side === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  // The subquery sits next to the row it compares with, so the index scan starts there and reads one entry.
  const { rows } = await sql<RecordRow>`
    select ${recordFields(reader)} from posts here cross join lateral (
      select id from posts
      where column_id = here.column_id and state = 'published'
        and (published_at, id) ${compare} (here.published_at, here.id)
      order by published_at ${order}, id ${order} limit 1
    ) neighbour join posts p on p.id = neighbour.id ${recordJoins}
    where here.id = ${id} and here.kind = ${kind}`.execute(db);
  return rows[0];
}

/** Finds titles of posts in any state. */
export async function findTitles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await findTitlesAndStates(db, ids)).map(({ id, title }) => [id, title]));
}

export async function findTitlesAndStates(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; title: string; state: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('posts').select(['id', 'title', 'state']).where('id', 'in', ids).execute();
}

export async function isPublished(db: Database, kind: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds views to the ten-minute bucket, the three rolling sums and the total, in one statement. Updates rows in the
 * order of their ids, so two processes cannot deadlock.
 * @returns the new total of each post
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

/** Returns the total views of posts; omits posts without views. */
export async function findViews(trx: Trx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('post_counters')
    .select(['post_id', 'views'])
    .where('post_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.post_id, Number(row.views)]));
}

/** Subtracts from a period's sums the buckets that began before `from` and were not subtracted yet. */
export async function expireViews(trx: Trx, period: string, from: Date): Promise<void> {
  const watermarkRow = await sql<{ counted_from: Date | null }>`
    select nullif(counted_from, '-infinity') counted_from from post_view_watermarks where period = ${period} for update`.execute(
    trx,
  );
  const since = watermarkRow.rows[0]?.counted_from ?? new Date(0);
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

/** Deletes buckets older than the longest window; all periods have subtracted them. */
export async function deleteOldBuckets(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('post_view_buckets').where('bucket', '<', before).execute();
}

const coAuthorMembers = sql<RecordRow['co_authors']>`${sql.raw(coAuthorsOf('p'))}`.as('co_authors');

/** Finds the fields of a post that comments need, in any state and of any kind. */
export const findCommentTarget = (db: Database | Trx, id: string) =>
  db
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .leftJoin('post_counters as c', 'c.post_id', 'p.id')
    .select([
      'p.id',
      'p.kind',
      'p.column_id',
      'p.title',
      'p.access',
      'p.vip_free',
      'p.state',
      'p.comments_closed',
      'a.member_id as author_member_id',
      coAuthorMembers,
      'c.comments',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();

/** Returns the fields of posts that access depends on, by id, without the rest of a record. */
export const findAccessTargets = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('posts as p')
    .innerJoin('authors as a', 'a.id', 'p.author_id')
    .select(['p.id', 'p.column_id', 'p.access', 'p.vip_free', 'p.state', 'a.member_id as author_member_id'])
    .select(coAuthorMembers)
    .where('p.id', 'in', ids)
    .execute();

export const lockCommentSettings = (trx: Trx, id: string) =>
  trx.selectFrom('posts').select('comments_closed').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function updateCommentSettings(trx: Trx, id: string, isClosed: boolean): Promise<void> {
  await trx.updateTable('posts').set({ comments_closed: isClosed }).where('id', '=', id).execute();
}
