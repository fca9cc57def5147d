import { type AliasedExpression, type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/context.ts';
import type { Keyset } from '#shared/cursors.ts';
import { type ReaderId, type RecordRow, recordFields, recordJoins } from './record-queries.ts';

/** Filters of a list. With `columnId`, the kind must be that of the column. */
export type ListFilter = {
  kind?: string | undefined;
  columnId?: string | undefined;
  authorId?: string | undefined;
  access?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  /** Only important posts. */
  important?: true | undefined;
  /** Only posts that name a security which this member watches; not together with `tag` or `stockCode`. */
  watchedBy?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/*
 * Constant conditions and the limit are part of the SQL text. PostgreSQL plans a prepared statement once for all
 * values, and with parameters in these places it could neither use a partial index nor stop early.
 */

/** A range of a newest-first list: `limit` rows after a keyset, an offset, or an offset counted from a keyset. */
export type PageRange = { limit: number; after?: Keyset | undefined; offset?: number | undefined };

/** Lists published posts as records, newest first: ids by index and then their rows, in one statement. */
export async function listRecords(
  db: Database,
  filter: ListFilter,
  range: PageRange,
  reader: ReaderId = null,
): Promise<RecordRow[]> {
  const page = selectIds(db, sourceOf(db, filter, range), range);
  const { rows } = await sql<RecordRow>`
    with page as (${page})
    select ${recordFields(reader)} from page join posts p on p.id = page.id ${recordJoins}
    order by p.published_at desc, p.id desc`.execute(db);
  return rows;
}

/** Returns the keyset of the `row`th post of a list, counted from 1; null if the list is shorter. */
export async function findAnchor(db: Database, filter: ListFilter, row: number): Promise<Keyset | null> {
  const range = { limit: 1, offset: row - 1 };
  const found = await selectIds(db, sourceOf(db, filter, range), range).executeTakeFirst();
  return found?.published_at ? { at: found.published_at.getTime(), id: found.id } : null;
}

/** Counts matching posts, up to `cap` + 1. */
export async function countPosts(db: Database, filter: ListFilter, cap: number): Promise<number> {
  const range = { limit: cap + 1 };
  const row = await db
    .selectFrom(selectIds(db, sourceOf(db, filter, range), range).as('some'))
    .select((some) => some.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts the posts of each column that VIP opens, up to `cap` + 1 each; uses posts_open_to_vip. */
export async function countVipPosts(
  db: Database,
  columnIds: readonly string[],
  cap: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; posts: number }>`
    select c.id, (
      select count(*)::int from (
        select from posts p
        where p.column_id = c.id and p.state = 'published'
          and (p.access = 'vip' or (p.access = 'paid' and p.vip_free))
        limit ${sql.lit(cap + 1)}
      ) counted
    ) posts
    from unnest(${columnIds}::bigint[]) c(id)`.execute(db);
  return new Map(rows.map(({ id, posts }) => [id, posts]));
}

/** Returns the stored total of published posts of a kind, a column, or an author (`<id>/<kind>`). */
export async function findTotal(
  db: Database,
  scope: 'kind' | 'column' | 'author',
  key: string,
): Promise<number> {
  const row = await db
    .selectFrom('post_totals')
    .select('published')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.published ?? 0;
}

/** Returns the number of published posts of a kind by each of these authors. */
export async function findAuthorTotals(
  db: Database,
  authorIds: readonly string[],
  kind: string,
): Promise<Map<string, number>> {
  if (authorIds.length === 0) return new Map();
  const keys = authorIds.map((id) => `${id}/${kind}`);
  const rows = await db
    .selectFrom('post_totals')
    .select(['key', 'published'])
    .where('scope', '=', 'author')
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, published }) => [key.slice(0, key.indexOf('/')), published]));
}

type Ranking = { period: string; kind: string; columnId?: string | undefined; limit: number };

/**
 * Lists the most viewed published posts of a period, best first. With `columnId`, the kind must be that of the column.
 */
