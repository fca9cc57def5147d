/**
 * `npm run cluster [-- --only web,primary] [--readers 500] [--from <commit>] [--keep]`: a portal on several machines, each a network
 * namespace of this computer: two web machines, one for the worker, three for etcd, Patroni and PostgreSQL (one primary,
 * one synchronous and one asynchronous replica), HAProxy, Ceph's S3 gateway, and Varnish in front. People read and write
 * while one thing after another fails. Prints a line per scenario; exits with 1 if an acknowledged write is lost or
 * doubled, a withdrawn post is shown after 2 s, or a locked sentence gets out. Needs root and Debian's packages, which
 * it names.
 *
 * `--from` is the commit that the cluster runs until the rolling upgrade, by default the last tag.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { detailPath } from '#client/routes.ts';
import { ensureAuthors } from '#features/authors/index.ts';
import { sandboxKeys, sandboxMerchant } from '#features/payments/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import { startPaySandbox } from '../src/features/payments/sandbox/gateway-server.ts';
import { callHeaders } from './client.ts';
import { openDatabaseCluster } from './cluster/database.ts';
import { startEdge } from './cluster/edge.ts';
import { openNetwork, requirePrograms } from './cluster/network.ts';
import { openObjectStore } from './cluster/object-store.ts';
import { openPortalMachine, portalPort } from './cluster/portals.ts';
import { prepareProgram } from './cluster/program.ts';
import { startReaders } from './cluster/readers.ts';
import { type Cluster, scenarios } from './cluster/scenarios.ts';
import { isAnswering, waitUntil } from './cluster/wait-until.ts';
import { watchWithdrawals, watchWrites } from './cluster/withdrawals.ts';
import { waitUntilSettled } from './crash/buy.ts';
import {
  compareWrites,
  countAcknowledged,
  expectNoWrites,
  openStaff,
  startWriters,
  sum,
  type WriteParts,
} from './crash/writers.ts';
import { openPortal, type Portal } from './portal.ts';
import { openBuyerClient, openShop } from './shop.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    readers: { type: 'string', default: '500' },
    from: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const chosen = values.only?.split(',') ?? Object.keys(scenarios);
const unknown = chosen.filter((name) => !(name in scenarios));
if (unknown.length > 0) throw new Error(`no scenario ${unknown}; there are ${Object.keys(scenarios)}`);
requirePrograms(existsSync);
const log = (line: string) => console.log(line);
// PostgreSQL runs as another account, which has to enter the folder.
const folder = mkdtempSync('/var/tmp/guanlan-cluster-');
chmodSync(folder, 0o755);
const network = openNetwork(folder);
process.once('exit', () => network.close());
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const isFine = await run();
network.close();
if (!values.keep) rmSync(folder, { recursive: true, force: true });
process.exit(isFine ? 0 : 1);

async function run(): Promise<boolean> {
  log(`bringing up the machines in ${folder} …`);
  const opening = openObjectStore(network.addMachine('s3'));
  const servers = ['db-1', 'db-2', 'db-3'].map((name) => network.addMachine(name));
  const database = await openDatabaseCluster(servers, network.addMachine('proxy'));
  const store = await opening;
  log('the database and S3 run; filling the portal …');
  const webMachines = ['web-1', 'web-2'].map((name) => network.addMachine(name));
  const edge = network.addMachine('edge');
  const settings = {
    NODE_ENV: 'production',
    SITE_MODE: 'demo',
    SITE_URL: `http://${edge.address}`,
    ALLOW_PLAINTEXT: 'site',
    PORTAL_KEY: randomBytes(32).toString('base64url'),
    DATABASE_URL: database.connectionString,
    DATABASE_READ_URLS: database.readUrls.join(','),
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    S3_PATH_STYLE: '1',
    SEARCH_URI: `s3://${store.bucket}/search`,
    TRUST_PROXY: '1',
    CDN: 'varnish',
    CDN_PURGE: `http://${edge.address}`,
    COMMENT_MODERATION: 'post',
    LOG_LEVEL: 'warn',
    WEB_PROCESSES: '1',
  };
  Object.assign(process.env, settings);
  const portal = await openPortal({
    dataDir: join(folder, 'bench'),
    connectionString: database.connectionString,
    hasDemo: true,
    settings: { LOG_LEVEL: 'silent' },
    log: () => {},
  });
  const gatewayKeys = join(folder, 'bench', 'pay-sandbox');
  const { merchantPublic, platform, apiKey } = sandboxKeys(gatewayKeys);
  const gateway = await startPaySandbox({
    host: network.address,
    port: 0,
    parties: { ...sandboxMerchant, merchantPublic, platform, apiKey },
  });
  const present = join(import.meta.dirname, '..');
  let program = chosen.includes('upgrade')
    ? await prepareProgram(present, values.from, folder, log)
    : present;
  const read = () => ({ program, gatewayKeys, settings: { ...settings, PAY_SANDBOX_API: gateway.origin } });
  const cluster: Cluster = {
    webs: webMachines.map((machine) => openPortalMachine(machine, 'web', read)),
    worker: openPortalMachine(network.addMachine('worker'), 'worker', read),
    database,
    store,
    upgrade: () => {
      program = present;
    },
    log,
  };
  const staff = await openStaff(portal);
  const locked = await addLockedPost(portal);
  await Promise.all([cluster.worker, ...cluster.webs].map((machine) => machine.start()));
  const origin = startEdge(edge, webMachines);
  await waitUntil(() => isAnswering(`${origin}/index`), 30_000, 'the site did not answer');
  const paths = await readerPaths(portal, locked.id);
  const readers = startReaders({
    origin,
    count: Number(values.readers),
    pauseMs: 2000,
    paths: () => paths[Math.floor(Math.random() * paths.length)] ?? '/index',
    callHeaders: callHeaders(portal.config.apiClient),
    lockedSentence: locked.sentence,
  });
  const addresses = [origin, ...webMachines.map(({ address }) => `http://${address}:${portalPort}`)];
  const lines: Line[] = [];
  try {
    for (const name of chosen) {
      const scenario = scenarios[name];
      if (!scenario) continue;
      log(`  ${scenario.name} …`);
      const watched = watchWrites(openBuyerClient(origin, portal.config));
      let shouldWrite = true;
      const parts: WriteParts = {
        portal,
        shop: await openShop(portal, { buyers: 200, posts: 40 }),
        gateway,
        client: watched.client,
        staff,
        expected: expectNoWrites(),
        shouldWrite: () => shouldWrite,
      };
      const writers = Promise.all(startWriters(parts));
      const withdrawals = watchWithdrawals(parts, addresses);
      await pause(5000);
      readers.reset();
      watched.reset();
      await scenario.run(cluster);
      await pause(5000);
      const read = readers.figures();
      const writeGapMs = watched.gapMs();
      shouldWrite = false;
      await Promise.all([writers, withdrawals.stop()]);
      await waitUntilSettled(portal, Date.now() + 60_000);
      const compared = await compareWrites(parts);
      for (const { what, lost, doubled } of compared)
        if (lost + doubled > 0) log(`    ✗ ${what}: ${lost} lost, ${doubled} doubled`);
      for (const [failure, count] of read.failures) log(`    failed: ${count} × ${failure}`);
      const { withdrawn, shown } = withdrawals.figures();
      lines.push({
        scenario: scenario.name,
        acknowledged: countAcknowledged(parts.expected),
        lost: sum(compared.map((line) => line.lost)),
        doubled: sum(compared.map((line) => line.doubled)),
        'requests read': read.answered,
        failed: read.failed,
        's without reads': seconds(read.gapMs),
        's without writes': seconds(writeGapMs),
        withdrawn,
        'shown after 2 s': shown,
        'locked out': read.leaked,
      });
      watched.client.close();
      console.table(lines.slice(-1));
    }
  } finally {
    await readers.stop();
    await gateway.stop();
    await portal.close();
  }
  console.table(lines);
  return lines.every(
    (line) =>
      line.lost + line.doubled + line['shown after 2 s'] + line['locked out'] === 0 && line.withdrawn > 0,
  );
}

type Line = {
  scenario: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  'requests read': number;
  failed: number;
  's without reads': number;
  's without writes': number;
  withdrawn: number;
  'shown after 2 s': number;
  'locked out': number;
};

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** Adds a post of which only the beginning may be read without a membership. */
async function addLockedPost({ ctx }: Portal): Promise<{ id: string; sentence: string }> {
  const sentence = `只有会员能读到的一句话${randomBytes(8).toString('hex')}`;
  const open = '人人能读的开头。'.repeat(60);
  const authors = await ensureAuthors(ctx, ['撰稿人0']);
  const [id] = await addPosts(ctx, [
    {
      columnId: '2',
      authorId: authors.get('撰稿人0') ?? '',
      title: '有一段锁着的文章',
      access: 'vip',
      state: 'published',
      publishedAt: new Date(Date.now() - 60_000),
      body: prepareBodySync({ body: `<p>${open}</p><p>${sentence}。</p>`, format: 'html' }),
    },
  ]);
  if (!id) throw new Error('the locked post was not added');
  return { id, sentence };
}

/** Pages and calls of visitors: mostly what a cache holds, and some that each reader computes. */
async function readerPaths({ query, config: { apiBase } }: Portal, lockedId: string): Promise<string[]> {
  const posts = await query<{ id: string; column_id: string }>(
    `select id::text, column_id::text from posts where state = 'published' order by published_at desc limit 20`,
  );
  const locked = detailPath('2', lockedId);
  return [
    '/index',
    '/index',
    '/rined',
    '/globalInfo',
    locked,
    `${apiBase}/reception/selectArticle?id=${lockedId}`,
    `${apiBase}/reception/globalSearch?keyword=${encodeURIComponent('市场')}`,
    `${apiBase}/reception/globalSearch?keyword=${encodeURIComponent('只有会员能读到')}`,
    ...posts.map(({ id, column_id }) => detailPath(column_id, id)),
  ];
}
