import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { countUpserted, type Upserted } from '#kernel/storage/import-table.ts';
import type { Keyset } from '#shared/cursors.ts';
import type { RedirectStatus } from './read-redirect.ts';

export type RedirectRow = {
  id: string;
  source: string;
  status: number;
  target: string;
  post_id: string | null;
  /** Of the post, if the redirect leads to one. */
  column_id: string | null;
  state: string | null;
};
export type ListedRedirect = RedirectRow & { hits: string; last_hit_at: Date | null; created_at: Date };
export type NewRedirect = { source: string; status: RedirectStatus; target: string };
export type RedirectSort = 'createdAt' | '-createdAt' | 'hits' | '-hits';

/** PostgreSQL's md5 of a text, as the index redirects_source holds it. */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const rowColumns = sql`r.id, r.source, r.status, r.target, r.post_id, p.column_id, p.state`;

/** Returns the redirects of these sources, in no order; served by redirects_source. */
export async function findRedirects(db: Database, sources: readonly string[]): Promise<RedirectRow[]> {
  const { rows } = await sql<RedirectRow>`
    select ${rowColumns} from redirects r left join posts p on p.id = r.post_id
    where md5(r.source) = any(${sources.map(md5)}::text[])`.execute(db);
  return rows;
}

const whereMatches = (keyword: string | undefined) =>
  keyword === undefined
    ? sql`true`
    : sql`(strpos(lower(r.source), lower(${keyword})) > 0 or strpos(lower(r.target), lower(${keyword})) > 0)`;

/** Lists redirects after `after`; by redirects_by_hits or the primary key. */
export async function listRedirects(
  db: Database,
  { keyword, sort, after, limit }: ListOptions,
): Promise<ListedRedirect[]> {
  const isDescending = sort.startsWith('-');
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const follows = sql.raw(isDescending ? '<' : '>');
  const isByHits = sort.endsWith('hits');
  const rest = isByHits
    ? sql`and (r.hits, r.id) ${follows} (${after?.at}, ${after?.id})`
    : sql`and r.id ${follows} ${after?.id}`;
  const { rows } = await sql<ListedRedirect>`
    select ${rowColumns}, r.hits, r.last_hit_at, r.created_at
    from redirects r left join posts p on p.id = r.post_id
    where ${whereMatches(keyword)} ${after === undefined ? sql`` : rest}
    order by ${isByHits ? sql`r.hits ${direction}, ` : sql``} r.id ${direction}
    limit ${limit}`.execute(db);
  return rows;
}

type ListOptions = {
  keyword?: string | undefined;
  sort: RedirectSort;
  after?: Keyset | undefined;
  limit: number;
};

export async function countRedirects(db: Database, keyword?: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from redirects r where ${whereMatches(keyword)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Counts what staff saved and imported, without the addresses of posts. */
export async function countOwnRedirects(db: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from redirects where post_id is null`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Takes an advisory lock that serialises changes of redirects until the transaction ends, so that two people cannot
 * make a chain of two redirects that are valid alone.
 */
export async function lockRedirectChanges(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' redirects', 0))`.execute(trx);
}

/** Returns one redirect whose target an exact source or a pattern would match, other than `exceptId`. */
export async function findRedirectInto(
  trx: Trx,
  source: string,
  exceptId: string,
): Promise<{ source: string; target: string } | undefined> {
  const start = source.replace(/\*$/, '');
  const path = sql`regexp_replace(target, '[?#].*$', '')`;
  const isInto = source.endsWith('*')
    ? sql`(starts_with(target, ${start}) or ${path} || '/' = ${start})`
    : sql`(${path} = ${source} or regexp_replace(target, '#.*$', '') = ${source})`;
  const { rows } = await sql<{ source: string; target: string }>`
    select source, target from redirects
    where post_id is null and status <> 410 and id <> ${exceptId} and ${isInto}
    order by id limit 1`.execute(trx);
  return rows[0];
}

/** Returns redirects in order of their ids, those after `after`, for imports and exports. */
export async function readRedirectsAfter(db: Database, after: string, limit: number): Promise<RedirectRow[]> {
  const { rows } = await sql<RedirectRow>`
    select ${rowColumns} from redirects r left join posts p on p.id = r.post_id
    where r.id > ${after} order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** Locks redirects by their ids. */
export async function lockRedirects(trx: Trx, ids: readonly string[]): Promise<RedirectRow[]> {
  const { rows } = await sql<RedirectRow>`
    select ${rowColumns} from redirects r left join posts p on p.id = r.post_id
    where r.id = any(${ids}::bigint[]) order by r.id for update of r`.execute(trx);
  return rows;
}

export async function insertRedirect(trx: Trx, redirect: NewRedirect): Promise<string> {
  const row = await trx.insertInto('redirects').values(redirect).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** Without `keepsPost` the redirect no longer follows its post. */
export async function updateRedirect(
  trx: Trx,
  id: string,
  redirect: NewRedirect,
  keepsPost: boolean,
): Promise<void> {
  const post = keepsPost ? { target: '' } : { post_id: null };
  await trx
    .updateTable('redirects')
    .set({ ...redirect, ...post })
    .where('id', '=', id)
    .execute();
}

/** Lets all redirects to one address lead to another. */
export async function replaceTarget(trx: Trx, from: string, to: string): Promise<void> {
  await trx
    .updateTable('redirects')
    .set({ target: to })
    .where('post_id', 'is', null)
    .where('target', '=', from)
    .execute();
}

/** Inserts redirects of an import, unless their sources exist. @returns the ids of the new ones */
export async function insertImported(
  trx: Trx,
  redirects: readonly { source: string; target: string; post_id: string | null }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into redirects (source, status, target, post_id)
    select source, 301, target, post_id from jsonb_to_recordset(${JSON.stringify(redirects)}::jsonb)
      as given(source text, target text, post_id bigint)
    order by md5(source)
    on conflict (md5(source)) do nothing returning id::text`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Inserts redirects, or updates those of the same sources, in one statement. @returns how many of each */
export async function upsertRedirects(trx: Trx, redirects: readonly NewRedirect[]): Promise<Upserted> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into redirects as known (source, status, target)
    select source, status, target from jsonb_to_recordset(${JSON.stringify(redirects)}::jsonb)
      as given(source text, status smallint, target text)
    on conflict (md5(source)) do update
      set status = excluded.status, target = excluded.target, post_id = null
      where (known.status, known.target) is distinct from (excluded.status, excluded.target)
    returning xmax = 0 is_new`.execute(trx);
  return countUpserted(rows);
}

export async function deleteRedirects(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('redirects').where('id', 'in', ids).execute();
}

/** Adds hits in one statement; locks rows in order of their ids, so that processes cannot deadlock. */
export async function addHits(db: Database, hits: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const given = JSON.stringify([...hits].map(([id, count]) => ({ id, count })));
  await sql`
    with given as (select * from jsonb_to_recordset(${given}::jsonb) as hit(id bigint, count bigint)),
      locked as (select r.id, given.count from redirects r join given using (id) order by r.id for no key update of r)
    update redirects set hits = hits + locked.count, last_hit_at = ${at} from locked where redirects.id = locked.id`.execute(
    db,
  );
}

/** Whether any of these posts has an old address; served by redirects_of_post. */
export async function haveRedirects(db: Database, postIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from redirects where post_id = any(${postIds}::bigint[]) limit 1`.execute(db);
  return rows.length > 0;
}