export async function listRankedRecords(
  db: Database,
  ranking: Ranking,
  reader: ReaderId = null,
): Promise<RecordRow[]> {
  const { period, kind, columnId, limit } = ranking;
  const isInScope = columnId === undefined ? sql`v.kind = ${kind}` : sql`v.column_id = ${columnId}`;
  const { rows } = await sql<RecordRow>`
    with page as (
      select v.post_id id, v.views seen from post_view_periods v join posts p on p.id = v.post_id
      where v.period = ${period} and ${isInScope} and v.views > 0 and p.state = 'published'
      order by v.views desc, v.post_id desc limit ${sql.lit(limit)}
    )
    select ${recordFields(reader)} from page join posts p on p.id = page.id ${recordJoins}
    order by page.seen desc, page.id desc`.execute(db);
  return rows;
}

/**
 * Lists the authors of a kind: first those at the head of the month's ranking, by views, then those of the newest
 * posts, the most recent first.
 */
export async function listMostReadAuthors(db: Database, kind: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ author_id: string }>`
    with ranked as (
      select post_id, views from post_view_periods where period = 'month' and kind = ${kind} and views > 0
      order by views desc, post_id desc limit 200
    ), newest as (
      select author_id, co_author_ids, published_at, id from posts where kind = ${kind} and state = 'published'
      order by published_at desc, id desc limit 100
    )
    select author_id from (
      select author.id author_id, p.published_at, r.views from ranked r join posts p on p.id = r.post_id,
        unnest(array_prepend(p.author_id, p.co_author_ids)) author(id)
      union all select author.id, published_at, 0
      from newest, unnest(array_prepend(author_id, co_author_ids)) author(id)
    ) pieces
    group by author_id order by sum(views) desc, max(published_at) desc, author_id
    limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ author_id }) => author_id);
}

function selectIds(
  db: Database,
  source: AliasedExpression<Found, 'found'>,
  { limit, after, offset }: PageRange,
) {
  let rows = db.selectFrom(source).select(['id', 'published_at']);
  if (after) {
    const isAfterAnchor = sql<boolean>`(published_at, id) < (${new Date(after.at)}::timestamptz, ${after.id}::bigint)`;
    rows = rows.where(isAfterAnchor);
  }
  rows = rows.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(sql.lit(limit));
  return offset ? rows.offset(offset) : rows;
}

type Found = { id: string; published_at: Date | null };

function sourceOf(db: Database, filter: ListFilter, range: PageRange): AliasedExpression<Found, 'found'> {
  const { kind, tag, stockCode, watchedBy } = filter;
  if (watchedBy !== undefined)
    return fromEachLabel(
      filter,
      'stock',
      sql`(select code from watched_stocks where member_id = ${watchedBy})`,
      range,
    );
  if (stockCode !== undefined && tag === undefined && kind === undefined)
    return fromEachLabel(filter, 'stock', sql`(values (${stockCode}::text))`, range);
  if (tag !== undefined && stockCode === undefined && kind === undefined)
    return fromEachLabel(filter, 'tag', sql`(values (${tag}::text))`, range);
  if (filter.authorId !== undefined) return fromBothBylines(db, filter, range);
  return tag === undefined && stockCode === undefined ? fromPosts(db, filter) : fromLabels(db, filter);
}

/**
 * Merges the heads of two lists: the posts whose main author this is, and those with a label of the further author. A
 * post is in only one of them.
 */
function fromBothBylines(db: Database, filter: ListFilter, range: PageRange) {
  const { tag, stockCode } = filter;
  const asMain =
    tag === undefined && stockCode === undefined ? fromPosts(db, filter) : fromLabels(db, filter);
  return sql<Found>`(
    (${headOf(db, asMain, range)}) union all (${headOf(db, fromCoAuthorLabels(db, filter), range)})
  )`.as<'found'>('found');
}

const headOf = (
  db: Database,
  source: AliasedExpression<Found, 'found'>,
  { limit, after, offset = 0 }: PageRange,
) => selectIds(db, source, { limit: limit + offset, after });

/** The published posts of a further author; served by post_labels_newest and post_labels_newest_of_column. */
function fromCoAuthorLabels(db: Database, filter: ListFilter) {
  const { kind, columnId, authorId = '', access, tag, stockCode, important, from, to } = filter;
  const hasLabel = (type: string, label: string) =>
    sql<boolean>`exists (select from post_labels other
      where other.post_id = l.post_id and other.type = ${sql.lit(type)} and other.label = ${label})`;
  return db
    .selectFrom('post_labels as l')
    .where('l.type', '=', sql.lit('author'))
    .where('l.label', '=', authorId)
    .$if(kind !== undefined && columnId === undefined, (labels) => labels.where('l.kind', '=', kind ?? ''))
    .$if(columnId !== undefined, (labels) => labels.where('l.column_id', '=', columnId ?? ''))
    .$if(important !== undefined, (labels) => labels.where('l.important', '=', sql.lit(true)))
    .$if(from !== undefined, (labels) => labels.where('l.published_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (labels) => labels.where('l.published_at', '<=', to ?? new Date(0)))
    .$if(tag !== undefined, (labels) => labels.where(hasLabel('tag', tag ?? '')))
    .$if(stockCode !== undefined, (labels) => labels.where(hasLabel('stock', stockCode ?? '')))
    .$if(access !== undefined, (labels) =>
      labels.where(sql<boolean>`(select p.access from posts p where p.id = l.post_id) = ${access}`),
    )
    .select(['l.post_id as id', 'l.published_at as published_at'])
    .$castTo<Found>()
    .as('found');
}

const everyKind = ['news', 'article', 'reference'];

const isBy = (authorId: string) => sql`and (l.author_id = ${authorId} or exists (
  select from post_labels other
  where other.post_id = l.post_id and other.type = 'author' and other.label = ${authorId}))`;

/**
 * Merges the heads of the lists of several labels and kinds, each by post_labels_newest, with a column by
 * post_labels_newest_of_column. A post with two of the labels appears once.
 */
function fromEachLabel(
  { kind, columnId, authorId, important, from, to }: ListFilter,
  type: 'stock' | 'tag',
  labels: RawBuilder<unknown>,
  { limit, after, offset = 0 }: PageRange,
) {
  const kinds = kind === undefined ? everyKind : [kind];
  const isAfterAnchor = after
    ? sql`and (l.published_at, l.post_id) < (${new Date(after.at)}::timestamptz, ${after.id}::bigint)`
    : sql``;
  return sql<Found>`(
    select head.id, head.published_at
    from ${labels} wanted(label) cross join unnest(${kinds}::text[]) kinds(kind) cross join lateral (
      select l.post_id id, l.published_at from post_labels l
      where l.type = ${sql.lit(type)} and l.label = wanted.label and l.kind = kinds.kind ${isAfterAnchor}
        ${columnId === undefined ? sql`` : sql`and l.column_id = ${columnId}`}
        ${authorId === undefined ? sql`` : isBy(authorId)}
        ${important === undefined ? sql`` : sql`and l.important`}
        ${from === undefined ? sql`` : sql`and l.published_at >= ${from}`}
        ${to === undefined ? sql`` : sql`and l.published_at <= ${to}`}
      order by l.published_at desc, l.post_id desc limit ${sql.lit(limit + offset)}
    ) head
    group by head.id, head.published_at)`.as<'found'>('found');
}

// A column holds one kind, and an index-only scan skips 8,000 entries in the time of 200 row look-ups; so with a
// column, the query must not check the kind in the rows.
function fromPosts(db: Database, { kind, columnId, authorId, access, important, from, to }: ListFilter) {
  return db
    .selectFrom('posts')
    .select(['posts.id as id', 'posts.published_at as published_at'])
    .where('state', '=', sql.lit('published'))
    .$if(kind !== undefined && columnId === undefined, (rows) => rows.where('kind', '=', kind ?? ''))
    .$if(columnId !== undefined, (rows) => rows.where('column_id', '=', columnId ?? ''))
    .$if(authorId !== undefined, (rows) => rows.where('author_id', '=', authorId ?? ''))
    .$if(access !== undefined, (rows) => rows.where('access', '=', access ?? ''))
    .$if(important !== undefined, (rows) => rows.where('important', '=', sql.lit(true)))
    .$if(from !== undefined, (rows) => rows.where('published_at', '>=', from ?? null))
    .$if(to !== undefined, (rows) => rows.where('published_at', '<=', to ?? null))
    .$castTo<Found>()
    .as('found');
}

// The rows of post_labels contain the columns by which its lists are ordered and filtered.
function fromLabels(db: Database, filter: ListFilter) {
  const { kind, columnId, authorId, tag, stockCode, important, from, to } = filter;
  const [type, label] = tag === undefined ? (['stock', stockCode ?? ''] as const) : (['tag', tag] as const);
  const both = tag !== undefined && stockCode !== undefined;
  return db
    .selectFrom('post_labels as l')
    .where('l.type', '=', type)
    .where('l.label', '=', label)
    .$if(kind !== undefined && columnId === undefined, (labels) => labels.where('l.kind', '=', kind ?? ''))
    .$if(columnId !== undefined, (labels) => labels.where('l.column_id', '=', columnId ?? ''))
    .$if(important !== undefined, (labels) => labels.where('l.important', '=', sql.lit(true)))
    .$if(from !== undefined, (labels) => labels.where('l.published_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (labels) => labels.where('l.published_at', '<=', to ?? new Date(0)))
    .$if(both, (labels) =>
      labels.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_labels as other')
            .select('other.post_id')
            .whereRef('other.post_id', '=', 'l.post_id')
            .where('other.type', '=', 'stock')
            .where('other.label', '=', stockCode ?? ''),
        ),
      ),
    )
    .$if(authorId !== undefined, (labels) => labels.where('l.author_id', '=', authorId ?? ''))
    .select(['l.post_id as id', 'l.published_at as published_at'])
    .$castTo<Found>()
    .as('found');
}

/** Returns the whole and the open bodies of these posts, by id. */
export async function findBodies(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, { html: string; open_html: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('post_bodies')
    .select(['post_id', 'html', 'open_html'])
    .where('post_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ post_id, ...body }) => [post_id, body]));
}

export async function findLiveVersion(db: Database, id: string): Promise<number> {
  const row = await db.selectFrom('posts').select('live_version').where('id', '=', id).executeTakeFirst();
  return row?.live_version ?? 0;
}

export type SitemapRow = { id: string; column_id: string; updated_at: Date };

/** Lists published posts of the columns with ids from `from` up to, excluding, `to`; by the primary key. */
export async function listSitemapRows(
  db: Database,
  columnIds: readonly string[],
  from: number,
  to: number,
): Promise<SitemapRow[]> {
  if (columnIds.length === 0) return [];
  const { rows } = await sql<SitemapRow>`
    select id, column_id, updated_at from posts
    where id >= ${from} and id < ${to} and state = 'published' and column_id = any(${columnIds}::bigint[])
    order by id`.execute(db);
  return rows;
}

export type RecentRow = { id: string; column_id: string; title: string; published_at: Date };

/** Lists published posts of the columns since a time, newest first; by `posts_published`. */
export async function listRecentRows(
  db: Database,
  columnIds: readonly string[],
  since: Date,
  limit: number,
): Promise<RecentRow[]> {
  if (columnIds.length === 0) return [];
  const { rows } = await sql<RecentRow>`
    select id, column_id, title, published_at from posts
    where state = 'published' and published_at >= ${since} and column_id = any(${columnIds}::bigint[])
    order by published_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns the smallest and largest id of all posts; null if there are none. */
export async function findIdRange(db: Database): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (select id from posts order by id limit 1) first, (select id from posts order by id desc limit 1) last`.execute(
    db,
  );
  const { first, last } = rows[0] ?? {};
  return first && last ? { first: Number(first), last: Number(last) } : null;
}
