import { features } from '#features/index.ts';
import { loadConfig } from '#kernel/config.ts';
import type { Job } from '#kernel/feature.ts';
import { provide } from '#kernel/feature.ts';
import { type ScheduledJob, startSchedule } from '#kernel/jobs/schedule.ts';
import { startTicker, type Ticker } from '#kernel/jobs/ticker.ts';
import { createApp } from './app.ts';
import { listenForChanges } from './changes.ts';
import { scanRunningPortal } from './leaks/portal.ts';
import { startOwnPaySandbox } from './sandbox/own-pay.ts';
import { startWechatSandbox } from './sandbox/wechat.ts';

/** The one process that does what nobody waits for: the jobs of all features. */
export async function start(): Promise<{ stop(): Promise<void> }> {
  const config = loadConfig();
  if (!config.databaseUrl) throw new Error('the worker needs DATABASE_URL');
  const app = createApp(config, config.databaseUrl);
  const { log } = app;
  const services = { ...app, scanPortal: scanRunningPortal(app) };
  // Told to stop, long work goes on where it was at the next start.
  const ending = new AbortController();
  const run = async (job: Job, since: Date) => {
    for (const tenant of app.tenants.values())
      await job.run(app.contextOf(tenant), { since, signal: ending.signal });
  };
  const changes = await listenForChanges(app);
  // A demo without its WeChat, or its gateway, is still a portal.
  const wechat =
    config.wechatSandbox &&
    (await startWechatSandbox(config.wechatSandbox).catch((error: unknown) => {
      log.error({ err: error }, 'the stand-in for WeChat could not start');
      return null;
    }));
  const gateway =
    config.paySandbox &&
    (await startOwnPaySandbox(config.paySandbox).catch((error: unknown) => {
      log.error({ err: error }, 'the sandbox gateway could not start');
      return null;
    }));
  // Each job that repeats has a ticker of its own, so that a slow one holds up no other.
  const tickers: Ticker[] = [];
  const scheduled: ScheduledJob[] = [];
  for (const feature of features)
    for (const job of provide<typeof services, readonly Job[]>(feature.jobs, services) ?? []) {
      if ('cron' in job)
        scheduled.push({
          ...job,
          run: (ctx) => job.run(ctx, { since: ctx.now(), signal: ending.signal }),
        });
      else tickers.push(startTicker(job.everyMs, log, (since) => run(job, since), app.now));
    }
  const contexts = [...app.tenants.values()].map((tenant) => app.contextOf(tenant));
  tickers.push(await startSchedule(log, contexts, scheduled));
  return {
    async stop() {
      ending.abort();
      await Promise.all(tickers.map((ticker) => ticker.stop()));
      await wechat?.stop();
      await gateway?.stop();
      await changes.stop();
      await app.close();
    },
  };
}
