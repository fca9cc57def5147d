import { startWechatSandbox } from '#features/identity/index.ts';
import { features } from '#features/index.ts';
import { startPortalPaySandbox } from '#features/payments/index.ts';
import { releaseIndex } from '#features/search/index.ts';
import type { Context } from '#kernel/context.ts';
import type { Job } from '#kernel/feature.ts';
import { provide } from '#kernel/feature.ts';
import { type ScheduledJob, startSchedule } from '#kernel/jobs/schedule.ts';
import { startTicker, type Ticker } from '#kernel/jobs/ticker.ts';
import { type App, openApp } from './app.ts';
import type { Running } from './as-child.ts';
import { scanRunningPortal } from './leaks/scan-portal.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { openManagement } from './operation/open-management.ts';
import type { ProcessNumber } from './operation/process-names.ts';
import { createReadiness } from './operation/readiness.ts';

/** Starts the worker. */
export async function start(number: ProcessNumber = 0): Promise<Running> {
  const app = openApp();
  const changes = await listenForChanges(app);
  const jobs = await runJobs(app);
  const management = await openManagement(app, number, createReadiness(app));
  await management?.start({ isWorker: true });
  return {
    async stop() {
      await management?.stop();
      await jobs.stop();
      await changes.stop();
      await app.close();
    },
  };
}

/** Runs the jobs of all features in the background, with an application that listens for changes. */
export async function runJobs(app: App): Promise<Running> {
  const { config, log } = app;
  const services = { ...app, scanPortal: scanRunningPortal(app) };
  // A job that is stopped resumes at the next start.
  const stopController = new AbortController();
  const runFor = async (job: Job, ctx: Context, since: Date) => {
    if (job.module && (await app.isOff(ctx, job.module))) return;
    await job.run({ ...ctx, log: log.child({ job: job.name }) }, { since, signal: stopController.signal });
  };
  const run = async (job: Job, since: Date) => {
    for (const tenant of app.tenants.values()) await runFor(job, app.contextOf(tenant), since);
  };
  // A demo still works without its WeChat or payment sandbox.
  const wechat =
    config.wechatSandbox &&
    (await startWechatSandbox(config.wechatSandbox).catch((error: unknown) => {
      log.error({ err: error }, 'the WeChat sandbox could not start');
      return null;
    }));
  const gateway =
    config.paySandbox &&
    (await startPortalPaySandbox(config.paySandbox).catch((error: unknown) => {
      log.error({ err: error }, 'the sandbox gateway could not start');
      return null;
    }));
  // Each repeating job has its own ticker, so that a slow one does not delay the others.
  const tickers: Pick<Ticker, 'stop'>[] = [];
  const scheduled: ScheduledJob[] = [];
  for (const feature of features)
    for (const job of provide<typeof services, readonly Job[]>(feature.jobs, services) ?? []) {
      if ('cron' in job)
        scheduled.push({
          ...job,
          run: (ctx) => runFor(job, ctx, ctx.now()),
        });
      else {
        const ticker = startTicker(
          job.everyMs,
          log.child({ job: job.name }),
          (since) => run(job, since),
          app.now,
        );
        tickers.push(ticker);
        if (job.wakesOn) for (const { tags } of app.tenants.values()) tags.listen(job.wakesOn, ticker.wake);
      }
    }
  const contexts = [...app.tenants.values()].map((tenant) => app.contextOf(tenant));
  tickers.push(await startSchedule(log, contexts, scheduled));
  return {
    async stop() {
      stopController.abort();
      await Promise.all(tickers.map((ticker) => ticker.stop()));
      await wechat?.stop();
      await gateway?.stop();
      // Another machine can take over at once.
      for (const ctx of contexts)
        await releaseIndex(ctx, app.searchIndexes).catch((error: unknown) =>
          log.warn({ err: error }, 'could not release the search index'),
        );
    },
  };
}
