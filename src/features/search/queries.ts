import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';

/** The fields of a published post's document. */
export type DocumentRow = {
  id: string;
  kind: string;
  column_id: string;
  author_ids: string[];
  author_names: string[];
  title: string;
  /** Empty if the summary is the beginning of the text. */
  own_summary: string;
  tags: string[];
  stock_codes: string[];
  access: string;
  published_at: Date;
  html: string;
  open_html: string;
};

/** Adds the posts to the outbox, in the transaction that changes them, because their documents are stale. */
export async function insertOutbox(trx: Database | Trx, postIds: readonly string[]): Promise<void> {
  await sql`insert into search_outbox (post_id) select unnest(${postIds}::bigint[])`.execute(trx);
}

/** Lists the oldest outbox entries. */
export function listOutbox(db: Database | Trx, limit: number): Promise<{ id: string; post_id: string }[]> {
  return db.selectFrom('search_outbox').select(['id', 'post_id']).orderBy('id').limit(limit).execute();
}

/** Deletes exactly these entries, because one with a smaller id may commit later. */
export async function deleteOutbox(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from search_outbox where id = any(${ids}::bigint[])`.execute(trx);
}

/** Deletes the entries that are visible now; entries committed later stay. */
export async function clearOutbox(trx: Trx): Promise<void> {
  await trx.deleteFrom('search_outbox').execute();
}

export async function countOutbox(db: Database): Promise<number> {
  const row = await db
    .selectFrom('search_outbox')
    .select((outbox) => outbox.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Tries to take the advisory lock that allows one writer of an index across processes, held until the transaction ends.
 * @returns false if another process holds it
 */
export async function tryLockIndex(
  trx: Trx,
  tenantId: string,
  what: 'index' | 'optimisation' = 'index',
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`search ${what} ${tenantId}`}, 0)) held`.execute(trx);
  return rows[0]?.held ?? false;
}

/** Takes the lock of `tryLockIndex` and waits for it. */
export async function lockIndex(trx: Trx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search index ${tenantId}`}, 0))`.execute(trx);
}

export type IndexOwnerRow = { index_id: string; machine: string; pid: number; is_fresh: boolean };

/** Returns the index that processes the outbox; `is_fresh` if its worker was seen within a minute. */
export async function findIndexOwner(db: Database | Trx): Promise<IndexOwnerRow | undefined> {
  const { rows } = await sql<IndexOwnerRow>`
    select index_id, machine, pid, coalesce(seen_at > now() - interval '1 minute', false) is_fresh
    from search_index_holder`.execute(db);
  return rows[0];
}

export async function upsertIndexOwner(
  db: Database | Trx,
  { indexId, machine, pid }: { indexId: string; machine: string; pid: number },
): Promise<void> {
  await sql`insert into search_index_holder (index_id, machine, pid, seen_at)
    values (${indexId}, ${machine}, ${pid}, now())
    on conflict (id) do update set index_id = excluded.index_id, machine = excluded.machine, pid = excluded.pid,
      seen_at = excluded.seen_at`.execute(db);
}

/** Renews the lease of an index. Does nothing while a transaction changes its owner. */
export async function renewIndexOwner(
  db: Database,
  { indexId, machine, pid }: { indexId: string; machine: string; pid: number },
): Promise<void> {
  await sql`update search_index_holder set machine = ${machine}, pid = ${pid}, seen_at = now()
    where id in (select id from search_index_holder where index_id = ${indexId} for update skip locked)`.execute(
    db,
  );
}

/**
 * Releases ownership, so another index may take over at once; not if another machine renewed it since, because that
 * machine still uses the index.
 */
export async function releaseIndexOwner(
  db: Database | Trx,
  { indexId, machine }: { indexId: string; machine: string },
): Promise<void> {
  await db
    .updateTable('search_index_holder')
    .set({ seen_at: null })
    .where('index_id', '=', indexId)
    .where('machine', '=', machine)
    .execute();
}

/** Leaves the index to the next worker, which rebuilds it: no index has the empty name. */
export async function disownIndex(db: Database): Promise<void> {
  await db.updateTable('search_index_holder').set({ index_id: '', seen_at: null }).execute();
}

/** Fails if the connection of the transaction is lost, and with it the lock. */
export async function confirmLock(trx: Trx): Promise<void> {
  await sql`select 1`.execute(trx);
}

export async function insertProgress(db: Database, total: number): Promise<void> {
  await sql`insert into search_rebuilds (done, total, started_at, seen_at) values (0, ${total}, now(), now())
    on conflict (id) do update set done = 0, total = excluded.total, started_at = now(), seen_at = now()`.execute(
    db,
  );
}

export async function updateProgress(db: Database, done: number): Promise<void> {
  await sql`update search_rebuilds set done = ${done}, seen_at = now()`.execute(db);
}

