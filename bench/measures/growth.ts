import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addMember } from '#features/identity/index.ts';
import { writeCursor } from '#shared/cursors.ts';
import { callHeaders, openClient } from '../client.ts';
import { fillPortal, measuredColumn } from '../fill.ts';
import type { StandaloneMeasure } from '../measure.ts';
import type { Portal, Running } from '../portal.ts';
import { childrenOf, residentBytes } from '../processor.ts';
import { formatNumber, infoLine, type Line } from '../report.ts';
import { median, quantile } from '../rounds.ts';
import { openSessions } from '../sessions.ts';
import { pinyin, questions } from './search.ts';

const requestsPerCall = 100;
const warmUp = 20;
/** From the first size to the last. */
const maxGrowth = 1.3;
/** Below this a difference is one of the clock and of the machine, in ms. */
const minDifferenceMs = 1;
const maxSearchMs = 30;
const maxRebuildSeconds = 240;
const maxWorkerBytes = 500e6;
const token = 'bench-growth-token';

type Call = { path: string; body?: unknown };
type Makes = (n: number) => Call | Promise<Call>;
type Size = {
  posts: number;
  times: Map<string, number[]>;
  rebuildSeconds: number;
  workerBytes: number;
  builderBytes: number;
  indexBytes: number;
  databaseBytes: number;
};

/**
 * Every list, detail, search, list of the back office and save at several sizes of one portal, which grows from the
 * first to the last, with the rebuild of its search index at each.
 */
export const growthMeasure =
  (sizes: readonly number[]): StandaloneMeasure =>
  async ({ portal, log }) => {
    const measured: Size[] = [];
    for (const posts of sizes) {
      await fillPortal(portal, posts, log);
      measured.push(await measureSize(portal, posts, log));
      log(`  ${posts.toLocaleString('en')} posts measured`);
    }
    return linesOf(measured);
  };

async function measureSize(portal: Portal, posts: number, log: (line: string) => void): Promise<Size> {
  const index = portal.config.searchPlace;
  if (index.kind !== 'folder') throw new Error('the index of this measure is in a folder');
  const folder = join(index.path, portal.ctx.tenant.id);
  rmSync(folder, { recursive: true, force: true });
  const running = await portal.start();
  try {
    const rebuild = await watchRebuild(portal, running);
    log(`  index built in ${formatNumber(rebuild.rebuildSeconds)} s`);
    const times = await measureCalls(portal, running);
    return {
      posts,
      times,
      ...rebuild,
      indexBytes: sizeOf(folder),
      databaseBytes: await databaseBytes(portal),
    };
  } finally {
    await running.stop();
  }
}

/** Waits for the rebuild that the worker begins by itself, and samples memory meanwhile. */
async function watchRebuild({ query }: Portal, { workerPids }: Running) {
  const deadline = Date.now() + 3_600_000;
  const isRunning = async () => (await query('select 1 from search_rebuilds')).length > 0;
  while (!(await isRunning())) {
    if (Date.now() > deadline) throw new Error('the worker did not begin to rebuild the index');
    await pause(50);
  }
  const started = performance.now();
  let [workerBytes, builderBytes] = [0, 0];
  const held = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + residentOrZero(pid), 0);
  while (await isRunning()) {
    if (Date.now() > deadline) throw new Error('the rebuild of the index took more than an hour');
    workerBytes = Math.max(workerBytes, held(workerPids));
    builderBytes = Math.max(builderBytes, held(workerPids.flatMap(childrenOf)));
    await pause(250);
  }
  return { rebuildSeconds: (performance.now() - started) / 1000, workerBytes, builderBytes };
}

/** A process may end while it is looked at. */
function residentOrZero(pid: number): number {
  try {
    return residentBytes(pid);
  } catch {
    return 0;
  }
}

