import { setTimeout as sleep } from 'node:timers/promises';
import { type KyselyPlugin, type QueryId, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { inventedCompanies, inventedIndex } from '#features/contest/market/generator/invented-securities.ts';
import { features } from '#features/index.ts';
import type { ScanPortal } from '#features/leaks/scans/run-scans.ts';
import { notifyMembers } from '#features/notifications/service.ts';
import { type Gateway, GatewayError } from '#features/payments/gateways/gateway.ts';
import type { SearchIndex } from '#features/search/search-index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { type Job, provide } from '#kernel/feature.ts';
import { claimRuns, planJobs, type ScheduledJob } from '#kernel/jobs/schedule.ts';
import type { ServiceAccount } from '#kernel/wechat/service-account.ts';
import type { ServiceAccountSettings } from '#kernel/wechat/settings.ts';
import { dayOf } from '#shared/dates.ts';
import { addMarketData, addSeason } from '#testing/contest.ts';
import { addOrder } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { type StandInServer, startStandInServer } from '#testing/stand-in-server.ts';
import { type App, createApp } from './app.ts';

/** The ids in the payload of an event. */
type Ids = { posts?: { id: string }[]; orderId?: string; seasonId?: string; memberId?: string };
/** Tables whose rows are claimed by an update. */
const claimedTables = [
  ...[
    'contest_recomputes',
    'engine_outbox',
    'feed_sources',
    'leak_scans',
    'notice_deliveries',
    'payments',
    'refunds',
  ],
  ...['scheduled_jobs', 'tag_changes', 'transfers', 'webhook_deliveries', 'wechat_drafts'],
];

/** Pushes to IndexNow are on. */
const usedEngines = {
  baiduPush: false,
  baiduToken: '',
  indexNow: true,
  indexNowKey: 'key-of-the-site',
};

const wechatService = { appId: 'wx1', account: '观澜' } as ServiceAccountSettings;

type Worker = { ctx: Context; jobs: readonly Job[] };

let portal: Portal;
let secondApp: App;
let source: StandInServer;
let workers: readonly [Worker, Worker];
let memberId: string;
/** The clock of both workers; hours ahead of anything that is written with the real time. */
let clock = new Date('2031-03-03T02:00:00+08:00');
/** The work that stand-ins received; triggers record the rest in `noted.begun`. */
let begunWork: string[] = [];
let isGatewayDown = false;
let isIndexSound = true;
let serial = 0;

beforeAll(async () => {
  source = await startStandInServer();
  source.answer(({ url }) => {
    begunWork.push(url);
    return { body: url.endsWith('.csv') ? 'code,at,last\n' : '<rss version="2.0"><channel/></rss>' };
  });
  portal = await openPortal({
    SITE_URL: 'https://news.example.cn',
    FEED_NETWORKS: '127.0.0.1',
    CONTEST_GENERATOR: 'always',
    CONTEST_PULL_URL: `${source.origin}/quotes.csv`,
  });
  const { db } = portal.ctx;
  await addMarketData(portal);
  await sql`insert into trade_days (day, is_all_day) values (${dayOf(clock)}, true)`.execute(db);
  // Outside the tenant's schema, so that exports do not include it.
  await sql`create schema noted`.execute(db);
  await sql`create table noted.begun (work text)`.execute(db);
  await sql`create function noted.note() returns trigger language plpgsql as
    $$ begin execute 'insert into noted.begun select ' || tg_argv[0] using new; return new; end $$`.execute(
    db,
  );
  for (const [table, event, work] of [
    ['contest_recomputes', 'after update of attempts', `'recompute ' || ($1).id`],
    // A trigger before the insert also sees rows that the table then rejects.
    ['latest_quotes', 'before insert', `'quote ' || ($1).code`],
    ['letters', 'before insert', `'digest ' || split_part(($1).subject, ' · ', 1)`],
    ['notices', 'before insert', `'notice ' || ($1).member_id || ' ' || ($1).body`],
    ['tag_changes', 'after update of attempts', `'tag change ' || ($1).id`],
    ['tags', 'before insert', `'tag ' || ($1).name`],
  ] as const)
    await sql`create trigger note_begun ${sql.raw(event)} on ${sql.table(table)}
      for each row execute function noted.note(${sql.lit(work)})`.execute(db);
  // Delays the commit of a claim, so that the claim of the other worker overlaps with it.
  await sql`create function noted.pause() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.01); return null; end $$`.execute(db);
  for (const table of claimedTables)
    await sql`create trigger pause after update on ${sql.table(table)} execute function noted.pause()`.execute(
      db,
    );
  secondApp = createApp(portal.app.config, portal.app.connectionString);
  workers = [openWorker(portal.app), openWorker(secondApp)];
  ({ memberId } = await logIn(portal));
});
afterAll(async () => {
  await secondApp.close();
  await portal.close();
  await source.close();
});
beforeEach(() => {
  advanceClock(600_000);
  isGatewayDown = false;
});

const advanceClock = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

/** Creates a worker as `worker.ts` does, with stand-ins for everything outside that record what was begun. */
function openWorker(app: App): Worker {
  const real = app.contextOf(app.defaultTenant);
  const emit: Context['events']['emit'] = async (ctx, trx, name, event) => {
    const { posts, orderId, seasonId, memberId: id } = event as Ids;
    const ids = posts ? posts.map((post) => post.id) : [orderId ?? seasonId ?? id];
    begunWork.push(...ids.map((one) => `${name} ${one}`));
    await real.events.emit(ctx, trx, name, event);
  };
  const scanPortal: ScanPortal = async () => {
    begunWork.push('scan');
    return { checked: 0, sentences: 0, addresses: 0, leaks: [], faults: [] };
  };
  const gateway = {
    name: 'sandbox',
    query: async (trade) => {
      begunWork.push(`query ${trade}`);
      return { state: 'closed' };
    },
    refund: async ({ number }) => {
      begunWork.push(`refund ${number}`);
      if (isGatewayDown) throw new GatewayError('unreachable', '', 'it is down');
      return { state: 'processing' };
    },
    fetchBill: async () => [],
  } as Partial<Gateway> as Gateway;
  const index = {
    isReady: async () => true,
    settled: { look: async () => ({ isSettled: false, settle: async () => undefined }) },
    async examine() {
      const condition = isIndexSound ? 'sound' : 'absent';
      // The second worker still considers the index damaged after the first has rebuilt it.
      if (app === secondApp) await sleep(50);
      return condition;
    },
    countIndexed: async () => ({ indexed: 0, unindexed: 0 }),
    upsert: async (documents) => void begunWork.push(...documents.map(({ id }) => `document ${id}`)),
    remove: async () => undefined,
    rebuild: async () => {
      begunWork.push('rebuild');
      await sleep(20);
      isIndexSound = true;
      return 0;
    },
  } as Partial<SearchIndex> as SearchIndex;
  const account = {
    uploadPicture: async () => 'https://mmbiz.qpic.cn/1',
    addCover: async () => 'cover',
    addDraft: async ({ title }) => {
      begunWork.push(`draft ${title}`);
      return 'draft';
    },
  } as Partial<ServiceAccount> as ServiceAccount;
  const services = {
    ...app,
    scanPortal,
    payments: { ...app.payments, gateways: async () => [gateway] },
    engines: {
      ...app.engines,
      settings: async (ctx: Context) => {
        const current = await app.settings(ctx);
        return { ...current, engines: { ...current.engines, ...usedEngines } };
      },
      openColumnIds: async () => new Set(['2']),
      origins: { baidu: source.origin, indexnow: source.origin },
    },
    officialAccount: {
      ...app.officialAccount,
      settings: async (ctx: Context) => ({ ...(await app.settings(ctx)), wechatService }),
      serviceAccount: () => account,
    },
    searchIndexes: { ...app.searchIndexes, forTenant: () => index },
    notices: {
      ...app.notices,
      mail: { send: async (_: unknown, { to }: { to: string }) => void begunWork.push(`letter ${to}`) },
    },
    transfers: {
      ...app.transfers,
      copyParts: (...given: Parameters<App['transfers']['copyParts']>) => {
        begunWork.push('export');
        return app.transfers.copyParts(...given);
      },
    },
  };
  return {
    ctx: { ...real, now: () => clock, events: { ...real.events, emit } },
    jobs: features.flatMap(
      (feature) => provide<typeof services, readonly Job[]>(feature.jobs, services) ?? [],
    ),
  };
}

async function runJob({ ctx, jobs }: Worker, name: string): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`no feature has the job ${name}`);
  await job.run(ctx, { since: clock, signal: new AbortController().signal });
}

