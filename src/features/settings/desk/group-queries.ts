import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Values } from './groups.ts';

/** Every group that was set at the desk, with who did so last. */
export function listGroups(db: Database) {
  return db
    .selectFrom('site_settings as s')
    .leftJoin('members as m', 'm.id', 's.updated_by')
    .select(['s.name', 's.value', 's.updated_at', 'm.name as updated_by'])
    .execute();
}

/** Who changes or tries settings waits for who is doing so: what was looked at stays true until they are done. */
export async function lockSettings(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings ' || current_schema(), 0))`.execute(trx);
}

export async function upsertGroup(
  trx: Trx,
  { name, value, by, at }: { name: string; value: Values; by: string | null; at: Date },
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_by: by, updated_at: at };
  await trx
    .insertInto('site_settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** @returns whether it had been set */
export async function deleteGroup(trx: Trx, name: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('site_settings')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The acting member's own number, and whether their account has a second factor. */
export function findSelf(db: Database, memberId: string) {
  return db
    .selectFrom('members')
    .select(['mobile', 'totp_enabled_at'])
    .where('id', '=', memberId)
    .executeTakeFirst();
}
