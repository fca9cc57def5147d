import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** What a piece's document is made of. Only published pieces have one. */
export type SourceRow = {
  id: string;
  kind: string;
  column_id: string;
  author_id: string;
  author_name: string;
  title: string;
  summary: string;
  tags: string[];
  stock_codes: string[];
  access: string;
  published_at: Date;
  html: string;
  open_html: string;
};

/** Notes that these pieces' documents are stale, in the transaction that changes them. */
export async function insertOutbox(trx: Trx, postIds: readonly string[]): Promise<void> {
  await sql`insert into search_outbox (post_id) select unnest(${postIds}::bigint[])`.execute(trx);
}

/** The oldest notes. */
export function listOutbox(db: Database | Trx, limit: number): Promise<{ id: string; post_id: string }[]> {
  return db.selectFrom('search_outbox').select(['id', 'post_id']).orderBy('id').limit(limit).execute();
}

/** Drops these notes and no others: one with a smaller number may be committed later. */
export async function deleteOutbox(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from search_outbox where id = any(${ids}::bigint[])`.execute(trx);
}

/** Drops the notes that are there now; those committed later stay. */
export async function deleteWholeOutbox(trx: Trx): Promise<void> {
  await trx.deleteFrom('search_outbox').execute();
}

export async function countOutbox(db: Database): Promise<number> {
  const row = await db
    .selectFrom('search_outbox')
    .select((outbox) => outbox.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** One writer of an index at a time, across processes; held until the transaction ends. False: someone else is. */
export async function tryLockIndex(trx: Trx, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`search index ${tenantId}`}, 0)) held`.execute(trx);
  return rows[0]?.held ?? false;
}

/** As `tryLockIndex`, waiting its turn. */
export async function lockIndex(trx: Trx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search index ${tenantId}`}, 0))`.execute(trx);
}

export type HolderRow = { index_id: string; machine: string; pid: number; is_fresh: boolean };

/** The index that takes what is noted; `is_fresh` while its worker was seen within a minute. */
export async function findHolder(db: Database | Trx): Promise<HolderRow | undefined> {
  const { rows } = await sql<HolderRow>`
    select index_id, machine, pid, coalesce(seen_at > now() - interval '1 minute', false) is_fresh
    from search_index_holder`.execute(db);
  return rows[0];
}

export async function upsertHolder(
  db: Database | Trx,
  { indexId, machine, pid }: { indexId: string; machine: string; pid: number },
): Promise<void> {
  await sql`insert into search_index_holder (index_id, machine, pid, seen_at)
    values (${indexId}, ${machine}, ${pid}, now())
    on conflict (id) do update set index_id = excluded.index_id, machine = excluded.machine, pid = excluded.pid,
      seen_at = excluded.seen_at`.execute(db);
}

/** Another index may take over at once. */
export async function freeHolder(db: Database | Trx, indexId: string): Promise<void> {
  await db
    .updateTable('search_index_holder')
    .set({ seen_at: null })
    .where('index_id', '=', indexId)
    .execute();
}

/** A restored row names the index of the machine that was backed up. */
export async function deleteHolder(db: Database | Trx): Promise<void> {
  await db.deleteFrom('search_index_holder').execute();
}

/** Lets this transaction wait as long as its work outside the database takes; others give up after a minute. */
export async function allowLongWork(trx: Trx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  await sql`set local statement_timeout = 0`.execute(trx);
}

const sources = sql.raw(`
  select p.id, p.kind, p.column_id, p.author_id, a.name author_name, p.title, p.summary, p.tags, p.stock_codes,
    p.access, p.published_at, b.html, b.open_html
  from posts p join authors a on a.id = p.author_id join post_bodies b on b.post_id = p.id
  where p.state = 'published'`);

/** Published pieces among these. */
export async function findSources(db: Database | Trx, ids: readonly string[]): Promise<SourceRow[]> {
  return (await sql<SourceRow>`${sources} and p.id = any(${ids}::bigint[])`.execute(db)).rows;
}

/** All published pieces a slice at a time, by id. */
export async function listSources(db: Database, afterId: string, limit: number): Promise<SourceRow[]> {
  return (await sql<SourceRow>`${sources} and p.id > ${afterId} order by p.id limit ${limit}`.execute(db))
    .rows;
}

/** Bodies to make fragments of: `whole` in full, `open` up to where it is locked. */
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

/** Titles of published pieces, by id. */
export async function findTitles(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from posts where id = any(${ids}::bigint[]) and state = 'published'`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Tags that begin with what is typed: one jump in post_labels_by_prefix for each, however many pieces have it. */
export async function listTagsByPrefix(db: Database, prefix: string, limit: number): Promise<string[]> {
  const pattern = `${prefix.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
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
