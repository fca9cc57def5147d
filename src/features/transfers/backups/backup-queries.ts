import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { TransferOptions } from '../manage/transfer-queries.ts';

export type BackupRow = {
  id: string;
  name: string;
  state: string;
  options: TransferOptions;
  error: string;
  created_at: Date;
  finished_at: Date | null;
};

/** Returns the newest backup with one of the states. */
export async function findNewestBackup(
  db: Database | Trx,
  states: readonly string[],
): Promise<BackupRow | undefined> {
  const row = await db
    .selectFrom('transfers')
    .select(['id', 'name', 'state', 'options', 'error', 'created_at', 'finished_at'])
    .where('kind', '=', 'backup')
    .where('state', 'in', states)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row as BackupRow | undefined;
}

/** Serialises the queuing of backups until the transaction ends. */
export const lockBackups = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' backups', 0))`.execute(trx);

/** Records a backup that a command made. */
export async function insertEndedBackup(
  db: Database,
  {
    options,
    ...row
  }: {
    name: string;
    options: TransferOptions;
    state: 'done' | 'failed';
    error: string;
    done: number;
    total: number;
    created_at: Date;
    finished_at: Date;
  },
): Promise<void> {
  await db
    .insertInto('transfers')
    .values({ ...row, kind: 'backup', path: '', options: sql<never>`${JSON.stringify(options)}::jsonb` })
    .execute();
}

/** Records the result of verifying a backup; `fault` is empty if it is good. */
export async function saveVerification(
  db: Database,
  name: string,
  { at, fault }: { at: string; fault: string },
): Promise<void> {
  const result = JSON.stringify({ verifiedAt: at, verifyFault: fault });
  await db
    .updateTable('transfers')
    .set({ options: sql<never>`options || ${result}::jsonb` })
    .where('kind', '=', 'backup')
    .where('name', '=', name)
    .execute();
}