export async function deleteProgress(db: Database): Promise<void> {
  await db.deleteFrom('search_rebuilds').execute();
}

/** Returns the progress of a rebuild that was seen within a minute. */
export async function findProgress(
  db: Database,
): Promise<{ done: number; total: number; startedAt: Date } | null> {
  const { rows } = await sql<{ done: number; total: number; started_at: Date }>`
    select done, total, started_at from search_rebuilds where seen_at > now() - interval '1 minute'`.execute(
    db,
  );
  const [found] = rows;
  return found ? { done: found.done, total: found.total, startedAt: found.started_at } : null;
}

/** Deletes the owner, because a restored row names the index of the machine that was backed up. */
export async function deleteIndexOwner(db: Database | Trx): Promise<void> {
  await db.deleteFrom('search_index_holder').execute();
}

/** Disables the timeouts of this transaction, because its work outside the database takes longer than a minute. */
export async function disableTimeouts(trx: Trx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`set local statement_timeout = 0`.execute(trx);
}

// Most posts have one author, whose name a join `a` finds in a sixth of the time of the subquery.
const authorNames = `case when p.co_author_ids = '{}' then array[a.name] else array(
    select co.name from unnest(array_prepend(p.author_id, p.co_author_ids)) with ordinality named(id, place)
    join authors co on co.id = named.id order by place) end`;

const documentRows = sql.raw(`
  select p.id, p.kind, p.column_id, array_prepend(p.author_id, p.co_author_ids)::text[] author_ids, ${authorNames} author_names, p.title,
    case when p.open_summary is null then p.summary else '' end own_summary, p.tags, p.stock_codes,
    p.access, p.published_at, b.html, b.open_html
  from posts p join authors a on a.id = p.author_id join post_bodies b on b.post_id = p.id
  where p.state = 'published'`);

/** Returns the published posts among these. */
export async function findDocumentRows(db: Database | Trx, ids: readonly string[]): Promise<DocumentRow[]> {
  return (await sql<DocumentRow>`${documentRows} and p.id = any(${ids}::bigint[])`.execute(db)).rows;
}

/** Lists published posts in batches, by id, the newest first; `beforeId` null: from the newest. */
export async function listDocumentRows(
  db: Database,
  beforeId: string | null,
  limit: number,
): Promise<DocumentRow[]> {
  // PostgreSQL does not conclude the second from the first, and would read the bodies of all newer posts in each batch.
  const before = beforeId === null ? sql`` : sql`and p.id < ${beforeId} and b.post_id < ${beforeId}`;
  return (await sql<DocumentRow>`${documentRows} ${before} order by p.id desc limit ${limit}`.execute(db))
    .rows;
}

/** Counts the published posts. */
export async function countDocuments(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) count from posts where state = 'published'`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Returns bodies for fragments: `whole` in full, `open` up to the locked part. */
export async function findBodies(
  db: Database,
  { whole, open }: { whole: readonly string[]; open: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; html: string }>`
    select post_id id, html from post_bodies where post_id = any(${whole}::bigint[])
    union all
    select post_id, open_html from post_bodies where post_id = any(${open}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, html }) => [id, html]));
}

export async function findViews(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; views: string }>`
    select post_id id, views from post_counters where post_id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, views }) => [id, Number(views)]));
}

/** Returns the titles of published posts, by id. */
export async function findTitles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from posts where id = any(${ids}::bigint[]) and state = 'published'`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export type NameRow = Pick<DocumentRow, 'title' | 'tags' | 'stock_codes' | 'author_names'>;

/** Returns titles and labels of published posts. */
export async function findNames(db: Database, ids: readonly string[]): Promise<NameRow[]> {
  const { rows } = await sql<NameRow>`
    select p.title, p.tags, p.stock_codes, ${sql.raw(authorNames)} author_names
    from posts p join authors a on a.id = p.author_id
    where p.id = any(${ids}::bigint[]) and p.state = 'published'`.execute(db);
  return rows;
}

/** Lists tags with a prefix: one index jump in post_labels_by_prefix per tag, however many posts have it. */
export async function listTagsByPrefix(db: Database, prefix: string, limit: number): Promise<string[]> {
  const pattern = `${escapeLike(prefix)}%`;
  const { rows } = await sql<{ label: string }>`
    with recursive tags as (
      (select label from post_labels where type = 'tag' and label like ${pattern}
       order by label using ~<~ limit 1)
      union all
      select (select l.label from post_labels l where l.type = 'tag' and l.label like ${pattern} and l.label ~>~ tags.label
              order by l.label using ~<~ limit 1)
      from tags where tags.label is not null
    )
    select label from tags where label is not null limit ${limit}`.execute(db);
  return rows.map(({ label }) => label);
}