/** Runs a job four times, so that jobs that claim one item at a time finish three. */
async function runBoth(name: string): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    await Promise.all([0, 1, 0, 1].map((workerIndex) => runJob(workers[workerIndex as 0 | 1], name)));
}

/** Returns which of these items were begun since the last call. */
async function takeBegunWork(work: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ work: string }>`delete from noted.begun returning work`.execute(portal.ctx.db);
  const all = [...begunWork, ...rows.map((row) => row.work)].filter((one) => work.includes(one));
  begunWork = [];
  return all.toSorted();
}

/** Simulates a worker that is killed right after it claimed something: all its later statements fail. */
async function killAfterClaim({ ctx, ...worker }: Worker, name: string): Promise<void> {
  const claims = new WeakSet<QueryId>();
  let isDead = false;
  const killPlugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (isDead) throw new Error('killed');
      if (isClaim(node)) claims.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      isDead ||= claims.has(queryId) && result.rows.length > 0;
      return result;
    },
  };
  await runJob({ ctx: { ...ctx, db: ctx.db.withPlugin(killPlugin) }, ...worker }, name).catch(
    () => undefined,
  );
  expect(isDead, `${name} claimed something`).toBe(true);
}

/** Returns whether a statement writes, or locks rows for its transaction. */
function isClaim(node: RootOperationNode): boolean {
  if (node.kind === 'SelectQueryNode') return (node.endModifiers ?? []).length > 0;
  return (
    node.kind !== 'RawNode' || /\b(?:update|insert|delete)\b|try_advisory/.test(node.sqlFragments.join())
  );
}

