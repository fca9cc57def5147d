import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Context } from '../context.ts';
import { backOff, whileLeased } from '../db/queue.ts';
import {
  type ClaimedRun,
  claimScheduledJobs,
  endScheduledRun,
  scheduledQueue,
  upsertScheduledJobs,
} from '../db/scheduled-jobs.ts';
import { startTicker, type Ticker } from './ticker.ts';

export type ScheduledJob = {
  /** Unique in the portal. */
  name: string;
  /** A cron expression, in Shanghai time. */
  cron: string;
  run(ctx: Context): Promise<unknown>;
};

const pauseMs = 5000;
/** A failed run is retried with exponential back-off; after the last attempt the job waits for its next time. */
const maxAttempts = 3;
const firstPauseMs = 30_000;
const maxPauseMs = 600_000;
/** How long a stop waits for running jobs in ms. Those still running then are run again when their lease expires. */
const maxStopWaitMs = 5000;

/**
 * Runs jobs at their times for each context (one per tenant): once per time, however many workers there are. A time
 * that passed while no worker ran is made up for once. Two runs of one job never overlap.
 */
export async function startSchedule(
  log: Logger,
  contexts: readonly Context[],
  jobs: readonly ScheduledJob[],
): Promise<Pick<Ticker, 'stop'>> {
  for (const ctx of contexts) await planJobs(ctx, jobs);
  const running = new Set<Promise<void>>();
  const ticker = startTicker(pauseMs, log, async () => {
    for (const ctx of contexts)
      for (const run of await claimRuns(ctx, jobs)) {
        running.add(run);
        void run.finally(() => running.delete(run));
      }
  });
  return {
    async stop() {
      await ticker.stop();
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise((resolve) => {
        timer = setTimeout(resolve, maxStopWaitMs);
      });
      await Promise.race([Promise.all(running), grace]);
      clearTimeout(timer);
    },
  };
}

/** Stores when each job is due next. */
export const planJobs = (ctx: Context, jobs: readonly ScheduledJob[]): Promise<void> =>
  upsertScheduledJobs(
    ctx.db,
    jobs.map(({ name, cron }) => ({ name, cron, dueAt: nextTime(cron, ctx.now()) })),
  );

/** Claims the due jobs and starts them. @returns their runs, as promises that never reject */
export async function claimRuns(ctx: Context, jobs: readonly ScheduledJob[]): Promise<Promise<void>[]> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  return (await claimScheduledJobs(ctx)).flatMap((claimed) => {
    const job = byName.get(claimed.name);
    return job ? [runJob(ctx, job, claimed)] : [];
  });
}

async function runJob(ctx: Context, { name, cron, run }: ScheduledJob, claimed: ClaimedRun): Promise<void> {
  const end = (error: string) => {
    const isOver = error === '' || claimed.attempts >= maxAttempts;
    const endedAt = ctx.now();
    const dueAt = isOver
      ? nextTime(cron, endedAt)
      : new Date(endedAt.getTime() + backOff(claimed.attempts, firstPauseMs, maxPauseMs));
    return endScheduledRun(ctx.db, claimed, { dueAt, endedAt, error, isOver });
  };
  try {
    if (claimed.attempts > maxAttempts) return await end('its process died again and again');
    await whileLeased(ctx, scheduledQueue, claimed, () => run(ctx));
    await end('');
  } catch (error) {
    ctx.log.error({ err: error, job: name }, 'a scheduled job failed');
    await end(String(error instanceof Error ? error.message : error).slice(0, 500)).catch((fault: unknown) =>
      ctx.log.error({ err: fault, job: name }, 'failed to record the end of a scheduled job'),
    );
  }
}

function nextTime(cron: string, after: Date): Date {
  const next = new Cron(cron, { timezone: 'Asia/Shanghai' }).nextRun(after);
  if (!next) throw new Error(`the cron expression ${cron} has no next time`);
  return next;
}
