import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Values } from './desk/groups.ts';

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

export function listSecrets(db: Trx): Promise<{ name: string; value: string }[]> {
  return db.selectFrom('secrets').select(['name', 'value']).execute();
}

export async function updateSecret(trx: Trx, name: string, value: string): Promise<void> {
  await trx.updateTable('secrets').set({ value }).where('name', '=', name).execute();
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

export type AgreementRow = {
  id: string;
  kind: string;
  version: string;
  title: string;
  body: string;
  effective_at: Date;
};

/** Every version of a text with who wrote it, the latest to come first; there are never many. */
export function listVersions(db: Database, kind: string) {
  return db
    .selectFrom('agreements as a')
    .leftJoin('members as m', 'm.id', 'a.created_by')
    .select(['a.id', 'a.kind', 'a.version', 'a.title', 'a.effective_at', 'm.name as created_by'])
    .where('a.kind', '=', kind)
    .orderBy('a.effective_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(500)
    .execute();
}

export function findVersion(db: Database, id: string): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('agreements')
    .select(['id', 'kind', 'version', 'title', 'body', 'effective_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockVersion(trx: Trx, id: string): Promise<AgreementRow | undefined> {
  return trx
    .selectFrom('agreements')
    .select(['id', 'kind', 'version', 'title', 'body', 'effective_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** How many versions of a text bear this day in their name. */
export async function countVersionsOf(trx: Trx, kind: string, day: string): Promise<number> {
  const rows = await trx
    .selectFrom('agreements')
    .select('version')
    .where('kind', '=', kind)
    .where('version', 'like', `${day}%`)
    .execute();
  return Math.max(0, ...rows.map(({ version }) => Number(version.slice(day.length + 1)) || 1));
}

export async function insertVersion(
  trx: Trx,
  version: Omit<AgreementRow, 'id'> & { created_by: string | null },
): Promise<string> {
  const { id } = await trx.insertInto('agreements').values(version).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateVersion(
  trx: Trx,
  id: string,
  changes: Pick<AgreementRow, 'title' | 'body' | 'effective_at'>,
): Promise<void> {
  await trx.updateTable('agreements').set(changes).where('id', '=', id).execute();
}

export async function deleteVersion(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('agreements').where('id', '=', id).execute();
}

/** Every group that was set at the desk, with who did so last. */
export function listGroups(db: Database) {
  return db
    .selectFrom('site_settings as s')
    .leftJoin('members as m', 'm.id', 's.updated_by')
    .select(['s.name', 's.value', 's.updated_at', 's.updated_by as updated_by_id', 'm.name as updated_by'])
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