const nextName = (word: string) => {
  serial += 1;
  return `${word}-${serial}`;
};
async function createMany<T>(count: number, one: () => T | Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let place = 0; place < count; place += 1) made.push(await one());
  return made;
}
const addMembers = async (count: number): Promise<string[]> =>
  (await createMany(count, () => logIn(portal))).map((person) => person.memberId);

/** Adds attempts to pay an order each, made six seconds ago. */
async function addPayments(count: number, state: 'created' | 'closed') {
  const rows = await createMany(count, async () => ({
    order_id: await addOrder(portal, memberId),
    gateway: 'sandbox',
    channel: 'page',
    trade_number: nextName('trade'),
    amount: 100,
    state,
    created_at: new Date(clock.getTime() - 6000),
    expires_at: new Date(clock.getTime() + 86_400_000),
  }));
  const returned = ['id', 'order_id', 'trade_number'] as const;
  return portal.ctx.db.insertInto('payments').values(rows).returning(returned).execute();
}

async function addRefunds(count: number): Promise<string[]> {
  const rows = (await addPayments(count, 'closed')).map(({ id: payment_id, order_id }) => {
    const of = { order_id, payment_id };
    return {
      ...of,
      number: nextName('refund'),
      kind: 'staff',
      amount: 100,
      state: 'approved',
      next_try_at: clock,
    };
  });
  await portal.ctx.db.insertInto('refunds').values(rows).execute();
  return rows.map(({ number }) => `refund ${number}`);
}

type Table =
  | 'tag_changes'
  | 'transfers'
  | 'leak_scans'
  | 'contest_recomputes'
  | 'refunds'
  | 'notice_deliveries'
  | 'webhook_deliveries'
  | 'wechat_drafts';

type Work = {
  job: string;
  /**
   * Adds due work, in this many items if the job has items.
   * @returns the name of each item, as `begun` records it
   */
  plan(count: number): Promise<string[]>;
  /** How long the lease of a killed worker lasts, in ms; 0 if it held the work in a transaction. */
  leaseMs: number;
  /** The column that counts how often a row was begun. */
  counts?: readonly [Table, 'attempts' | 'tries'];
};