async function measureCalls(portal: Portal, running: Running): Promise<Map<string, number[]>> {
  const { apiBase, apiClient } = portal.config;
  const memberId = await addMember(portal.ctx, {
    mobile: '18800000002',
    password: 'bench password',
    role: 'editor',
  }).catch(() => findMember(portal));
  await openSessions(portal, [{ memberId, token }]);
  const client = openClient(running.port);
  const visitor = callHeaders(apiClient);
  const headersOf = (path: string) =>
    path.startsWith('/admin/') ? { ...visitor, 'blade-auth': `bearer ${token}` } : visitor;
  const send = async ({ path, body }: Call) => {
    const answer =
      body === undefined
        ? await client.get(apiBase + path, headersOf(path))
        : await client.post(apiBase + path, headersOf(path), body);
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString().slice(0, 200)}`);
    return JSON.parse(answer.body.toString()).data;
  };
  const calls = await makeCalls(portal, send);
  const times = new Map(Object.keys(calls).map((what) => [what, [] as number[]]));
  try {
    // In turn, so that each kind of call sees the machine in the same state.
    for (let n = -warmUp; n < requestsPerCall; n++)
      for (const [what, makeCall] of Object.entries(calls)) {
        const call = await makeCall(n + warmUp);
        const started = performance.now();
        await send(call);
        if (n >= 0) times.get(what)?.push(performance.now() - started);
      }
  } finally {
    client.close();
  }
  return times;
}

async function findMember({ query }: Portal): Promise<string> {
  const [row] = await query<{ id: string }>(`select id::text from members where mobile = '18800000002'`);
  if (!row) throw new Error('the editor could not be added');
  return row.id;
}

const oneWord = ['减持', '业绩', '公告', '股份', '质押'];
const twoWords = ['公司 股东', '业绩 公告', '股份 减持', '公司 公告', '上市 公司'];

async function makeCalls(
  portal: Portal,
  send: (call: Call) => Promise<unknown>,
): Promise<Record<string, Makes>> {
  const rows = await portal.query<{ id: string; tag: string; code: string; author: string }>(
    `select id::text, tags[1] tag, coalesce(stock_codes[1], '') code, author_id::text author from posts
     where column_id = $1 and state = 'published' order by md5(id::text) limit $2`,
    [measuredColumn, requestsPerCall + warmUp],
  );
  const post = (n: number) => rows[n % rows.length] ?? { id: '', tag: '', code: '', author: '' };
  const list = '/reception/article/getResearchArticleList';
  const withQuery = (path: string, query: Record<string, string>): Call => ({
    path: `${path}?${new URLSearchParams(query)}`,
  });
  const searchFor = (words: readonly string[], more: Record<string, string> = {}): Makes => {
    return (n) =>
      withQuery('/reception/globalSearch', { size: '20', keyword: words[n % words.length] ?? '', ...more });
  };
  const admin = (query: Record<string, string>) => () =>
    withQuery('/admin/post/list', { size: '20', ...query });
  const [columnCursor, adminCursor] = [
    await middleCursor(portal, `published_at`, `column_id = ${measuredColumn} and state = 'published'`),
    await middleCursor(portal, `updated_at`, 'true'),
  ];
  const column = { columnId: measuredColumn, size: '20' };
  return {
    'list of a column': () => withQuery(list, column),
    'list of a column, in its middle': () => withQuery(list, { ...column, cursor: columnCursor }),
    'list of a column, page 100': () => withQuery(list, { ...column, current: '100' }),
    'list of all articles': () => withQuery(list, { size: '20' }),
    'list of news': () => withQuery('/news/reception/getGlobalNewsList', { size: '20' }),
    'list of a tag': (n) => withQuery(list, { size: '20', tag: post(n).tag }),
    'list of a security': (n) => withQuery(list, { size: '20', stockCode: post(n).code }),
    'list of an author': (n) => withQuery(list, { size: '20', authorId: post(n).author }),
    'list of a column and author': (n) => withQuery(list, { ...column, authorId: post(n).author }),
    'newest VIP articles': () => withQuery('/reception/article/newArticleList', { size: '10' }),
    'newest articles': () => withQuery('/reception/article/newAllArticleList', { size: '10' }),
    'most read articles': () =>
      withQuery('/reception/article/researchCharts', { size: '10', period: 'month' }),
    'most read authors': () => withQuery('/reception/author/getHotAuthorList', { size: '10' }),
    'counts of VIP': () => ({ path: '/reception/getVipContents' }),
    detail: (n) => ({ path: `/reception/article/selectArticle?id=${post(n).id}`, body: {} }),
    'the older neighbour': (n) => withQuery('/reception/article/previousArticle', { id: post(n).id }),
    'the newer neighbour': (n) => withQuery('/reception/article/nextArticle', { id: post(n).id }),
    'search for a frequent word': searchFor(oneWord),
    'search for two frequent words': searchFor(twoWords),
    'search for a question': searchFor(questions),
    'search for pinyin': searchFor(pinyin),
    'search for two words, the newest': searchFor(twoWords, { sort: 'newest' }),
    'search in titles': searchFor(twoWords, { field: 'title' }),
    'search in a column': searchFor(oneWord, { columnId: measuredColumn }),
    suggestions: (n) =>
      withQuery('/reception/searchSuggestions', { keyword: oneWord[n % oneWord.length] ?? '' }),
    'admin list': admin({}),
    'admin list of a state': admin({ state: 'published' }),
    'admin list of a column': admin({ columnId: measuredColumn }),
    'admin list of a column, oldest first': admin({ columnId: measuredColumn, sort: 'updatedAt' }),
    'admin list by publication': admin({ state: 'published', sort: '-publishedAt' }),
    'admin list, in its middle': admin({ cursor: adminCursor }),
    'admin search': (n) => admin({ keyword: oneWord[n % oneWord.length] ?? '' })(),
    'opening a post': (n) => withQuery('/admin/post/detail', { id: post(n).id }),
    'saving a post': async (n) => nextSave(post(n).id, n),
  };

  async function nextSave(id: string, n: number): Promise<Call> {
    const data = (await send(withQuery('/admin/post/detail', { id }))) as {
      version: number;
      content: { html: string };
    };
    const content = { ...data.content, html: `${data.content.html}<p>第 ${n} 次修改。</p>` };
    return { path: '/admin/post/save', body: { id, base: data.version, content } };
  }
}

async function middleCursor({ query }: Portal, column: string, where: string): Promise<string> {
  const [row] = await query<{ id: string; at: Date }>(
    `select id::text, ${column} at from posts where ${where} order by ${column} desc, posts.id desc
     offset (select count(*) / 2 from posts where ${where}) limit 1`,
  );
  if (!row) throw new Error('there are no posts');
  return writeCursor({ at: row.at.getTime(), id: row.id });
}

async function databaseBytes({ query }: Portal): Promise<number> {
  const [row] = await query<{ bytes: string }>('select pg_database_size(current_database()) bytes');
  return Number(row?.bytes ?? 0);
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

function linesOf(sizes: readonly Size[]): Line[] {
  const last = sizes.at(-1);
  if (!last) return [];
  const counts = sizes.map(({ posts }) => posts.toLocaleString('en')).join(', ');
  const inTurn = (read: (size: Size) => number) => sizes.map((size) => formatNumber(read(size))).join(', ');
  const line = (what: string): Line => {
    const p95 = sizes.map(({ times }) => quantile(times.get(what) ?? [], 0.95));
    const [first = Number.NaN, final = Number.NaN] = [p95[0], p95.at(-1)];
    const growth = final / first;
    const isSearch = /search|suggestions/.test(what);
    return {
      what,
      target: isSearch ? `≤ ${maxGrowth} ×, ≤ ${maxSearchMs} ms` : `≤ ${maxGrowth} ×`,
      result: `${formatNumber(growth)} ×  (p95 ${p95.map(formatNumber).join(', ')} ms; median ${inTurn(({ times }) => median(times.get(what) ?? []))} ms)`,
      isMet: (growth <= maxGrowth || final - first < minDifferenceMs) && (!isSearch || final <= maxSearchMs),
    };
  };
  const toMb = (bytes: number) => bytes / 1e6;
  return [
    infoLine('growth: posts', counts),
    ...[...last.times.keys()].map(line),
    {
      what: 'rebuild of the search index',
      target: `≤ ${maxRebuildSeconds} s`,
      result: `${inTurn(({ rebuildSeconds }) => rebuildSeconds)} s`,
      isMet: last.rebuildSeconds <= maxRebuildSeconds,
    },
    {
      what: '  memory of the worker meanwhile',
      target: `≤ ${maxWorkerBytes / 1e6} MB`,
      result: `${inTurn(({ workerBytes }) => toMb(workerBytes))} MB`,
      isMet: last.workerBytes <= maxWorkerBytes,
    },
    infoLine('  of the processes that build it', `${inTurn(({ builderBytes }) => toMb(builderBytes))} MB`),
    infoLine('  size of the index', `${inTurn(({ indexBytes }) => toMb(indexBytes))} MB`),
    infoLine('  size of the database', `${inTurn(({ databaseBytes: bytes }) => toMb(bytes))} MB`),
  ];
}
