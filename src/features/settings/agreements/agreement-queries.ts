import type { Database, Trx } from '#kernel/context.ts';

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