const jobCases: readonly Work[] = [
  {
    job: 'transfers-run',
    leaseMs: 60_000,
    counts: ['transfers', 'attempts'],
    async plan(count) {
      const rows = await createMany(count, () => {
        const name = nextName('export');
        return { kind: 'export', name, path: '', options: '{"withoutPeople":true}' };
      });
      await portal.ctx.db.insertInto('transfers').values(rows).execute();
      return rows.map(() => 'export');
    },
  },
  {
    job: 'tags-change',
    leaseMs: 60_000,
    counts: ['tag_changes', 'attempts'],
    async plan(count) {
      const rows = await createMany(count, () => ({
        ...{ kind: 'delete', names: [nextName('tag')], total: 0, due_at: clock },
      }));
      const added = await portal.ctx.db.insertInto('tag_changes').values(rows).returning('id').execute();
      return added.map(({ id }) => `tag change ${id}`);
    },
  },
  {
    job: 'tags-count',
    leaseMs: 0,
    async plan(count) {
      const rows = await createMany(count, () => ({ name: nextName('tag'), delta: 1 }));
      await portal.ctx.db.insertInto('tag_deltas').values(rows).execute();
      return rows.map(({ name }) => `tag ${name}`);
    },
  },
  {
    job: 'leak-scans',
    leaseMs: 60_000,
    counts: ['leak_scans', 'attempts'],
    async plan() {
      await sql`insert into leak_scans default values`.execute(portal.ctx.db);
      return ['scan'];
    },
  },
  {
    job: 'contest-recompute',
    leaseMs: 60_000,
    counts: ['contest_recomputes', 'attempts'],
    async plan(count) {
      const rows = await createMany(count, async () => ({ season_id: await addSeason(portal) }));
      const added = await portal.ctx.db
        .insertInto('contest_recomputes')
        .values(rows)
        .returning('id')
        .execute();
      return added.map(({ id }) => `recompute ${id}`);
    },
  },
  { job: 'refunds-send', leaseMs: 60_000, counts: ['refunds', 'tries'], plan: addRefunds },
  {
    job: 'notices-deliver',
    leaseMs: 120_000,
    counts: ['notice_deliveries', 'tries'],
    async plan(count) {
      const { ctx } = workers[0];
      const members = await addMembers(count);
      for (const member_id of members) {
        const email = `${member_id}@example.cn`;
        await ctx.db.updateTable('members').set({ email }).where('id', '=', member_id).execute();
        const channelChoice = { member_id, kind: 'sale', channel: 'mail' };
        await ctx.db.insertInto('notice_channels').values(channelChoice).execute();
      }
      await inTransaction(ctx, (trx) =>
        notifyMembers(ctx, trx, members, { kind: 'sale', title: '售出一份', sourceKey: nextName('sale') }),
      );
      return members.map((id) => `letter ${id}@example.cn`);
    },
  },
  {
    job: 'feeds-fetch',
    leaseMs: 120_000,
    async plan(count) {
      const rows = await createMany(count, () => {
        const name = nextName('feed');
        return { name, url: `${source.origin}/${name}`, column_id: '2', next_fetch_at: clock };
      });
      // Sources of an earlier test are due again.
      await portal.ctx.db.deleteFrom('feed_sources').execute();
      await portal.ctx.db.insertInto('feed_sources').values(rows).execute();
      return rows.map(({ name }) => `/${name}`);
    },
  },
  {
    job: 'webhooks-deliver',
    leaseMs: 60_000,
    counts: ['webhook_deliveries', 'attempts'],
    async plan(count) {
      const { db } = portal.ctx;
      const names = await createMany(count, () => nextName('hook'));
      for (const name of names) {
        const { id } = await db
          .insertInto('webhooks')
          .values({ name, url: `${source.origin}/${name}`, events: ['order.paid'], created_at: clock })
          .returning('id')
          .executeTakeFirstOrThrow();
        const message = { webhook_id: id, event: 'order.paid', body: '{}', due_at: clock, queued_at: clock };
        await db.insertInto('webhook_deliveries').values(message).execute();
      }
      return names.map((name) => `/${name}`);
    },
  },
  {
    job: 'engines-push',
    leaseMs: 120_000,
    async plan(count) {
      const { ctx } = workers[0];
      const ids = await createMany(count, () => addPost(portal, { columnId: '2' }));
      await ctx.db.deleteFrom('engine_outbox').execute();
      const rows = ids.map((post_id) => ({ engine: 'indexnow', post_id, column_id: '2', due_at: clock }));
      await ctx.db.insertInto('engine_outbox').values(rows).execute();
      // All addresses that wait are one push.
      return ['/indexnow'];
    },
  },
  {
    job: 'wechat-drafts-send',
    leaseMs: 60_000,
    counts: ['wechat_drafts', 'attempts'],
    async plan(count) {
      const { ctx } = workers[0];
      const rows = await createMany(count, async () => ({
        ...{ post_id: await addPost(portal), version: 0, author: '', digest: '' },
        ...{ title: nextName('公众号'), due_at: clock, requested_at: clock },
      }));
      await ctx.db.insertInto('wechat_drafts').values(rows).execute();
      return rows.map(({ title }) => `draft ${title}`);
    },
  },
  {
    job: 'letters-digest',
    leaseMs: 0,
    async plan(count) {
      const { ctx } = workers[0];
      await addPost({ ...portal, ctx }, { columnId: '2', publishedAt: new Date(clock.getTime() - 60_000) });
      const rows = await createMany(count, () => ({
        ...{ name: nextName('早报'), period: 'daily', hour: 8, column_ids: ['2'], next_at: clock },
        covered_until: new Date(clock.getTime() - 3_600_000),
      }));
      await ctx.db.insertInto('letter_digests').values(rows).execute();
      return rows.map(({ name }) => `digest ${name}`);
    },
  },
  {
    job: 'payments-watch',
    // Within the time in which the buyer is likely to be paying.
    leaseMs: 10_000,
    plan: async (count) =>
      (await addPayments(count, 'created')).map(({ trade_number }) => `query ${trade_number}`),
  },
  { job: 'quotes-pull', leaseMs: 60_000, plan: async () => ['/quotes.csv'] },
  {
    job: 'posts-publish',
    leaseMs: 0,
    async plan(count) {
      const added = await createMany(count, () =>
        addPost(portal, { state: 'scheduled', publishedAt: clock }),
      );
      return added.map((id) => `posts.published ${id}`);
    },
  },
  {
    job: 'orders-expire',
    leaseMs: 0,
    plan: async (count) =>
      (await createMany(count, () => addOrder(portal, memberId))).map((id) => `order.closed ${id}`),
  },
  {
    job: 'accounts-delete',
    leaseMs: 0,
    async plan(count) {
      const members = await addMembers(count);
      const { db } = portal.ctx;
      await db.updateTable('members').set({ deletion_due_at: clock }).where('id', 'in', members).execute();
      return members.map((id) => `member.deleted ${id}`);
    },
  },
  {
    job: 'notices-tell',
    leaseMs: 0,
    async plan(count) {
      const { ctx } = workers[0];
      const author = nextName('作者');
      const author_id = (await ensureAuthors(ctx, [author])).get(author) ?? '';
      const followers = await addMembers(2);
      const follows = followers.map((member_id) => ({ member_id, author_id }));
      await ctx.db.insertInto('follows').values(follows).execute();
      const titles = await createMany(count, () => nextName('文章'));
      for (const title of titles) await addPost({ ...portal, ctx }, { author, title, publishedAt: clock });
      return titles.flatMap((title) => followers.map((id) => `notice ${id} ${title}`));
    },
  },
  {
    job: 'search-feed',
    leaseMs: 0,
    plan: async (count) => (await createMany(count, () => addPost(portal))).map((id) => `document ${id}`),
  },
  {
    job: 'search-tend',
    leaseMs: 0,
    async plan() {
      isIndexSound = false;
      return ['rebuild'];
    },
  },
  {
    job: 'contest-run',
    leaseMs: 0,
    async plan() {
      const begins = await addSeason(portal, { starts_on: '2031-03-01', ends_on: '2031-03-31' });
      const ends = await addSeason(portal, { starts_on: '2031-02-01', ends_on: '2031-02-20' });
      await sql`update contest_seasons set begun_at = starts_on, cleared_on = ends_on where id = ${ends}`.execute(
        portal.ctx.db,
      );
      return [`contest.begun ${begins}`, `contest.ended ${ends}`];
    },
  },
  {
    job: 'market-run',
    leaseMs: 0,
    async plan() {
      // The first quotes of a day catch up on the day so far.
      await runJob(workers[0], 'market-run');
      advanceClock(3000);
      await takeBegunWork([]);
      return [...inventedCompanies, inventedIndex].map(({ code }) => `quote ${code}`);
    },
  },
];

