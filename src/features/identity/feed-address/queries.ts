import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** The holder of an address with what their access depends on. */
export type FeedReaderRow = { member_id: string; last_read_at: Date | null; vip_until: Date | null };

/** Gives a member an address, which replaces the one they had. */
export async function upsertFeedAddress(
  trx: Trx,
  row: { member_id: string; token_hash: Buffer; created_at: Date },
): Promise<void> {
  await trx
    .insertInto('feed_addresses')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({
        token_hash: row.token_hash,
        created_at: row.created_at,
        last_read_at: null,
      }),
    )
    .execute();
}

export const findFeedAddress = (db: Database, memberId: string) =>
  db
    .selectFrom('feed_addresses')
    .select(['created_at', 'last_read_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();

/** Finds the holder of an address by its unique hash; undefined for a blocked or deleted account. */
export async function findFeedReader(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<FeedReaderRow | undefined> {
  const { rows } = await sql<FeedReaderRow>`
    select f.member_id, f.last_read_at,
      (select max(ends_at) from grants g
        where g.member_id = f.member_id and g.scope = 'vip' and g.starts_at <= ${now} and g.ends_at > ${now}) vip_until
    from feed_addresses f join members m on m.id = f.member_id
    where f.token_hash = ${tokenHash} and m.blocked_at is null and m.deleted_at is null`.execute(db);
  return rows[0];
}

export async function updateLastRead(db: Database, memberId: string, now: Date): Promise<void> {
  await db
    .updateTable('feed_addresses')
    .set({ last_read_at: now })
    .where('member_id', '=', memberId)
    .execute();
}

/** @returns whether the member had an address */
export async function deleteFeedAddress(db: Database | Trx, memberId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('feed_addresses')
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst();
  return row !== undefined;
}
