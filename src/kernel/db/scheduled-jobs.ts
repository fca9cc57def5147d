import { sql } from 'kysely';
import type { Context, Database } from '../context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from './queue.ts';

export type ClaimedRun = Claimed & { name: string };

export const scheduledQueue: Queue = {
  table: 'scheduled_jobs',
  isOpen: sql`true`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`due_at`,
  leaseMs: 60_000,
};

/**
 * Replaces the set of scheduled jobs. A new job, or one whose expression changed, is due at its `dueAt`; the others
 * keep their due time.
 */
export async function upsertScheduledJobs(
  db: Database,
  jobs: readonly { name: string; cron: string; dueAt: Date }[],
): Promise<void> {
  await sql`
    insert into scheduled_jobs as j (name, cron, due_at)
    select * from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ cron }) => cron)}::text[],
      ${jobs.map(({ dueAt }) => dueAt)}::timestamptz[])
    on conflict (name) do update set cron = excluded.cron, due_at = excluded.due_at, attempts = 0
    where j.cron <> excluded.cron`.execute(db);
  await sql`delete from scheduled_jobs where name <> all(${jobs.map(({ name }) => name)}::text[])`.execute(
    db,
  );
}

/** Claims all due jobs. */
export const claimScheduledJobs = (ctx: Context): Promise<ClaimedRun[]> =>
  claimJobs(ctx, ctx.db, scheduledQueue, { limit: 100, returning: sql`id, attempts, name` });

/** Records how a run ended and when the job is due again. After a failure the count of attempts continues. */
export async function endScheduledRun(
  db: Database,
  claimed: ClaimedRun,
  end: { dueAt: Date; endedAt: Date; error: string; isOver: boolean },
): Promise<void> {
  await sql`
    update scheduled_jobs set due_at = ${end.dueAt}, ended_at = ${end.endedAt}, error = ${end.error},
      attempts = case when ${end.isOver} then 0 else attempts end
    where ${isHeld(scheduledQueue, claimed)}`.execute(db);
}
