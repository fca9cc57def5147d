import { forgetReaders } from '#features/analytics/index.ts';
import { tidyCommentTries } from '#features/comments/index.ts';
import {
  forgetOldQuotes,
  pullDue,
  runContest,
  runMarket,
  runNextRecompute,
} from '#features/contest/index.ts';
import { fetchDueFeeds, tidyFeeds } from '#features/feeds/index.ts';
import { followAdvertPeriods, followPinPeriods } from '#features/frontpage/index.ts';
import { deleteDueMembers, tidySessions } from '#features/identity/index.ts';
import { runNextScan } from '#features/leaks/index.ts';
import { tidyTries } from '#features/memberships/index.ts';
import { deliverNotices, remindOfEnds, tellEveryone, tidyDeliveries } from '#features/notifications/index.ts';
import { expireDueOrders } from '#features/orders/index.ts';
import { tidyOutbox } from '#features/outbox/index.ts';
import { reconcileDue, returnDue, tidyPayments, watchAttempts } from '#features/payments/index.ts';
import { forgetOldViews, publishDuePosts } from '#features/posts/index.ts';
import { feedIndex, tendIndex } from '#features/search/index.ts';
import { hasMilestone } from '#features/settings/index.ts';
import { runNextTransfer, tidyTransfers } from '#features/transfers/index.ts';
import { loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { runEvery, startBoss } from '#kernel/jobs/boss.ts';
import { startTicker } from '#kernel/jobs/ticker.ts';
import { followHouse } from './changes.ts';
import { buildHouse } from './house.ts';
import { scanRunningPortal } from './leaks/portal.ts';
import { demoLoaded } from './prepare.ts';
import { startOwnPaySandbox } from './sandbox/own-pay.ts';
import { startWechatSandbox } from './sandbox/wechat.ts';

/** The one process that does what nobody waits for: schedules, expiries, the search index. */
export async function start(): Promise<{ stop(): Promise<void> }> {
  const config = loadConfig();
  if (!config.databaseUrl) throw new Error('the worker needs DATABASE_URL');
  const house = buildHouse(config, config.databaseUrl);
  const { log } = house;
  const forEachTenant = async (work: (ctx: Context) => Promise<unknown>) => {
    for (const tenant of house.tenants.values()) await work(house.contextOf(tenant));
  };
  const changes = await followHouse(house);
  const boss = await startBoss(config.databaseUrl, log);
  await runEvery(boss, 'views-forget', '*/10 * * * *', () => forEachTenant(forgetOldViews));
  await runEvery(boss, 'accounts-delete', '*/5 * * * *', () =>
    forEachTenant((ctx) => deleteDueMembers(ctx, house)),
  );
  await runEvery(boss, 'sessions-tidy', '17 * * * *', () => forEachTenant(tidySessions));
  await runEvery(boss, 'readers-forget', '3 * * * *', () => forEachTenant(forgetReaders));
  await runEvery(boss, 'transfers-tidy', '47 * * * *', () => forEachTenant(tidyTransfers));
  await runEvery(boss, 'feeds-tidy', '23 4 * * *', () => forEachTenant(tidyFeeds));
  await runEvery(boss, 'ends-remind', '7 * * * *', () => forEachTenant(remindOfEnds));
  await runEvery(boss, 'redeem-tidy', '27 * * * *', () => forEachTenant(tidyTries));
  await runEvery(boss, 'comment-tries-tidy', '33 * * * *', () => forEachTenant(tidyCommentTries));
  await runEvery(boss, 'deliveries-tidy', '7 5 * * *', () => forEachTenant(tidyDeliveries));
  await runEvery(boss, 'quotes-forget', '41 * * * *', () => forEachTenant(forgetOldQuotes));
  await runEvery(boss, 'outbox-tidy', '37 * * * *', () => forEachTenant(tidyOutbox));
  await runEvery(boss, 'payments-tidy', '47 3 * * *', () => forEachTenant(tidyPayments));
  // Bills of a day are made by ten the next morning; whoever is late is asked again.
  await runEvery(boss, 'bills-reconcile', '20 10,14,18 * * *', () =>
    forEachTenant((ctx) => reconcileDue(ctx, house.payments)),
  );
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
  // What is due is due to the second, and a partial index makes asking cheap.
  const clock = startTicker(1000, log, (since) =>
    forEachTenant(async (ctx) => {
      await publishDuePosts(ctx);
      await followAdvertPeriods(ctx, since);
      await expireDueOrders(ctx);
      await followPinPeriods(ctx, since);
    }),
  );
  // A piece is to be found within a second of its publication, so the notes are looked at five times in one.
  const feeder = startTicker(200, log, () => forEachTenant((ctx) => feedIndex(ctx, house.searchIndexes)));
  // Long work, which must not hold up the clocks; told to stop, it goes on where it was at the next start.
  const ending = new AbortController();
  const porter = startTicker(1000, log, () =>
    forEachTenant((ctx) => runNextTransfer(ctx, house.transfers, ending.signal)),
  );
  const scan = scanRunningPortal(house);
  const watchman = startTicker(1000, log, () =>
    forEachTenant((ctx) => runNextScan(ctx, scan, ending.signal)),
  );
  const { rulesOf, fetching } = house.market;
  const isDemo = (ctx: Context) => hasMilestone(ctx.db, demoLoaded);
  const umpire = startTicker(2000, log, () =>
    forEachTenant(async (ctx) => runContest(ctx, await rulesOf(ctx), await isDemo(ctx))),
  );
  const weather = startTicker(3000, log, () =>
    forEachTenant(async (ctx) => runMarket(ctx, await rulesOf(ctx), await isDemo(ctx))),
  );
  // Apart from the umpire: a source may take its ten seconds.
  const puller = startTicker(1000, log, () =>
    forEachTenant(async (ctx) => pullDue(ctx, await rulesOf(ctx), fetching)),
  );
  const auditor = startTicker(1000, log, () => forEachTenant(runNextRecompute));
  // Apart from the clocks too: a source may take its twenty seconds.
  const subscriber = startTicker(5000, log, () => forEachTenant((ctx) => fetchDueFeeds(ctx, house.feeds)));
  const teller = startTicker(500, log, () => forEachTenant(tellEveryone));
  // Apart from the telling: a server of mail may take its ten seconds.
  const postman = startTicker(1000, log, () => forEachTenant((ctx) => deliverNotices(ctx, house.notices)));
  const cashier = startTicker(1000, log, () => forEachTenant((ctx) => watchAttempts(ctx, house.payments)));
  const returner = startTicker(1000, log, () => forEachTenant((ctx) => returnDue(ctx, house.payments)));
  const tender = startTicker(10_000, log, () => forEachTenant((ctx) => tendIndex(ctx, house.searchIndexes)));
  return {
    async stop() {
      ending.abort();
      const tickers = [
        clock,
        feeder,
        porter,
        watchman,
        umpire,
        weather,
        puller,
        auditor,
        subscriber,
        teller,
        postman,
        cashier,
        returner,
        tender,
      ];
      await Promise.all(tickers.map((ticker) => ticker.stop()));
      await wechat?.stop();
      await gateway?.stop();
      await boss.stop({ graceful: true, timeout: 5000 });
      await changes.stop();
      await house.close();
    },
  };
}
