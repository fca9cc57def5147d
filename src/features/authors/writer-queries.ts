import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { AuthorsTable } from '#kernel/db/tables.ts';

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

/** Whoever writes waits for the other one of the same member, until the transaction ends. */
export async function lockWriting(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('writing ' || ${memberId}::text, 0))`.execute(trx);
}
