/**
 * `npx node bench/cdn.ts varnish|nginx`: a portal behind a real cache with its example in `ops/`. Measures the share of
 * requests that the cache answers, and how long a published post takes to appear and a withdrawn or locked one to go,
 * while readers read. Then reads as visitor, member and VIP and searches everything that a visitor can reach through the
 * cache for locked text. Needs a build. Exits with 1 if a target is missed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { defineColumns } from '#features/columns/index.ts';
import { giveVip } from '#features/entitlements/index.ts';
import { addMember } from '#features/identity/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { scanPortal } from '../src/main/leaks/scan-portal.ts';
import { addBenchPost, columnId, lockedSentence } from './cdn/posts.ts';
import { type Cache, type CacheKind, startCache } from './cdn/programs.ts';
import { callHeaders, openClient } from './client.ts';
import { freePort, openPortal } from './portal.ts';
import { atMost, infoLine, type Line, renderTable } from './report.ts';
import { median } from './rounds.ts';
import { openSessions } from './sessions.ts';

const kind = process.argv[2] as CacheKind;
if (kind !== 'varnish' && kind !== 'nginx') throw new Error('name the cache: varnish or nginx');
const rounds = Number(process.argv[3] ?? 10);
const maxGoneMs = 2000;
const log = (line: string) => console.log(line);

process.env.NODE_ENV = 'production';
const port = Number(process.env.CACHE_PORT ?? (await freePort()));
const site = `http://127.0.0.1:${port}`;
const portal = await openPortal({
  hasDemo: true,
  settings: {
    CDN: kind,
    CDN_PURGE: site,
    SITE_URL: site,
    TRUST_PROXY: '1',
    WEB_PROCESSES: '2',
    LOG_LEVEL: 'warn',
  },
  log,
});
const running = await portal.start();
let cache: Cache | null = null;
const lines: Line[] = [];
let isReading = true;
const reads = { hits: 0, all: 0 };
try {
  cache = await startCache(kind, { port, portalPort: running.port }, log);
  if (!cache) throw new Error(`${kind} is not installed`);
  const defineColumn = (access: string) =>
    defineColumns(portal.ctx, [{ id: columnId, columnName: '缓存', access, loginAuth: 0 }]);
  await defineColumn('public');
  const front = ['/index', `/${columnId}`, '/feed.xml', '/membership'];
  const posts = await portal.query<{ path: string }>(
    `select '/mobileDetail?id=' || id path from posts where state = 'published' order by id desc limit 50`,
  );
  const paths = [...front, ...posts.map(({ path }) => path)];
  const readers = Array.from({ length: 8 }, (_, n) => readUntilStopped(paths, n));

  log('publishing, withdrawing and locking …');
  const times = { published: [] as number[], withdrawn: [] as number[], locked: [] as number[] };
  const listed = kind === 'varnish' ? ['/index', `/${columnId}`] : [`/${columnId}`];
  for (let round = 0; round < rounds; round++) {
    const title = `第 ${round} 次缓存 ${Date.now()}`;
    const id = await addBenchPost(portal, title);
    const page = `/${columnId}/detail?id=${id}`;
    times.published.push(await timeUntil(`/${columnId}`, (text) => text.includes(title)));
    await timeUntil(page, (text) => text.includes(lockedSentence));
    const stopped = [page, `/mobileDetail?id=${id}`].map((path) => readUntilStopped([path], round));
    await pause(300);
    await defineColumn('vip');
    times.locked.push(await goneAfter([page, `/mobileDetail?id=${id}`, '/feed.xml'], lockedSentence));
    await defineColumn('public');
    await timeUntil(page, (text) => text.includes(lockedSentence));
    await withdrawPost(portal.ctx, id);
    times.withdrawn.push(await goneAfter([page, ...listed], title));
    void stopped;
  }
  const worst = (list: number[]) => `slowest ${Math.round(Math.max(...list))} ms of ${list.length}`;
  lines.push(
    atMost(`${kind}: published to shown`, median(times.published), maxGoneMs, 'ms', worst(times.published)),
    atMost(
      `${kind}: withdrawn to gone`,
      Math.max(...times.withdrawn),
      maxGoneMs,
      'ms',
      worst(times.withdrawn),
    ),
    atMost(`${kind}: locked to gone`, Math.max(...times.locked), maxGoneMs, 'ms', worst(times.locked)),
  );
  isReading = false;
  await Promise.all(readers);
  const { hits, all } = reads;
  lines.push(
    infoLine(
      `${kind}: answered by the cache under changes`,
      `${((100 * hits) / all).toFixed(1)} % of ${all}`,
    ),
  );

  log('reading as visitor, member and VIP …');
  const body = (n: number) => addBenchPost(portal, `锁定 ${n}`, 'vip');
  for (let n = 0; n < 5; n++) await body(n);
  const [member, vip] = [await addReader('13800009001'), await addReader('13800009002')];
  await giveVip(portal.ctx, vip.memberId, 30, 'bench');
  const all2 = await portal.query<{ id: string; column_id: string; kind: string }>(
    `select id, column_id, kind from posts where state = 'published' order by id desc limit 60`,
  );
  let shared = 0;
  for (const headers of [{}, cookieOf(member), cookieOf(vip), bearerOf(member), bearerOf(vip), {}])
    for (const post of all2) {
      await get(`/${post.column_id}/detail?id=${post.id}`, headers);
      await get(`/mobileDetail?id=${post.id}`, headers);
      const call = `/api/reception/${post.kind === 'news' ? 'news/selectNews' : 'article/selectArticle'}?id=${post.id}`;
      const answer = await get(call, { ...callHeaders(portal.config.apiClient), ...headers });
      if (/hit/i.test(stateOf(answer.headers))) shared += 1;
    }
  lines.push(atMost(`${kind}: answers of calls from the cache`, shared, 0, ''));
  const profile = async (of: { token: string }) =>
    (
      await get('/api/member/profile', { ...callHeaders(portal.config.apiClient), ...bearerOf(of) })
    ).body.toString();
  lines.push(
    infoLine(
      `${kind}: member and VIP get their own answers`,
      String((await profile(member)) !== (await profile(vip))),
    ),
  );
  for (const run of ['first', 'second']) {
    const found = await scanPortal(portal.app, portal.ctx, site, { maxPosts: 200 });
    const detail = `${found.checked} posts, ${found.sentences} sentences, ${found.addresses} addresses, ${found.faults.length} faults`;
    lines.push(atMost(`${kind}: leaks through the cache, ${run} scan`, found.leaks.length, 0, '', detail));
    for (const fault of found.faults.slice(0, 3)) log(fault);
  }
} finally {
  isReading = false;
  await cache?.stop();
  await running.stop();
  await portal.close();
}
log(renderTable(lines));
process.exit(lines.some(({ isMet }) => isMet === false) ? 1 : 0);

async function get(path: string, headers: Record<string, string> = {}) {
  const client = openClient(port);
  try {
    return await client.get(path, headers);
  } finally {
    client.close();
  }
}

function stateOf(headers: Record<string, unknown>): string {
  const varnish = /varnish; (\d+)/.exec(String(headers['cache-status'] ?? ''))?.[1];
  if (varnish !== undefined) return Number(varnish) > 0 ? 'hit' : 'miss';
  return String(headers['x-cache-status'] ?? 'none');
}

/** Reads paths in turn, as a visitor with cookies of a statistics service. */
async function readUntilStopped(paths: readonly string[], first: number): Promise<void> {
  const client = openClient(port);
  for (let n = first; isReading; n++) {
    const { headers, status } = await client.get(paths[n % paths.length] ?? '/', { cookie: `Hm_lvt=${n}` });
    if (status !== 200) continue;
    reads.all += 1;
    if (/hit|stale|updating/i.test(stateOf(headers))) reads.hits += 1;
    await pause(4);
  }
  client.close();
}

