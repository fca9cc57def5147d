/**
 * `npm run older [-- --commit 84182dc] [--rounds 5] [--pages 200] [--encoding br] [--folder /tmp/guanlan-older]`: pages
 * rendered on a cache miss, compared with an older commit. Checks the commit out in a worktree, installs and builds it
 * there, starts both portals with the demo edition and data of their own, which the folder keeps, and measures them in
 * turn; see README.md.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Client, openClient } from './client.ts';
import { freePort } from './portal.ts';
import { childrenOf, processorMs } from './processor.ts';
import { formatNumber } from './report.ts';
import { medianOf, ratioOf, runSideBySide } from './rounds.ts';

const { values } = parseArgs({
  options: {
    commit: { type: 'string', default: '84182dc' },
    rounds: { type: 'string', default: '5' },
    pages: { type: 'string', default: '200' },
    encoding: { type: 'string', default: 'identity' },
    folder: { type: 'string', default: '/tmp/guanlan-older' },
  },
});
const rounds = Number(values.rounds);
const pagesPerRound = Number(values.pages);
const root = join(import.meta.dirname, '..');
const olderRoot = join(values.folder, values.commit);

/** A running portal with one web process. */
type Side = {
  name: 'older' | 'now';
  port: number;
  webPid: number;
  db: pg.Client;
  client: Client;
  stop(): Promise<void>;
};
/** Of one page: processor time of the web process, and time until the answer is there. */
type Cost = { processor: number; clock: number };
/** What happens before each request, so that the page is not in the cache. */
type Cause = { what: string; before: (side: Side, path: string, turn: number) => Promise<void> };

let turn = 0;

checkOut();
for (const [megabytes, causes] of [
  // With the page cache off every page is rendered whole.
  ['0', [{ what: 'cache off', before: async () => {} }]],
  ['64', causesOfMisses()],
] as const)
  await compareWith(megabytes, causes);
process.exit();

function checkOut(): void {
  mkdirSync(values.folder, { recursive: true });
  if (!existsSync(olderRoot))
    execFileSync('git', ['worktree', 'add', '--detach', olderRoot, values.commit], {
      cwd: root,
      stdio: 'inherit',
    });
  // The start installs and builds what is missing.
}

function causesOfMisses(): Cause[] {
  const purged = (tagsOf: (path: string) => string[]) => async (side: Side, path: string) =>
    purge(side, tagsOf(path));
  const postOf = (path: string) => /id=(\d+)/.exec(path)?.[1];
  return [
    // A tag of the page, with nothing changed: what the page costs that is rendered again after 30 s.
    {
      what: 'nothing changed',
      before: purged((path) => (postOf(path) ? [`post:${postOf(path)}`] : ['adverts'])),
    },
    { what: 'a title on it changed', before: changeTitle },
    // As a publication does.
    {
      what: 'posts purged',
      before: purged((path) => ['posts', ...(postOf(path) ? [`post:${postOf(path)}`] : [])]),
    },
    // Also empties what the server keeps of parts of pages.
    { what: 'settings purged', before: purged(() => ['settings']) },
  ];

  async function changeTitle(side: Side, path: string, turn: number): Promise<void> {
    const id = postOf(path) ?? (await newestPost(side));
    await side.db.query(`update posts set title = regexp_replace(title, '( 第\\d+次)?$', $1) where id = $2`, [
      ` 第${turn}次`,
      id,
    ]);
    await purge(side, ['posts', `post:${id}`]);
  }
}

