import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';
import { cutFormat } from '../body/index.ts';
import type { NewPostWithBody } from '../write-queries.ts';

export type AdminFilter = {
  state?: string | undefined;
  columnId?: string | undefined;
  /** Only posts that name this author in any place; by posts_by_author_change and posts_co_written. */
  authorId?: string | undefined;
  /** Only posts put into the bin since then; without it none of the bin. */
  binnedSince?: Date | undefined;
};
export type AdminRow = {
  id: string;
  kind: string;
  title: string;
  state: string;
  column_id: string;
  author_name: string;
  access: string;
  price: number | null;
  important: boolean;
  word_count: number;
  views: string;
  published_at: Date | null;
  updated_at: Date;
  deleted_at: Date | null;
  head_version: number;
  live_version: number;
};

const fields =
  sql.raw(`p.id, p.kind, p.title, p.state, p.column_id, a.name author_name, p.access, p.price, p.important,
  p.word_count, coalesce(c.views, 0) "views", p.published_at, p.updated_at, p.deleted_at, p.head_version,
  p.live_version`);
const joins = sql.raw('join authors a on a.id = p.author_id left join post_counters c on c.post_id = p.id');

/** `publishedAt` requires the state `published`, `deletedAt` the bin, because only their indexes contain it. */
export type AdminSort = { by: 'updatedAt' | 'publishedAt' | 'deletedAt'; isDescending: boolean };
const sortColumns = { updatedAt: 'updated_at', publishedAt: 'published_at', deletedAt: 'deleted_at' };

const isBy = (authorId: string) => sql`(
  select id from posts where author_id = ${authorId}
  union all
  select id from posts where co_author_ids <> '{}' and co_author_ids @> array[${authorId}::bigint])`;

