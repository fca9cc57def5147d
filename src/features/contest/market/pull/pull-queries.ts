import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** Takes the next pull in hand where it is due: nobody else does until `until`. @returns failures in a row; null else */
export async function claimPull(db: Database, now: Date, until: Date): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    insert into market_pulls as p (began_at, next_at) values (${now}, ${until})
    on conflict (is_one) do update set began_at = excluded.began_at, next_at = excluded.next_at
    where p.next_at <= ${now}
    returning failures`.execute(db);
  return rows[0]?.failures ?? null;
}

export type PullResult = {
  is_ok: boolean;
  message: string;
  added: number;
  unchanged: number;
  failed: number;
};

/** Notes what became of a pull; @param nextAt when the source is asked again */
export async function notePull(
  db: Database,
  began_at: Date,
  nextAt: Date,
  result: PullResult,
): Promise<void> {
  const { is_ok, message, added, unchanged, failed } = result;
  await sql`
    insert into market_pulls as p (began_at, next_at, is_ok, message, added, unchanged, failed, failures)
    values (${began_at}, ${nextAt}, ${is_ok}, ${message}, ${added}, ${unchanged}, ${failed}, ${is_ok ? 0 : 1})
    on conflict (is_one) do update set began_at = excluded.began_at, next_at = excluded.next_at,
      is_ok = excluded.is_ok, message = excluded.message, added = excluded.added,
      unchanged = excluded.unchanged, failed = excluded.failed,
      failures = case when excluded.is_ok then 0 else p.failures + 1 end`.execute(db);
}

export const findPull = (db: Database) => db.selectFrom('market_pulls').selectAll().executeTakeFirst();
