import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { GroupValues } from './manage/groups.ts';

export type NewAgreement = { kind: string; version: string; title: string; body: string; effective_at: Date };

/** Finds the version in force: the latest whose day has come. */
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

/** Inserts a version; an existing one is left unchanged, since people have agreed to it. */
export async function insertAgreement(trx: Trx | Database, agreement: NewAgreement): Promise<void> {
  await trx
    .insertInto('agreements')
    .values(agreement)
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .execute();
}

/** @returns true only for the first caller who reaches this milestone */
export async function insertMilestone(trx: Trx | Database, name: string): Promise<boolean> {
  const row = await trx
    .insertInto('milestones')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteMilestone(trx: Trx, name: string): Promise<void> {
  await trx.deleteFrom('milestones').where('name', '=', name).execute();
}

export async function hasMilestone(db: Database, name: string): Promise<boolean> {
  return (
    (await db.selectFrom('milestones').select('name').where('name', '=', name).executeTakeFirst()) !==
    undefined
  );
}

/** Returns the secret with this name, creating it from `fresh` if it does not exist. */
export async function findOrInsertSecret(db: Database, name: string, fresh: string): Promise<string> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const existing = await find();
  if (existing) return existing.value;
  await db
    .insertInto('secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.value ?? fresh;
}

/** Returns the secret with this name; null if it does not exist. */
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

/** Deletes the secrets whose names sort after `after` and before `before`. */
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

/** Lists every version of a text with its author, latest effective date first; there are never many. */
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

/** Finds a version and locks it until the transaction ends. */
export function lockVersion(trx: Trx, id: string): Promise<AgreementRow | undefined> {
  return trx
    .selectFrom('agreements')
    .select(['id', 'kind', 'version', 'title', 'body', 'effective_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the highest number among a text's versions of this day: 0 for none, 1 for one without a suffix. */
export async function findLastVersionNumber(trx: Trx, kind: string, day: string): Promise<number> {
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

/** Returns what is saved of a group, with sealed secrets; undefined if nothing is. */
export async function findGroupValue(db: Database, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('site_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

/** Lists every saved group with who saved it last. */
export function listGroups(db: Database) {
  return db
    .selectFrom('site_settings as s')
    .leftJoin('members as m', 'm.id', 's.updated_by')
    .select(['s.name', 's.value', 's.updated_at', 's.updated_by as updated_by_id', 'm.name as updated_by'])
    .execute();
}

/** Serialises settings changes with an advisory lock, so that the validated state cannot change before commit. */
export async function lockSettings(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings ' || current_schema(), 0))`.execute(trx);
}

export async function upsertGroup(
  trx: Trx,
  { name, value, by, at }: { name: string; value: GroupValues; by: string | null; at: Date },
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_by: by, updated_at: at };
  await trx
    .insertInto('site_settings')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** @returns whether the group had been saved */
export async function deleteGroup(trx: Trx, name: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('site_settings')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds the acting member's mobile number, and whether their account has a second factor. */
export function findActingMember(db: Database, memberId: string) {
  return db
    .selectFrom('members')
    .select(['mobile', 'totp_enabled_at'])
    .where('id', '=', memberId)
    .executeTakeFirst();
}
