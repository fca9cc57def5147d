import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';
import type { Keyset } from '#shared/cursors.ts';
import { type Reader, type RecordRow, recordFields, recordJoins } from './record-queries.ts';

/** What a list is narrowed by. With `columnId` the column's kind counts, and `kind` must be that one. */
export type ListFilter = {
  kind?: string | undefined;
  columnId?: string | undefined;
  authorId?: string | undefined;
  access?: string | undefined;
  tag?: string | undefined;
  stockCode?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/*
 * What never varies, and the length of a list, stand in the statements themselves: a statement is prepared once for
 * all values, and without them no plan for all values could use a partial index or stop early.
 */

/** A stretch of a newest-first list: after a place or an offset, or (with `newer`) what came just after a place. */
export type Stretch = { limit: number; after?: Keyset | undefined; offset?: number | undefined };

/** Published pieces, newest first, as records: the ids by index, then their rows, in one statement. */
export async function listRecords(
  db: Database,
  filter: ListFilter,
  stretch: Stretch,
  reader: Reader = null,
): Promise<RecordRow[]> {
  const page = selectIds(db, filter, stretch);
  const { rows } = await sql<RecordRow>`
    with page as (${page})
    select ${recordFields(reader)} from page join posts p on p.id = page.id ${recordJoins}
    order by p.published_at desc, p.id desc`.execute(db);
  return rows;
}

/** The place of the `row`th piece of a list, the first being 1; null where the list is shorter. */
export async function findPlace(db: Database, filter: ListFilter, row: number): Promise<Keyset | null> {
  const found = await selectIds(db, filter, { limit: 1, offset: row - 1 }).executeTakeFirst();
  return found?.published_at ? { at: found.published_at.getTime(), id: found.id } : null;
}

/** How many pieces match, counted no further than `cap` + 1. */
export async function countPosts(db: Database, filter: ListFilter, cap: number): Promise<number> {
  const row = await db
    .selectFrom(selectIds(db, filter, { limit: cap + 1 }).as('some'))
    .select((some) => some.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A kept total: published pieces of a kind, a column, or an author (`<id>/<kind>`). */
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

/** Published pieces of a kind by each of these authors. */
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

/** The most viewed pieces of a period that are out, best first. With `columnId` the column's kind counts. */
export async function listRankedRecords(
  db: Database,
  ranking: Ranking,
  reader: Reader = null,
): Promise<RecordRow[]> {
  const { period, kind, columnId, limit } = ranking;
  const whose = columnId === undefined ? sql`v.kind = ${kind}` : sql`v.column_id = ${columnId}`;
  const { rows } = await sql<RecordRow>`
    with page as (
      select v.post_id id, v.views seen from post_view_periods v join posts p on p.id = v.post_id
      where v.period = ${period} and ${whose} and v.views > 0 and p.state = 'published'
      order by v.views desc, v.post_id desc limit ${sql.lit(limit)}
    )
    select ${recordFields(reader)} from page join posts p on p.id = page.id ${recordJoins}
    order by page.seen desc, page.id desc`.execute(db);
  return rows;
}

/**
 * The authors of a kind by how much the head of their month's ranking was read, then those of its newest pieces,
 * the last to have written first.
 */
export async function listReadAuthors(db: Database, kind: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ author_id: string }>`
    with ranked as (
      select post_id, views from post_view_periods where period = 'month' and kind = ${kind} and views > 0
      order by views desc, post_id desc limit 200
    ), newest as (
      select author_id, published_at, id from posts where kind = ${kind} and state = 'published'
      order by published_at desc, id desc limit 100
    )
    select author_id from (
      select p.author_id, p.published_at, r.views from ranked r join posts p on p.id = r.post_id
      union all select author_id, published_at, 0 from newest
    ) pieces
    group by author_id order by sum(views) desc, max(published_at) desc, author_id
    limit ${sql.lit(limit)}`.execute(db);
  return rows.map(({ author_id }) => author_id);
}

function selectIds(db: Database, filter: ListFilter, { limit, after, offset }: Stretch) {
  const found =
    filter.tag === undefined && filter.stockCode === undefined
      ? fromPosts(db, filter)
      : fromLabels(db, filter);
  let rows = db.selectFrom(found).select(['id', 'published_at']);
  if (after) {
    const place = sql<boolean>`(published_at, id) < (${new Date(after.at)}::timestamptz, ${after.id}::bigint)`;
    rows = rows.where(place);
  }
  rows = rows.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(sql.lit(limit));
  return offset ? rows.offset(offset) : rows;
}

type Found = { id: string; published_at: Date | null };

// A column holds one kind, and an index that answers alone skips 8,000 entries in the time of 200 rows: so where
// the column is given, the kind must not be looked up in the rows.
function fromPosts(db: Database, { kind, columnId, authorId, access, from, to }: ListFilter) {
  return db
    .selectFrom('posts')
    .select(['posts.id as id', 'posts.published_at as published_at'])
    .where('state', '=', sql.lit('published'))
    .$if(kind !== undefined && columnId === undefined, (rows) => rows.where('kind', '=', kind ?? ''))
    .$if(columnId !== undefined, (rows) => rows.where('column_id', '=', columnId ?? ''))
    .$if(authorId !== undefined, (rows) => rows.where('author_id', '=', authorId ?? ''))
    .$if(access !== undefined, (rows) => rows.where('access', '=', access ?? ''))
    .$if(from !== undefined, (rows) => rows.where('published_at', '>=', from ?? null))
    .$if(to !== undefined, (rows) => rows.where('published_at', '<=', to ?? null))
    .$castTo<Found>()
    .as('found');
}

// A label's rows carry what its lists are ordered and narrowed by.
function fromLabels(db: Database, { kind, columnId, authorId, tag, stockCode, from, to }: ListFilter) {
  const [type, label] = tag === undefined ? (['stock', stockCode ?? ''] as const) : (['tag', tag] as const);
  const both = tag !== undefined && stockCode !== undefined;
  return db
    .selectFrom('post_labels as l')
    .where('l.type', '=', type)
    .where('l.label', '=', label)
    .$if(kind !== undefined && columnId === undefined, (labels) => labels.where('l.kind', '=', kind ?? ''))
    .$if(columnId !== undefined, (labels) => labels.where('l.column_id', '=', columnId ?? ''))
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

/** The bodies of these pieces, whole and as far as anyone may read; by id. */
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

export type AddressRow = { id: string; column_id: string; updated_at: Date };

/** The published pieces of some columns among the ids from `from` up to before `to`; by the primary key. */
export async function listAddresses(
  db: Database,
  columnIds: readonly string[],
  from: number,
  to: number,
): Promise<AddressRow[]> {
  if (columnIds.length === 0) return [];
  const { rows } = await sql<AddressRow>`
    select id, column_id, updated_at from posts
    where id >= ${from} and id < ${to} and state = 'published' and column_id = any(${columnIds}::bigint[])
    order by id`.execute(db);
  return rows;
}

/** The smallest and the largest id of all pieces; null while there are none. */
export async function findIdRange(db: Database): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select (select id from posts order by id limit 1) first, (select id from posts order by id desc limit 1) last`.execute(
    db,
  );
  const { first, last } = rows[0] ?? {};
  return first && last ? { first: Number(first), last: Number(last) } : null;
}
