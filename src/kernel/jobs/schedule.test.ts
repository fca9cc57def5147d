import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import type { Context } from '../context.ts';
import { claimRuns, planJobs, type ScheduledJob } from './schedule.ts';

let portal: Portal;
let clock: Date;
let ctx: Context;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  clock = new Date('2026-11-22T10:00:00+08:00');
  ctx = {
    ...portal.ctx,
    now: () => clock,
    log: { ...portal.ctx.log, error: vi.fn() } as unknown as Context['log'],
  };
  await ctx.db.deleteFrom('scheduled_jobs').execute();
});

const setClock = (at: string) => {
  clock = new Date(`2026-11-22T${at}+08:00`);
};
const job = (run: () => Promise<unknown>, cron = '17 * * * *'): ScheduledJob => ({ name: 'tidy', cron, run });
const row = () => ctx.db.selectFrom('scheduled_jobs').selectAll().executeTakeFirstOrThrow();
/** Ticks on two workers. */
const tick = async (jobs: readonly ScheduledJob[]) => {
  const runs = await Promise.all([claimRuns(ctx, jobs), claimRuns(ctx, jobs)]);
  await Promise.all(runs.flat());
};

test('runs a job at its Shanghai times, once for two workers, and records when it ended', async () => {
  const run = vi.fn(async () => undefined);
  const jobs = [job(run, '20 10,14 * * *')];
  await planJobs(ctx, jobs);
  expect(await row()).toMatchObject({ due_at: new Date('2026-11-22T10:20:00+08:00'), ended_at: null });
  await tick(jobs);
  expect(run).not.toHaveBeenCalled();
  setClock('10:20:00');
  await tick(jobs);
  await tick(jobs);
  expect(run).toHaveBeenCalledTimes(1);
  expect(await row()).toMatchObject({
    due_at: new Date('2026-11-22T14:20:00+08:00'),
    ended_at: clock,
    error: '',
    attempts: 0,
  });
});

test('makes up once for times that passed without a worker, and planning again changes nothing', async () => {
  const run = vi.fn(async () => undefined);
  await planJobs(ctx, [job(run)]);
  setClock('15:30:00');
  await planJobs(ctx, [job(run)]);
  await tick([job(run)]);
  await tick([job(run)]);
  expect(run).toHaveBeenCalledTimes(1);
  expect((await row()).due_at).toEqual(new Date('2026-11-22T16:17:00+08:00'));
});

test('applies a changed expression at once, and forgets a removed job', async () => {
  const run = vi.fn(async () => undefined);
  await planJobs(ctx, [job(run), { ...job(run), name: 'gone' }]);
  await planJobs(ctx, [job(run, '5 * * * *')]);
  expect(await ctx.db.selectFrom('scheduled_jobs').select(['name', 'due_at']).execute()).toEqual([
    { name: 'tidy', due_at: new Date('2026-11-22T10:05:00+08:00') },
  ]);
});

test('retries a failed run with growing pauses, and after three attempts waits for the next time', async () => {
  const run = vi.fn(() => Promise.reject(new Error('no disk')));
  await planJobs(ctx, [job(run)]);
  for (const [at, due, attempts] of [
    ['10:17:00', '10:17:30', 1],
    ['10:17:30', '10:18:30', 2],
    ['10:18:30', '11:17:00', 0],
  ] as const) {
    setClock(at);
    await tick([job(run)]);
    expect(await row()).toMatchObject({
      due_at: new Date(`2026-11-22T${due}+08:00`),
      error: 'no disk',
      attempts,
    });
  }
  expect(run).toHaveBeenCalledTimes(3);
  setClock('11:17:00');
  await tick([job(async () => undefined)]);
  expect(await row()).toMatchObject({ error: '', attempts: 0 });
});

test('runs a job again after the lease of a killed worker, at most three times', async () => {
  const run = vi.fn(async () => undefined);
  await planJobs(ctx, [job(run)]);
  for (const at of ['10:17:00', '10:18:00', '10:19:00']) {
    setClock(at);
    // Claimed by a worker that dies before it begins.
    expect(await claimRuns(ctx, [])).toEqual([]);
    await tick([job(run)]);
  }
  expect(run).not.toHaveBeenCalled();
  setClock('10:20:00');
  await tick([job(run)]);
  expect(run).not.toHaveBeenCalled();
  expect(await row()).toMatchObject({
    due_at: new Date('2026-11-22T11:17:00+08:00'),
    error: 'its process died again and again',
  });
  setClock('11:17:00');
  await tick([job(run)]);
  expect(run).toHaveBeenCalledTimes(1);
});
