import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';
import type { AuthorsTable } from '#kernel/db/tables.ts';

export type AuthorRow = Selectable<AuthorsTable>;
export type NewAuthor = {
  name: string;
  title?: string;
  bio?: string;
  avatar?: string | null;
  member_id?: string;
};

/** Returns the authors with these ids, in no particular order; omits unknown ids. */
export function findAuthors(db: Database, ids: readonly string[]): Promise<AuthorRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('authors').selectAll().where('id', 'in', ids).execute();
}

export type AuthorPageRow = Pick<AuthorRow, 'id' | 'name' | 'title' | 'bio' | 'avatar'> & {
  posts: number;
  followers: number;
  followed: boolean;
};

/** Returns one author with stored counts and whether `reader` (a member id) follows; undefined for an unknown id. */
export async function findAuthorPage(
  db: Database,
  id: string,
  reader: string | null,
): Promise<AuthorPageRow | undefined> {
  const followed = reader
    ? sql`exists (select from follows f where f.member_id = ${reader} and f.author_id = a.id)`
    : sql`false`;
  const { rows } = await sql<AuthorPageRow>`
    select a.id, a.name, a.title, a.bio, a.avatar, ${followed} followed,
      coalesce((select sum(published) from post_totals where scope = 'author'
        and key in (a.id::text || '/news', a.id::text || '/article', a.id::text || '/reference')), 0)::int posts,
      coalesce((select total from collection_totals where scope = 'author' and target_id = a.id), 0) followers
    from authors a where a.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns how many follow each of these authors and whether `reader` (a member id) does; omits unknown ids. */
export async function findFollowings(
  db: Database,
  ids: readonly string[],
  reader: string | null,
): Promise<{ id: string; followers: number; followed: boolean }[]> {
  if (ids.length === 0) return [];
  const followed = reader
    ? sql`exists (select from follows f where f.member_id = ${reader} and f.author_id = a.id)`
    : sql`false`;
  const { rows } = await sql<{ id: string; followers: number; followed: boolean }>`
    select a.id, ${followed} followed,
      coalesce((select total from collection_totals where scope = 'author' and target_id = a.id), 0) followers
    from authors a where a.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export function findAuthorsByName(
  db: Database,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (names.length === 0) return Promise.resolve([]);
  return db.selectFrom('authors').select(['id', 'name']).where('name', 'in', names).execute();
}

/** Lists authors by name prefix; served by authors_by_name_prefix. */
export function listAuthorsByPrefix(
  db: Database,
  prefix: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const escaped = escapeLike(prefix);
  return db
    .selectFrom('authors')
    .select(['id', 'name'])
    .where('name', 'like', `${escaped}%`)
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Inserts missing authors by name; fills empty fields of existing ones and empties none. */
export async function upsertAuthors(trx: Trx, authors: NewAuthor[]): Promise<{ id: string; name: string }[]> {
  return trx
    .insertInto('authors')
    .values(authors)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ fn, ref, val }) => ({
        title: fn
          .coalesce(fn<string | null>('nullif', [ref('excluded.title'), val('')]), 'authors.title')
          .$castTo<string>(),
        bio: fn
          .coalesce(fn<string | null>('nullif', [ref('excluded.bio'), val('')]), 'authors.bio')
          .$castTo<string>(),
        member_id: fn.coalesce('excluded.member_id', 'authors.member_id'),
      })),
    )
    .returning(['id', 'name'])
    .execute();
}

export type WriterRow = Selectable<AuthorsTable>;

/** Returns the author of a member; undefined if there is none. */
export const findAuthorOfMember = (db: Database | Trx, memberId: string): Promise<WriterRow | undefined> =>
  db.selectFrom('authors').selectAll().where('member_id', '=', memberId).executeTakeFirst();

export const findMemberProfile = (
  db: Database | Trx,
  memberId: string,
): Promise<{ name: string; avatar: string | null } | undefined> =>
  db
    .selectFrom('members')
    .select(['name', 'avatar'])
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Inserts the author of a member.
 * @returns undefined if the name is in use or the member has an author
 */
export async function insertWriter(
  trx: Trx,
  writer: { name: string; member_id: string; avatar: string | null },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('authors')
    .values(writer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export const lockWriter = (trx: Trx, memberId: string): Promise<WriterRow | undefined> =>
  trx.selectFrom('authors').selectAll().where('member_id', '=', memberId).forUpdate().executeTakeFirst();

/** @throws a unique violation of authors_name_key */
export async function updateWriter(
  trx: Trx,
  id: string,
  change: Partial<
    Pick<
      WriterRow,
      | 'name'
      | 'bio'
      | 'avatar'
      | 'qualification'
      | 'institution'
      | 'qualification_state'
      | 'qualification_note'
    >
  >,
): Promise<void> {
  await trx.updateTable('authors').set(change).where('id', '=', id).execute();
}

/** Serialises writes to a member's author with an advisory lock until the transaction ends. */
export async function lockWriting(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('writing ' || ${memberId}::text, 0))`.execute(trx);
}
