import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

/** One more, in the window that runs, or the first of a new one where it began before `oldest`: one statement. */
export async function countStart(
  db: Database,
  memberId: string,
  now: Date,
  oldest: Date,
): Promise<{ since: Date; count: number }> {
  const { rows } = await sql<{ since: Date; count: number }>`
    insert into payment_starts as s (member_id, since, count) values (${memberId}, ${now}, 1)
    on conflict (member_id) do update set
      since = case when s.since <= ${oldest} then ${now} else s.since end,
      count = case when s.since <= ${oldest} then 1 else s.count + 1 end
    returning since, count`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a start was not counted');
  return row;
}

export async function deleteOldStarts(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('payment_starts').where('since', '<=', before).execute();
}