/**
 * These run in every worker on purpose: each clears the pages of an advert or a pin that began or ended, which may be
 * repeated.
 */
const inEachWorker = ['adverts-periods', 'pins-periods'];
/** They delete files whose row says so, and cut a text again, which may be repeated. */
const repeatable = ['shares-delete', 'bodies-recut'];
/** The work of a killed worker is not begun again: `src/features/letters/interleavings.test.ts`. */
const neverAgain = ['letters-send'];

test('every repeating job is in the table', () => {
  const repeating = workers[0].jobs.filter((job) => 'everyMs' in job).map(({ name }) => name);
  const covered = [...jobCases.map(({ job }) => job), ...inEachWorker, ...repeatable, ...neverAgain];
  expect(covered).toEqual(expect.arrayContaining(repeating));
});

const attemptsOf = async ([table, column]: readonly [Table, string], count: number) => {
  const { rows } = await sql<{ attempts: number }>`
    select ${sql.ref(column)} attempts from ${sql.table(table)} order by id desc limit ${count}`.execute(
    portal.ctx.db,
  );
  return rows.map(({ attempts }) => attempts);
};

test.each(jobCases)('$job: two workers begin each item of work once', async ({ job, plan, counts }) => {
  const work = await plan(3);
  await runBoth(job);
  expect(await takeBegunWork(work)).toEqual(work.toSorted());
  if (counts) expect(await attemptsOf(counts, work.length)).toEqual(work.map(() => 1));
});

