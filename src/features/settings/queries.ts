import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewAgreement = { kind: string; version: string; title: string; body: string; effective_at: Date };

/** The version in force: the latest whose day has come. */
export function findAgreement(db: Database, kind: string, now: Date) {
  return db
    .selectFrom('agreements')
    .selectAll()
    .where('kind', '=', kind)
    .where('effective_at', '<=', now)
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a version; a version that exists stays as it is, since people have agreed to it. */
export async function insertAgreement(trx: Trx | Database, agreement: NewAgreement): Promise<void> {
  await trx
    .insertInto('agreements')
    .values(agreement)
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .execute();
}

/** @returns true for the one caller who reaches this milestone first */
export async function insertMilestone(trx: Trx | Database, name: string): Promise<boolean> {
  const row = await trx
    .insertInto('milestones')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasMilestone(db: Database, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('milestones').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  );
}

/** The secret of that name, made of `fresh` for the one who asks first. */
export async function findOrInsertSecret(db: Database, name: string, fresh: string): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.value;
  await db
    .insertInto('secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.value ?? fresh;
}

/** The secret of that name; null when nobody has asked for it yet. */
export async function findSecret(db: Database | Trx, name: string): Promise<string | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export async function deleteSecret(trx: Trx, name: string): Promise<void> {
  await trx.deleteFrom('secrets').where('name', '=', name).execute();
}

/** Deletes the secrets whose names come after one and before the other. */
export async function deleteSecretsBetween(db: Database, after: string, before: string): Promise<void> {
  await sql`delete from secrets where name collate "C" > ${after} and name collate "C" < ${before}`.execute(
    db,
  );
}
