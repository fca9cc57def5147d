import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';
import { cutFormat } from './body/index.ts';

export type NewPost = {
  kind: string;
  column_id: string;
  author_id: string;
  /** The further authors, in the order of the byline. */
  co_author_ids: string[];
  title: string;
  title_breaks: string;
  /** Written by hand; otherwise a trigger sets it to `full_summary` of a public post, else to `open_summary`. */
  summary: string;
  /** Summaries made from the body; null if `summary` is written by hand. */
  open_summary: string | null;
  full_summary: string | null;
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

export type NewPostWithBody = NewPost & NewBody;

/** `updated_at`: null for now, which a later time becomes too. */
export type AddedPost = NewPostWithBody & { updated_at: string | null };

/** Returns the posts of those import keys that exist already, by key. */
export async function findImportedIds(
  db: Database,
  keys: readonly string[],
): Promise<Map<string | null, string>> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'import_key'])
    .where('import_key', 'in', keys)
    .execute();
  return new Map(rows.map(({ id, import_key }) => [import_key, id]));
}

/** Locks posts that have no version, so that their bodies are those of their import, with the bodies. */
export async function lockUneditedBodies(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'p.kind', 'p.column_id', 'p.author_id', 'p.cover'])
    .select(['b.html', 'b.open_html', 'b.source_html'])
    .where('p.id', 'in', ids)
    .where('p.head_version', '=', 0)
    .orderBy('p.id')
    .forUpdate()
    .execute();
}

export type OldCut = Awaited<ReturnType<typeof lockOldCuts>>[number];

/** Locks posts whose bodies were cut by older rules, the newest first; served by post_bodies_old_cuts_3. */
export async function lockOldCuts(trx: Trx, limit: number) {
  return trx
    .selectFrom('posts as p')
    .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
    .select(['p.id', 'p.kind', 'p.column_id', 'p.author_id', 'p.title', 'p.access'])
    .select(['p.summary', 'p.open_summary', 'p.full_summary'])
    .select(['b.html', 'b.source_html', 'b.open_html', 'b.headings', 'b.locked_word_count'])
    .where('b.cut_format', '<', sql.lit(cutFormat))
    .orderBy('b.post_id', 'desc')
    .limit(limit)
    .forUpdate('p')
    .skipLocked()
    .execute();
}

/** Writes what is derived from the bodies of posts, which does not change when they were changed. */
export async function updateCut(
  trx: Trx,
  id: string,
  {
    open_html,
    headings,
    locked_word_count,
    ...summaries
  }: Pick<NewBody, 'open_html' | 'headings' | 'locked_word_count'> &
    Pick<NewPost, 'summary' | 'open_summary' | 'full_summary'>,
): Promise<void> {
  await trx.updateTable('posts').set(summaries).where('id', '=', id).execute();
  await trx
    .updateTable('post_bodies')
    .set({ open_html, headings: sql<never>`${JSON.stringify(headings)}::jsonb`, locked_word_count })
    .where('post_id', '=', id)
    .execute();
}

export async function setCutFormat(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('post_bodies').set({ cut_format: cutFormat }).where('post_id', 'in', ids).execute();
}

export async function updateCover(trx: Trx, id: string, cover: string): Promise<void> {
  await trx.updateTable('posts').set({ cover }).where('id', '=', id).execute();
}

export async function updateBodyLinks(
  trx: Trx,
  id: string,
  body: { html: string; open_html: string; source_html: string | null },
): Promise<void> {
  await trx.updateTable('post_bodies').set(body).where('post_id', '=', id).execute();
}

/**
 * Inserts posts with their bodies, labels and counters in three statements, whatever their number. Skips a post whose
 * import key exists.
 * @returns the index in `posts` and the id of each inserted post
 */
export async function insertPosts(
  trx: Trx,
  posts: readonly AddedPost[],
): Promise<{ place: number; id: string }[]> {
  const input = JSON.stringify(posts.map((post, place) => ({ ...post, place })));
  // Allocates ids first, so that bodies can be inserted without matching rows back to their input.
  const { rows } = await sql<{ place: number; id: string }>`
    with input as materialized (
      select *, nextval(pg_get_serial_sequence('posts', 'id')) new_id
      from jsonb_to_recordset(${input}::jsonb) as piece(
        place int, kind text, column_id bigint, author_id bigint, co_author_ids bigint[], title text, title_breaks text, summary text, open_summary text,
        full_summary text, cover text,
        own_access text, access text, price int, vip_price int, vip_free boolean, important boolean, tags text[], stock_codes text[],
        word_count int, state text, published_at timestamptz, updated_at timestamptz, import_key text,
        html text, source_html text, open_html text, headings jsonb, attachments jsonb, locked_word_count int)
      order by place
    ), added as (
      insert into posts (id, kind, column_id, author_id, co_author_ids, title, title_breaks, summary, open_summary, full_summary, cover, own_access, access, price,
        vip_price, vip_free, important, tags, stock_codes, word_count, state, published_at, updated_at, import_key)
      overriding system value
      select new_id, kind, column_id, author_id, co_author_ids, title, title_breaks, summary, open_summary, full_summary, cover, own_access, access, price,
        vip_price, vip_free, important, tags, stock_codes, word_count, state, published_at, least(updated_at, now()), import_key
      from input
      on conflict (import_key) do nothing
      returning id
    ), bodies as (
      insert into post_bodies (post_id, html, source_html, open_html, headings, attachments, locked_word_count, cut_format)
      select new_id, html, source_html, open_html, headings, attachments, locked_word_count, ${sql.lit(cutFormat)} from input join added on added.id = new_id
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

/** Replaces the labels of these posts; the lists of tags, stocks and further authors are built
 * from the labels of published posts. */
export async function insertLabels(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('post_labels').where('post_id', 'in', ids).execute();
  await sql`
    insert into post_labels (post_id, type, label, kind, column_id, author_id, important, published_at)
    select id, type, label, kind, column_id, author_id, important, published_at
    from posts, lateral (
      select 'tag' type, label from unnest(tags) label union select 'stock', label from unnest(stock_codes) label
      union select 'author', label::text from unnest(co_author_ids) label
    ) labels
    where id = any(${ids}::bigint[]) and state = 'published'`.execute(trx);
}

/** Locks one post before a change of state. */
export function lockPost(trx: Trx, id: string) {
  return trx
    .selectFrom('posts')
    .select(['id', 'kind', 'column_id', 'author_id', 'title', 'state', 'published_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks posts that are to be deleted, in the order of their ids; an order for one waits for the lock, and then fails. */
export function lockForDeletion(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('posts')
    .select(['id', 'kind', 'column_id', 'author_id', 'title', 'head_version'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function deletePosts(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('posts').where('id', 'in', ids).execute();
}

/** Without `publishedAt` the time of publication stays; null clears it. */
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

const isDue = (now: Date) => sql<boolean>`state = 'scheduled' and published_at <= ${now}`;

/** Whether `lockDuePosts` may find anything; served by posts_due. */
export const hasDuePosts = (db: Database, now: Date): Promise<boolean> =>
  hasDueRows(db, { table: 'posts', isDue: isDue(now) });

/**
 * Locks and returns scheduled posts whose time has come, skipping rows that another process locked; served by
 * posts_due.
 */
export function lockDuePosts(trx: Trx, now: Date, limit: number) {
  return trx
    .selectFrom('posts')
    .select(['id', 'kind', 'column_id', 'author_id', 'published_at'])
    .where(isDue(now))
    .orderBy('published_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Updates posts that inherit their access to the column's.
 * @returns the changed posts
 */
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