/** Whether a post in any state names this author in any place. */
export async function isByAuthor(db: Database | Trx, id: string, authorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from posts where id = ${id} and ${authorId}::bigint = any(array_prepend(author_id, co_author_ids))`.execute(
    db,
  );
  return rows.length > 0;
}

/** The column of a post, and that of its newest version if it differs; none for an unknown post. */
export async function listColumnsOfPost(db: Database | Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ column_id: string }>`
    select column_id::text from posts where id = ${id}
    union
    select v.content ->> 'columnId' from posts p join post_versions v on v.post_id = p.id and v.number = p.head_version
    where p.id = ${id}`.execute(db);
  return rows.map(({ column_id }) => column_id);
}

const isListed = ({ state, columnId, authorId, binnedSince }: AdminFilter) => sql`
  ${binnedSince === undefined ? sql`deleted_at is null` : sql`deleted_at > ${binnedSince}`}
  ${state === undefined ? sql`` : sql`and state = ${sql.lit(state)}`}
  ${columnId === undefined ? sql`` : sql`and column_id = ${columnId}`}
  ${authorId === undefined ? sql`` : sql`and id in ${isBy(authorId)}`}`;

type AdminPageRange = {
  sort: AdminSort;
  limit: number;
  after?: { at: Date; id: string } | undefined;
  offset?: number;
};

/**
 * Lists a page of posts by keyset pagination. One of posts_by_change, posts_of_state_by_change,
 * posts_of_column_by_change, posts_published, posts_of_column and posts_binned serves each combination of filter and order; a second
 * filter narrows the rows of that index.
 */
export async function listAdminRows(
  db: Database,
  filter: AdminFilter,
  { sort: { by, isDescending }, limit, after, offset = 0 }: AdminPageRange,
): Promise<AdminRow[]> {
  const field = sql.ref(sortColumns[by]);
  const order = sql.raw(isDescending ? 'desc' : 'asc');
  const comparison = sql.raw(isDescending ? '<' : '>');
  // Imported posts have microseconds, and many the same: the cursor's milliseconds would skip or repeat them. So the time is
  // taken from the row, unless it was changed since.
  const afterAt =
    after &&
    sql`coalesce(
    (select ${field} from posts where id = ${after.id}::bigint
      and date_trunc('milliseconds', ${field}) = ${after.at}::timestamptz),
    ${after.at}::timestamptz + ${isDescending ? '999 microseconds' : '0'}::interval)`;
  const { rows } = await sql<AdminRow>`
    with page as (
      select id from posts where ${isListed(filter)}
        ${after === undefined ? sql`` : sql`and (${field}, id) ${comparison} (${afterAt}, ${after.id}::bigint)`}
      order by ${field} ${order}, id ${order} limit ${sql.lit(limit)} offset ${offset}
    )
    select ${fields} from page join posts p on p.id = page.id ${joins}
    order by p.${field} ${order}, p.id ${order}`.execute(db);
  return rows;
}

/**
 * Counts matching posts, up to `cap` + 1. In the order of the list, because the rows of its first pages are in memory;
 * without an order PostgreSQL reads the beginning of a large table from disk each time.
 */
export async function countAdminRows(
  db: Database,
  filter: AdminFilter,
  { by }: Pick<AdminSort, 'by'>,
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from (select from posts where ${isListed(filter)}
      order by ${sql.ref(sortColumns[by])} desc, id desc limit ${sql.lit(cap + 1)}) capped`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function findAdminRows(db: Database, ids: readonly string[]): Promise<AdminRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AdminRow>`
    select ${fields} from posts p ${joins} where p.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Whether an unpublished post has `keyword` in its title. Served by posts_unpublished, which holds few rows. */
const isUnpublishedWith = (keyword: string, filter: AdminFilter) => sql`
  ${isListed(filter)} and state <> 'published' and title ilike ${`%${escapeLike(keyword)}%`}`;

/** Lists unpublished posts whose title contains `keyword`, newest first, after the one with the id `after`. */
export async function listUnpublishedByTitle(
  db: Database,
  keyword: string,
  filter: AdminFilter,
  { limit, after, offset = 0 }: { limit: number; after?: string | undefined; offset?: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts where ${isUnpublishedWith(keyword, filter)}
      ${after === undefined ? sql`` : sql`and id < ${after}`}
    order by id desc limit ${sql.lit(limit)} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countUnpublishedByTitle(
  db: Database,
  keyword: string,
  filter: AdminFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from posts where ${isUnpublishedWith(keyword, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns a post with its body from the rows themselves, to create the first version of an imported post. */
export async function findAdminPost(db: Database | Trx, id: string) {
  return db
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select([
      'p.id',
      'p.kind',
      'p.state',
      'p.column_id',
      'p.author_id',
      'p.co_author_ids',
      'p.title',
      'p.summary',
      'p.full_summary',
      'p.cover',
      'p.own_access',
      'p.price',
      'p.vip_price',
      'p.vip_free',
      'p.important',
      'p.tags',
      'p.stock_codes',
      'p.published_at',
      'p.updated_at',
      'p.deleted_at',
      'p.head_version',
      'p.live_version',
      'b.html',
      'b.source_html',
      'b.seo_title',
      'b.seo_description',
      'b.related_ids',
    ])
    .where('p.id', '=', id)
    .executeTakeFirst();
}

/** Locks a post before a save or a change of its state. */
export function lockPostForEdit(trx: Trx, id: string) {
  return trx
    .selectFrom('posts')
    .select(['id', 'kind', 'column_id', 'author_id', 'title', 'state', 'published_at', 'deleted_at'])
    .select(['head_version', 'live_version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateVersions(
  trx: Trx,
  id: string,
  versions: { head_version?: number; live_version?: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ ...versions, updated_at: now })
    .where('id', '=', id)
    .execute();
}

type PostUpdate = Omit<NewPostWithBody, 'state' | 'published_at' | 'import_key' | 'kind'> & {
  seo_title: string;
  seo_description: string;
  related_ids: readonly string[];
};

/** Writes a version to the rows that readers are served from. Labels are written separately, with the state. */
export async function updatePostContent(trx: Trx, id: string, update: PostUpdate): Promise<void> {
  const { html, source_html, open_html, headings, attachments, locked_word_count, ...rest } = update;
  const { seo_title, seo_description, related_ids, ...post } = rest;
  await trx.updateTable('posts').set(post).where('id', '=', id).execute();
  const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;
  await trx
    .updateTable('post_bodies')
    .set({
      html,
      source_html,
      open_html,
      headings: json(headings),
      attachments: json(attachments),
      locked_word_count,
      cut_format: cutFormat,
      seo_title,
      seo_description,
      related_ids: [...related_ids],
    })
    .where('post_id', '=', id)
    .execute();
}

type Properties = Pick<
  NewPostWithBody,
  'column_id' | 'author_id' | 'co_author_ids' | 'tags' | 'own_access' | 'access' | 'price' | 'vip_price'
>;

export async function updateProperties(trx: Trx, id: string, properties: Properties): Promise<void> {
  await trx.updateTable('posts').set(properties).where('id', '=', id).execute();
}

export async function updateDeletedAt(trx: Trx, id: string, deletedAt: Date | null): Promise<void> {
  await trx.updateTable('posts').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
}

/**
 * Locks posts that were put into the bin before `binStart` and still have a content; served by posts_binned. Sold posts
 * whose content is erased stay in that index, and are few.
 */
export async function lockExpiredPosts(trx: Trx, binStart: Date, limit: number) {
  return trx
    .selectFrom('posts as p')
    .select(['p.id', 'p.kind', 'p.column_id', 'p.author_id', 'p.title'])
    .where('p.deleted_at', '<=', binStart)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('post_versions as v').select('v.number').whereRef('v.post_id', '=', 'p.id')),
        exists(
          selectFrom('post_bodies as b')
            .select('b.post_id')
            .whereRef('b.post_id', '=', 'p.id')
            .where('b.html', '<>', ''),
        ),
      ]),
    )
    .orderBy('p.id')
    .limit(limit)
    .forUpdate('p')
    .execute();
}

/** Returns those of the posts that an order of any state names; served by orders_of_post. */
export async function findOrderedPosts(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('posts as p')
    .select('p.id')
    .where('p.id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('orders as o').select('o.id').whereRef('o.post_id', '=', 'p.id')),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases everything that was written for these posts but their titles, which their orders show. */
export async function eraseContents(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('post_versions').where('post_id', 'in', ids).execute();
  const empty = sql<never>`'[]'::jsonb`;
  await trx
    .updateTable('post_bodies')
    .set({ html: '', open_html: '', source_html: null, headings: empty, attachments: empty })
    .set({ locked_word_count: 0, seo_title: '', seo_description: '', related_ids: [] })
    .where('post_id', 'in', ids)
    .execute();
  await trx
    .updateTable('posts')
    .set({ summary: '', open_summary: null, full_summary: null, cover: null, word_count: 0 })
    .set({ tags: [], stock_codes: [], head_version: 0, live_version: 0 })
    .where('id', 'in', ids)
    .execute();
}

export async function deletePostRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('posts').where('id', '=', id).execute();
}

/**
 * Claims the editor's soft lock on a post unless another member holds it.
 * @returns the current holder
 */
export async function upsertPostLock(
  db: Database,
  postId: string,
  memberId: string,
  until: Date,
  now: Date,
): Promise<{ id: string; name: string } | undefined> {
  await db
    .insertInto('post_locks')
    .values({ post_id: postId, member_id: memberId, expires_at: until })
    .onConflict((conflict) =>
      conflict
        .column('post_id')
        .doUpdateSet({ member_id: memberId, expires_at: until })
        .where(({ or, eb }) =>
          or([eb('post_locks.member_id', '=', memberId), eb('post_locks.expires_at', '<=', now)]),
        ),
    )
    .execute();
  return findLockHolder(db, postId, now);
}

export function findLockHolder(db: Database, postId: string, now: Date) {
  return db
    .selectFrom('post_locks as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .select(['m.id', 'm.name'])
    .where('l.post_id', '=', postId)
    .where('l.expires_at', '>', now)
    .executeTakeFirst();
}

export async function deletePostLock(db: Database, postId: string, memberId: string): Promise<void> {
  await db.deleteFrom('post_locks').where('post_id', '=', postId).where('member_id', '=', memberId).execute();
}

/** A version by its age, as keyset. */
export type VersionPosition = { savedAt: Date; postId: string; number: number };

/**
 * Examines the next `limit` versions saved before `before`, in order of their age, by post_versions_by_age. Deletes the
 * one that each replaced, unless it is live, was submitted for review, or belongs to a reference or a post that an order
 * names.
 * @returns how many were deleted, and the last examined version; undefined at the end
 */
export async function deleteReplacedVersions(
  trx: Trx,
  before: Date,
  after: VersionPosition | undefined,
  limit: number,
): Promise<{ deleted: number; last: VersionPosition | undefined }> {
  const isAfter = after
    ? sql`and (saved_at, post_id, number) > (${after.savedAt}::timestamptz, ${after.postId}::bigint, ${after.number}::int)`
    : sql``;
  const { rows } = await sql<{ saved_at: Date; post_id: string; number: number; deleted: number }>`
    with examined as materialized (
      select post_id, number, saved_at from post_versions where saved_at < ${before} ${isAfter}
      order by saved_at, post_id, number limit ${sql.lit(limit)}
    ), replaced as (
      select v.post_id, v.number from examined e
      join posts p on p.id = e.post_id and p.kind <> 'reference'
      cross join lateral (
        select post_id, number from post_versions older
        where older.post_id = e.post_id and older.number < e.number order by number desc limit 1
      ) v
      where v.number <> p.live_version and v.number <> p.head_version
        and not exists (select from orders o where o.post_id = p.id)
        and not exists (select from review_items r
          where r.target = 'post:' || p.id and (r.details ->> 'version')::int = v.number)
    ), gone as (
      delete from post_versions v using replaced r
      where v.post_id = r.post_id and v.number = r.number returning 1
    )
    select saved_at, post_id, number, (select count(*)::int from gone) deleted from examined
    order by saved_at desc, post_id desc, number desc limit 1`.execute(trx);
  const [row] = rows;
  if (!row) return { deleted: 0, last: undefined };
  return {
    deleted: row.deleted,
    last: { savedAt: row.saved_at, postId: row.post_id, number: row.number },
  };
}