test.each(jobCases)('$job: the work of a killed worker is begun again $leaseMs ms later', async (one) => {
  const { job, plan, leaseMs, counts } = one;
  const work = await plan(1);
  await killAfterClaim(workers[0], job);
  await takeBegunWork([]);
  if (leaseMs > 0) {
    advanceClock(leaseMs - 1);
    await runBoth(job);
    expect(await takeBegunWork(work)).toEqual([]);
    advanceClock(1);
  }
  await runBoth(job);
  expect(await takeBegunWork(work)).toEqual(work.toSorted());
  if (counts) expect(await attemptsOf(counts, work.length)).toEqual(work.map(() => 2));
});

test('a refund whose gateway is down is retried with exponential back-off', async () => {
  const work = await addRefunds(1);
  isGatewayDown = true;
  for (const pauseMs of [30_000, 60_000, 120_000]) {
    await runBoth('refunds-send');
    expect(await takeBegunWork(work)).toEqual(work);
    advanceClock(pauseMs - 1);
    await runBoth('refunds-send');
    expect(await takeBegunWork(work)).toEqual([]);
    advanceClock(1);
  }
});

test('two workers run each scheduled job once, and again a minute after a kill', async () => {
  const scheduledOf = (worker: Worker): ScheduledJob[] =>
    worker.jobs.flatMap((job) => {
      const begin = (ctx: Context) => {
        begunWork.push(job.name);
        return runJob({ ...worker, ctx }, job.name);
      };
      return 'cron' in job ? [{ ...job, run: begin }] : [];
    });
  const tick = async () => {
    const claims = [0, 1, 0, 1].map((workerIndex) => {
      const worker = workers[workerIndex as 0 | 1];
      return claimRuns(worker.ctx, scheduledOf(worker));
    });
    await Promise.all((await Promise.all(claims)).flat());
  };
  const { ctx } = workers[0];
  const work = scheduledOf(workers[0]).map(({ name }) => name);
  expect(work.length).toBeGreaterThan(10);
  await planJobs(ctx, scheduledOf(workers[0]));
  await tick();
  expect(await takeBegunWork(work)).toEqual([]);
  const rows = () => ctx.db.selectFrom('scheduled_jobs').select(['name', 'attempts', 'error']).execute();
  const states = (attempts: number) => work.map((name) => ({ name, attempts, error: '' }));
  const plan = () => ctx.db.updateTable('scheduled_jobs').set({ due_at: clock }).execute();
  await plan();
  await tick();
  expect(await takeBegunWork(work)).toEqual(work.toSorted());
  expect(await rows()).toEqual(expect.arrayContaining(states(0)));
  await plan();
  // Claimed by a worker that dies before it begins.
  await claimRuns(ctx, []);
  advanceClock(59_999);
  await tick();
  expect(await takeBegunWork(work)).toEqual([]);
  expect(await rows()).toEqual(expect.arrayContaining(states(1)));
  advanceClock(1);
  await tick();
  expect(await takeBegunWork(work)).toEqual(work.toSorted());
});
