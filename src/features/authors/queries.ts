import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { AuthorsTable } from '#kernel/db/tables.ts';

export type AuthorRow = Selectable<AuthorsTable>;
export type NewAuthor = {
  name: string;
  title?: string;
  bio?: string;
  avatar?: string | null;
  member_id?: string;
};

/** The authors with these ids, in no order; unknown ids are left out. */
export function findAuthors(db: Database, ids: readonly string[]): Promise<AuthorRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('authors').selectAll().where('id', 'in', ids).execute();
}

export type AuthorPageRow = Pick<AuthorRow, 'id' | 'name' | 'title' | 'bio' | 'avatar'> & {
  posts: number;
  followers: number;
  followed: boolean;
};

/** One author with kept counts, and whether `reader` (a member's id) follows; undefined for an unknown id. */
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

/** How many follow each of these authors, and whether `reader` (a member's id) does; unknown ids are left out. */
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

/** Names that begin with what is typed; served by authors_by_name_prefix. */
export function listAuthorsByPrefix(
  db: Database,
  prefix: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const escaped = prefix.replace(/[\\%_]/g, (character) => `\\${character}`);
  return db
    .selectFrom('authors')
    .select(['id', 'name'])
    .where('name', 'like', `${escaped}%`)
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Adds authors that are missing, by name; what an existing one says of itself is only filled, not emptied. */
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

/** The author behind whom a member stands; undefined where they are none. */
export const findAuthorOfMember = (db: Database | Trx, memberId: string): Promise<WriterRow | undefined> =>
  db.selectFrom('authors').selectAll().where('member_id', '=', memberId).executeTakeFirst();

/** What a member is called, and the picture of them. */
export const findMemberFace = (
  db: Database | Trx,
  memberId: string,
): Promise<{ name: string; avatar: string | null } | undefined> =>
  db
    .selectFrom('members')
    .select(['name', 'avatar'])
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Adds the author behind a member. @returns undefined where the name or the member has one already */
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

/** Throws a unique violation: authors_name_key. */
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

/** Makes other writers of the same member's author wait until the transaction ends. */
export async function lockWriting(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('writing ' || ${memberId}::text, 0))`.execute(trx);
}
