import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';
import type { PostBodiesTable, PostsTable } from '#kernel/db/tables.ts';
import type { Keyset } from '#shared/cursors.ts';

export type PostRow = Selectable<PostsTable>;
type BodyRow = Selectable<PostBodiesTable>;

/** What a list needs of a piece, with its author and counters. `published_at` is never null in a list. */
export type RecordRow = Pick<PostRow, (typeof recordColumns)[number]> & {
  author_name: string;
  author_member_id: string | null;
  views: string;
  comments: number;
  /** The reader's own record of having collected it. */
  collect_id: string | null;
};

export type DetailRow = RecordRow &
  Omit<BodyRow, 'post_id'> & {
    author_title: string;
    author_bio: string;
    author_avatar: string | null;
    author_posts: number;
    collects: number;
    followers: number;
    followed: boolean;
  };

/** Whose collects are looked up beside the pieces; a visitor's statements do not touch them. */
export type Reader = string | null;

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

/** The pieces with these ids whatever their state, in no order. */
export async function findRecords(
  db: Database,
  ids: readonly string[],
  reader: Reader = null,
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RecordRow>`
    select ${recordFields(reader)} from posts p ${recordJoins} where p.id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

/** One piece with its body, its author and their counts, whatever its state; undefined for another kind's id. */
export async function findDetail(
  db: Database,
  kind: string,
  id: string,
  reader: Reader = null,
): Promise<DetailRow | undefined> {
  const followed = reader
    ? sql`exists (select from follows f where f.member_id = ${reader} and f.author_id = p.author_id)`
    : sql`false`;
  const { rows } = await sql<DetailRow>`
    select ${recordFields(reader)}, b.html, b.open_html, b.headings, b.attachments, b.locked_word_count,
      a.title author_title, a.bio author_bio, a.avatar author_avatar,
      coalesce((select published from post_totals
        where scope = 'author' and key = p.author_id::text || '/' || p.kind), 0) author_posts,
      coalesce((select total from collection_totals where scope = 'post' and target_id = p.id), 0) collects,
      coalesce((select total from collection_totals where scope = 'author' and target_id = p.author_id), 0) followers,
      ${followed} followed
    from posts p ${recordJoins} join post_bodies b on b.post_id = p.id
    where p.id = ${id} and p.kind = ${kind}`.execute(db);
  return rows[0];
}

/** The published neighbour of a piece in its column: the one just before it in time, or just after. */
export async function findNeighbour(
  db: Database,
  kind: string,
  id: string,
  side: 'older' | 'newer',
  reader: Reader = null,
): Promise<RecordRow | undefined> {
  const [compare, order] = side === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  // Beside the row it is compared with, so that the index is read from there and for one entry only.
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

/** Which of these import keys are taken. */
export async function findImportKeys(db: Database, keys: readonly string[]): Promise<Set<string | null>> {
  const rows = await db.selectFrom('posts').select('import_key').where('import_key', 'in', keys).execute();
  return new Set(rows.map(({ import_key }) => import_key));
}

/** Titles of pieces in any state, for whoever tells staff where something is used. */
export async function findTitles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** True when the piece is of this kind and out. */
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

/** How many pieces match, counted no further than `cap` + 1. */
export async function countPosts(db: Database, filter: ListFilter, cap: number): Promise<number> {
  const row = await db
    .selectFrom(selectIds(db, filter, { limit: cap + 1 }).as('some'))
    .select((some) => some.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
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

const openFields = sql.raw(
  `${recordColumns.map((column) => `p.${column}`).join(', ')}, a.name author_name, a.member_id author_member_id,
    coalesce(c.views, 0) "views", coalesce(c.comments, 0) comments`,
);
const recordJoins = sql.raw(
  'join authors a on a.id = p.author_id left join post_counters c on c.post_id = p.id',
);
// Beside each piece by the unique key, however many this reader has collected.
const recordFields = (reader: Reader) =>
  reader
    ? sql`${openFields}, (select id from collects where member_id = ${reader} and post_id = p.id) collect_id`
    : sql`${openFields}, null::bigint collect_id`;

export type NewPost = {
  kind: string;
  column_id: string;
  author_id: string;
  title: string;
  title_breaks: string;
  summary: string;
  cover: string | null;
  own_access: string | null;
  access: string;
  price: number | null;
  vip_price: number | null;
  vip_free: boolean;
  important: boolean;
  tags: string[];
  stock_codes: string[];
  word_count: number;
  state: string;
  published_at: string | null;
  import_key: string | null;
};
export type NewBody = {
  html: string;
  source_html: string | null;
  open_html: string;
  headings: unknown;
  attachments: unknown;
  locked_word_count: number;
};
export type NewPiece = NewPost & NewBody;

/**
 * Adds pieces with their bodies, labels and counters, in three statements however many there are. A piece
 * whose import key exists is left out.
 * @returns the place in `pieces` and the id of each piece that was added
 */
export async function insertPieces(
  trx: Trx,
  pieces: readonly NewPiece[],
): Promise<{ place: number; id: string }[]> {
  const input = JSON.stringify(pieces.map((piece, place) => ({ ...piece, place })));
  // Ids are drawn first, so that bodies can be written without matching rows back to what they came from.
  const { rows } = await sql<{ place: number; id: string }>`
    with input as materialized (
      select *, nextval(pg_get_serial_sequence('posts', 'id')) new_id
      from jsonb_to_recordset(${input}::jsonb) as piece(
        place int, kind text, column_id bigint, author_id bigint, title text, title_breaks text, summary text, cover text,
        own_access text, access text, price int, vip_price int, vip_free boolean, important boolean, tags text[], stock_codes text[],
        word_count int, state text, published_at timestamptz, import_key text,
        html text, source_html text, open_html text, headings jsonb, attachments jsonb, locked_word_count int)
      order by place
    ), added as (
      insert into posts (id, kind, column_id, author_id, title, title_breaks, summary, cover, own_access, access, price,
        vip_price, vip_free, important, tags, stock_codes, word_count, state, published_at, import_key)
      overriding system value
      select new_id, kind, column_id, author_id, title, title_breaks, summary, cover, own_access, access, price,
        vip_price, vip_free, important, tags, stock_codes, word_count, state, published_at, import_key
      from input
      on conflict (import_key) do nothing
      returning id
    ), bodies as (
      insert into post_bodies (post_id, html, source_html, open_html, headings, attachments, locked_word_count)
      select new_id, html, source_html, open_html, headings, attachments, locked_word_count from input join added on added.id = new_id
    ), counters as (
      insert into post_counters (post_id) select id from added
    )
    select place, new_id::text id from input join added on added.id = new_id order by place`.execute(trx);
  if (rows.length > 0)
    await insertLabels(
      trx,
      rows.map(({ id }) => id),
    );
  return rows;
}

/** (Re)writes the labels of these pieces: those of published ones are what tag and stock lists are made of. */
export async function insertLabels(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('post_labels').where('post_id', 'in', ids).execute();
  await sql`
    insert into post_labels (post_id, type, label, kind, column_id, author_id, published_at)
    select id, type, label, kind, column_id, author_id, published_at
    from posts, lateral (
      select 'tag' type, label from unnest(tags) label union select 'stock', label from unnest(stock_codes) label
    ) labels
    where id = any(${ids}::bigint[]) and state = 'published'`.execute(trx);
}

/** Locks one piece for a change of state. */
export function lockPost(trx: Trx, id: string) {
  return trx
    .selectFrom('posts')
    .select(['id', 'kind', 'column_id', 'author_id', 'title', 'state', 'published_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Without `publishedAt` its time of publication stays; null takes it. */
export async function updateState(
  trx: Trx,
  ids: readonly string[],
  state: string,
  publishedAt?: Date | null,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({
      state,
      updated_at: new Date(),
      ...(publishedAt === undefined ? {} : { published_at: publishedAt }),
    })
    .where('id', 'in', ids)
    .execute();
  await insertLabels(trx, ids);
}

/** Whether `lockDuePosts` may find anything; served by posts_due. */
export const hasDuePosts = (db: Database, now: Date): Promise<boolean> =>
  hasDueRows(db, { table: 'posts', isDue: sql`state = 'scheduled' and published_at <= ${now}` });

/** Scheduled pieces whose time has come, locked; served by posts_due. Another process's are passed by. */
export function lockDuePosts(trx: Trx, now: Date, limit: number) {
  return trx
    .selectFrom('posts')
    .select(['id', 'kind', 'column_id', 'author_id', 'published_at'])
    .where('state', '=', 'scheduled')
    .where('published_at', '<=', now)
    .orderBy('published_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Pieces without an access of their own follow their column's. @returns those that changed */
export function updateInheritedAccess(trx: Trx, columnId: string, access: string) {
  return trx
    .updateTable('posts')
    .set({ access })
    .where('column_id', '=', columnId)
    .where('own_access', 'is', null)
    .where('access', '<>', access)
    .returning(['id', 'kind', 'column_id', 'author_id'])
    .execute();
}
