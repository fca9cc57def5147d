import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** All folders, each level by name. */
export function listFolderRows(db: Database | Trx) {
  return db.selectFrom('media_folders').select(['id', 'parent_id', 'name']).orderBy('name').execute();
}

export function findFolder(db: Database | Trx, id: string) {
  return db
    .selectFrom('media_folders')
    .select(['id', 'parent_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Keeps others from making, renaming or deleting folders until the transaction ends: there are few. */
export async function lockFolders(trx: Trx): Promise<void> {
  await sql`lock table media_folders in share row exclusive mode`.execute(trx);
}

export function insertFolder(trx: Trx, name: string, parentId: string | null) {
  return trx
    .insertInto('media_folders')
    .values({ name, parent_id: parentId })
    .returning(['id', 'parent_id', 'name'])
    .executeTakeFirstOrThrow();
}

export async function updateFolderName(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable('media_folders').set({ name }).where('id', '=', id).execute();
}

export async function deleteFolderRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('media_folders').where('id', '=', id).execute();
}

/** Whether a folder holds nothing: no item, no folder. */
export async function isFolderEmpty(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from media_items where folder_id = ${id})
      and not exists (select from media_folders where parent_id = ${id}) is_empty`.execute(trx);
  return rows[0]?.is_empty ?? false;
}