/** Polls until an address shows something. @returns ms since the call */
async function timeUntil(path: string, isShown: (text: string, status: number) => boolean): Promise<number> {
  const started = performance.now();
  const client = openClient(port);
  try {
    while (performance.now() - started < 90_000) {
      const { body, status } = await client.get(path);
      if (isShown(body.toString(), status)) return performance.now() - started;
      await pause(5);
    }
  } finally {
    client.close();
  }
  throw new Error(`${path} did not change within 90 s`);
}

/** @returns ms until the last answer of any of the addresses that contains the text, watching for 14 s */
async function goneAfter(paths: readonly string[], text: string): Promise<number> {
  const started = performance.now();
  let last = 0;
  await Promise.all(
    paths.map(async (path) => {
      const client = openClient(port);
      while (performance.now() - started < 14_000) {
        const { body } = await client.get(path);
        if (body.toString().includes(text)) last = Math.max(last, performance.now() - started);
        await pause(10);
      }
      client.close();
    }),
  );
  return last;
}

async function addReader(mobile: string) {
  const memberId = await addMember(portal.ctx, { mobile, password: 'correct horse' });
  const token = `bench-token-of-${mobile}`;
  await openSessions(portal, [{ memberId, token }]);
  return { memberId, token };
}
function cookieOf({ token }: { token: string }): Record<string, string> {
  return { cookie: `__Host-device=${token}; XSRF-TOKEN=${token}` };
}
function bearerOf({ token }: { token: string }): Record<string, string> {
  return { 'blade-auth': `bearer ${token}` };
}
