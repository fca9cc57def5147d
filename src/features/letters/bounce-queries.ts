import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Marks an address as bounced. */
export async function insertBounce(db: Database, address: string, reason: string, now: Date): Promise<void> {
  await sql`
    insert into letter_bounces (address, refusals, bounced_at, reason, source)
    values (lower(${address}), 1, ${now}, ${reason}, 'smtp')
    on conflict (address) do update set bounced_at = coalesce(letter_bounces.bounced_at, excluded.bounced_at),
      reason = excluded.reason, refusals = letter_bounces.refusals + 1`.execute(db);
}

/** Counts a refused message to an address; the `max`th in a row marks it as bounced. */
export async function countRefusal(
  db: Database,
  address: string,
  reason: string,
  max: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into letter_bounces (address, refusals, reason, source) values (lower(${address}), 1, ${reason}, 'smtp')
    on conflict (address) do update set refusals = letter_bounces.refusals + 1, reason = excluded.reason,
      bounced_at = case when letter_bounces.refusals + 1 >= ${max}::int
        then coalesce(letter_bounces.bounced_at, ${now}::timestamptz) else letter_bounces.bounced_at end`.execute(
    db,
  );
}

/** Forgets earlier refusals of an address that accepted a message. */
export async function deleteRefusals(db: Database, address: string): Promise<void> {
  await sql`delete from letter_bounces where address = lower(${address}) and bounced_at is null`.execute(db);
}

/** Marks addresses that staff found in returned mail. @returns how many were not marked before */
export async function insertBounces(db: Database, addresses: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql`
    insert into letter_bounces (address, bounced_at, reason, source)
    select distinct lower(a), ${now}::timestamptz, '退信名单', 'staff' from unnest(${addresses}::text[]) a
    on conflict (address) do update set bounced_at = excluded.bounced_at, reason = excluded.reason, source = 'staff'
      where letter_bounces.bounced_at is null
    returning 1`.execute(db);
  return rows.length;
}

/** Lists bounced addresses, the newest first, those before the one with the id `before`. */
export const listBounceRows = (db: Database, limit: number, before?: string) =>
  db
    .selectFrom('letter_bounces')
    .select(['id', 'address', 'reason', 'source', 'bounced_at'])
    .where('bounced_at', 'is not', null)
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const deleteBounceRow = (db: Database, id: string) =>
  db.deleteFrom('letter_bounces').where('id', '=', id).returning('address').executeTakeFirst();

/**
 * Unmarks addresses that the mail server's refusals marked since a time, of one reason if it is not empty, and forgets
 * counted refusals. @returns how many were marked
 */
export async function deleteBouncesSince(trx: Trx, since: Date, reason: string): Promise<number> {
  const { rows } = await sql<{ marked: number }>`
    with gone as (
      delete from letter_bounces where source = 'smtp' and (bounced_at is null or bounced_at >= ${since})
        and strpos(lower(reason), lower(${reason})) > 0
      returning bounced_at
    )
    select count(bounced_at)::int marked from gone`.execute(trx);
  return rows[0]?.marked ?? 0;
}

/** Deletes what is known of an address: with its member's account, or since a code that was mailed to it arrived. */
export async function deleteBounceOf(db: Database, address: string): Promise<void> {
  await sql`delete from letter_bounces where address = lower(${address})`.execute(db);
}

export async function isBouncedAddress(db: Database, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from letter_bounces where address = lower(${address}) and bounced_at is not null`.execute(db);
  return rows.length > 0;
}