/** Returns the post of the home page's newest article. */
async function newestPost({ db }: Side): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select id::text from posts where kind = 'article' and state = 'published' order by published_at desc limit 1`,
  );
  return rows[0]?.id ?? '';
}

async function purge({ db }: Side, tags: string[]): Promise<void> {
  await db.query('select pg_notify($1, $2)', ['guanlan_purge', JSON.stringify(['000000', ...tags])]);
  // Until the web process has received it.
  await setTimeout(5);
}

async function compareWith(megabytes: string, causes: readonly Cause[]): Promise<void> {
  const older = await start('older', olderRoot, megabytes);
  const now = await start('now', root, megabytes);
  try {
    const articles = await sharedArticles([older, now]);
    for (const { what, before } of causes)
      for (const [page, paths] of [
        ['home', ['/index']],
        ['article', articles],
      ] as const) {
        const costs = await runSideBySide(
          [older, now].map((side) => ({ name: side.name, run: () => measure(side, paths, before) })),
          rounds,
        );
        const of = (metric: (cost: Cost) => number) =>
          `${formatNumber(1 / ratioOf(costs, 'now', 'older', metric))} × (${formatNumber(medianOf(costs, 'older', metric))} → ${formatNumber(medianOf(costs, 'now', metric))} ms)`;
        console.log(
          `${page}, ${what}: processor ${of(({ processor }) => processor)}; one reader ${of(({ clock }) => clock)}`,
        );
      }
  } finally {
    await Promise.all([older.stop(), now.stop()]);
  }
}

async function measure(side: Side, paths: readonly string[], before: Cause['before']): Promise<Cost> {
  let clock = 0;
  const start = processorMs([side.webPid]);
  for (let at = 0; at < pagesPerRound; at++) {
    const path = paths[at % paths.length] ?? '';
    await before(side, path, ++turn);
    const sent = performance.now();
    const { status } = await side.client.get(path, { 'accept-encoding': values.encoding });
    clock += performance.now() - sent;
    if (status !== 200) throw new Error(`${side.name}: ${path} answered ${status}`);
  }
  return { processor: (processorMs([side.webPid]) - start) / pagesPerRound, clock: clock / pagesPerRound };
}

/** Returns the open articles on the home page of both portals. */
async function sharedArticles(sides: readonly Side[]): Promise<string[]> {
  const found = await Promise.all(
    sides.map(async ({ client }) => {
      const home = (await client.get('/index')).body.toString();
      const paths = new Set(
        [...home.matchAll(/href="(\/[^"]*etail\?id=\d+)"/g)].map(([, path]) => path ?? ''),
      );
      const isArticle = async (path: string) => {
        const { status, body } = await client.get(path);
        return status === 200 && body.includes('"og:type" content="article"');
      };
      const open: string[] = [];
      for (const path of paths) if (await isArticle(path)) open.push(path);
      return open;
    }),
  );
  const [first = [], ...others] = found;
  return first.filter((path) => others.every((paths) => paths.includes(path)));
}

async function start(name: Side['name'], folder: string, megabytes: string): Promise<Side> {
  const dataDir = join(values.folder, `data-${name}`);
  mkdirSync(dataDir, { recursive: true });
  const port = await freePort();
  const process_ = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, SITE_MODE: 'demo' },
      ...{ WEB_PROCESSES: '1', PAGE_CACHE_MB: megabytes },
    },
  });
  const client = openClient(port);
  await waitUntilReady(process_, client);
  const { connectionString } = JSON.parse(
    readFileSync(join(dataDir, 'postgres', 'connection.json'), 'utf8'),
  ) as { connectionString: string };
  const db = new pg.Client({ connectionString, options: '-c search_path=tenant_000000' });
  await db.connect();
  return {
    ...{ name, port, db, client, webPid: findWebProcess(process_.pid ?? 0) },
    async stop() {
      client.close();
      await db.end();
      const ended = new Promise((resolve) => process_.once('exit', resolve));
      process_.kill('SIGTERM');
      await ended;
    },
  };
}

/** Installing and building an older commit takes minutes. */
async function waitUntilReady(child: ChildProcess, client: Client): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error('the portal ended before it was ready');
    const answer = await client.get('/index').catch(() => null);
    if (answer?.status === 200) return;
    await setTimeout(1000);
  }
  throw new Error('the portal did not become ready');
}

function findWebProcess(pid: number): number {
  const isWeb = (one: number) => {
    try {
      const given = readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0');
      return given.some((text) => text.endsWith('child.ts')) && given.includes('web');
    } catch {
      // The process has ended since it was listed.
      return false;
    }
  };
  const found = (one: number): number | undefined =>
    isWeb(one)
      ? one
      : childrenOf(one)
          .map(found)
          .find((child) => child !== undefined);
  const web = found(pid);
  if (web === undefined) throw new Error('the portal has no web process');
  return web;
}
