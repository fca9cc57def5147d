import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';

type QualificationFields = {
  qualification: string;
  institution: string;
  qualification_state: string;
  qualification_note: string;
};

export type AdminAuthorRow = QualificationFields & {
  id: string;
  name: string;
  title: string;
  bio: string;
  avatar: string | null;
  member_id: string | null;
  member_name: string | null;
  share_percent: number | null;
  posts: number;
  followers: number;
  created_at: Date;
};

const beginsWith = (name: string) => `${escapeLike(name)}%`;

/** Filters by name prefix (authors_by_name_prefix) and by waiting qualification (which has its own index). */
export type AuthorFilter = { name?: string | undefined; isWaiting: boolean };

const matches = ({ name, isWaiting }: AuthorFilter) => sql`
  ${name === undefined ? sql`` : sql`and a.name like ${beginsWith(name)}`}
  ${isWaiting ? sql`and a.qualification_state = 'waiting'` : sql``}`;

/** Lists authors with stored counts, newest first. */
export async function listAdminAuthors(
  db: Database,
  filter: AuthorFilter,
  { limit, before, offset = 0 }: { limit: number; before?: string | undefined; offset?: number },
): Promise<AdminAuthorRow[]> {
  const { rows } = await sql<AdminAuthorRow>`
    select a.id, a.name, a.title, a.bio, a.avatar, a.member_id, m.name member_name, a.created_at, a.share_percent,
      a.qualification, a.institution, a.qualification_state, a.qualification_note,
      coalesce((select sum(published) from post_totals where scope = 'author'
        and key in (a.id::text || '/news', a.id::text || '/article', a.id::text || '/reference')), 0)::int posts,
      coalesce((select total from collection_totals where scope = 'author' and target_id = a.id), 0) followers
    from authors a left join members m on m.id = a.member_id
    where true ${matches(filter)}
      ${before === undefined ? sql`` : sql`and a.id < ${before}::bigint`}
    order by a.id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(db);
  return rows;
}

/** Counts matching authors, up to `cap` + 1. */
export async function countAdminAuthors(db: Database, filter: AuthorFilter, cap: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from authors a where true ${matches(filter)} limit ${sql.lit(cap + 1)}
    ) capped`.execute(db);
  return rows[0]?.count ?? 0;
}

export type NewAuthorRow = {
  name: string;
  title: string;
  bio: string;
  avatar: string | null;
  member_id: string | null;
  share_percent: number | null;
};
export type AuthorFieldsRow = NewAuthorRow & QualificationFields;

/** Locks authors in the order of their ids, so that two merges of the same pair cannot deadlock. */
export function lockAuthors(trx: Trx, ids: readonly string[]): Promise<(AuthorFieldsRow & { id: string })[]> {
  return trx
    .selectFrom('authors')
    .select([
      'id',
      'name',
      'title',
      'bio',
      'avatar',
      'member_id',
      'share_percent',
      'qualification',
      'institution',
      'qualification_state',
      'qualification_note',
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** @throws a unique violation of authors_name_key or authors_member_id_key */
export async function insertAuthor(trx: Trx, author: NewAuthorRow): Promise<string> {
  const { id } = await trx.insertInto('authors').values(author).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** @throws a unique violation of authors_name_key or authors_member_id_key */
export async function updateAuthor(trx: Trx, id: string, change: Partial<AuthorFieldsRow>): Promise<void> {
  await trx.updateTable('authors').set(change).where('id', '=', id).execute();
}

export async function deleteAuthorRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('authors').where('id', '=', id).execute();
}

/** Whether this member exists and is not deleted; locks the row until the transaction ends. */
export async function lockMember(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the authors that were linked to this member */
export async function unlinkMember(trx: Trx, memberId: string): Promise<string[]> {
  const rows = await trx
    .updateTable('authors')
    // Number and institution are personal data of the member.
    .set({
      member_id: null,
      qualification: '',
      institution: '',
      qualification_state: 'none',
      qualification_note: '',
    })
    .where('member_id', '=', memberId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
