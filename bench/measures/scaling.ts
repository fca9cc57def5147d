import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openClient } from '../client.ts';
import { buy } from '../crash/buy.ts';
import { openGateway } from '../crash/server.ts';
import { measuredColumn } from '../fill.ts';
import type { MeasureArguments, StandaloneMeasure } from '../measure.ts';
import { articlePaths, homePath } from '../page-paths.ts';
import type { Running } from '../portal.ts';
import { processorMs, residentBytes } from '../processor.ts';
import { formatNumber, infoLine, type Line } from '../report.ts';
import { type Cost, machine, planFor, type UnitCosts } from '../scaling.ts';
import { dataOf, openBuyerClient, openShop, type Shop } from '../shop.ts';
import { addStreamMembers, openStreams } from './live.ts';

const concurrency = 8;
/** Few enough for the file descriptors that a shell gives. */
const streamCount = 500;
/** Scripts, styles and fonts of a first visit as the browser loads them, from the measure `weight`. */
const scriptBytes = 165_000;

/**
 * What a page, a call, a search, a comment, an order and an open stream cost, and from that the machines for 10,000,
 * 100,000 and 1,000,000 readers a day (docs/scaling.md).
 */
export const scaling: StandaloneMeasure = async (given) => {
  const gateway = await openGateway(given.portal);
  const settings = { PAY_SANDBOX_API: gateway.origin, COMMENT_MODERATION: 'post', LOG_LEVEL: 'error' };
  const running = await given.portal.start(settings);
  const uncached = await given.portal.start({ ...settings, PAGE_CACHE_MB: '0' });
  try {
    const shop = await openShop(given.portal, { buyers: 200, posts: 200 });
    const costs = await measureCosts(given, running, uncached, shop, gateway);
    return [
      ...costLines(costs),
      ...[10_000, 100_000, 1_000_000].flatMap((readers) => planLines(readers, costs)),
    ];
  } finally {
    await uncached.stop();
    await running.stop();
    await gateway.stop();
  }
};

async function measureCosts(
  given: Omit<MeasureArguments, 'running'>,
  running: Running,
  uncached: Running,
  shop: Shop,
  gateway: Awaited<ReturnType<typeof openGateway>>,
): Promise<UnitCosts> {
  const { portal } = given;
  const articles = await articlePaths(portal, 200, 100);
  const client = openBuyerClient(`http://127.0.0.1:${running.port}`, portal.config);
  const callOf =
    (method: 'GET' | 'POST', pathOf: (at: number) => string, bodyOf?: (at: number) => object) =>
    async (at: number) =>
      dataOf(await client.call(method, pathOf(at), tokenAt(shop, at), bodyOf?.(at)));
  const pages = openClients(running.port);
  const misses = openClients(uncached.port);
  const words = ['减持', '公司', '业绩', '公告', '股份', '市场', '增长', '投资'];
  const idOf = (path: string) => new URL(path, 'http://portal').searchParams.get('id') ?? '';
  try {
    const cachedPage = await costOf(portal, running, 20_000, (at) =>
      pages.get(at % 4 ? homePath : (articles[at % 20] ?? homePath)),
    );
    const renderedPage = await costOf(portal, uncached, 1000, (at) =>
      misses.get(at % 10 ? (articles[at % 200] ?? homePath) : homePath),
    );
    const call = await costOf(portal, running, 4000, (at) =>
      at % 2
        ? callOf(
            'GET',
            () => `/reception/article/getResearchArticleList?columnId=${measuredColumn}&size=20`,
          )(at)
        : callOf('POST', () => `/reception/article/selectArticle?id=${idOf(articles[at % 200] ?? '')}`)(at),
    );
    const search = await costOf(
      portal,
      running,
      1000,
      callOf(
        'GET',
        (at) =>
          `/reception/globalSearch?size=20&keyword=${encodeURIComponent(words[at % words.length] ?? '')}`,
      ),
    );
    const openPost = idOf(articles[0] ?? '');
    const comment = await costOf(
      portal,
      running,
      400,
      callOf(
        'POST',
        () => '/member/addComment',
        (at) => ({ postId: openPost, body: `第 ${at} 条评论 ${Date.now()}` }),
      ),
    );
    const deadline = Date.now() + 120_000;
    const order = await costOf(portal, running, shop.buyers.length, (at) => {
      const buyer = shop.buyers[at];
      return buyer ? buy({ shop, gateway, client }, buyer, at, deadline) : Promise.resolve();
    });
    const html = await openClient(running.port).get(homePath);
    return {
      cachedPage,
      renderedPage,
      call,
      search,
      comment,
      order,
      streamBytes: await measureStream(given, running),
      firstVisitBytes: scriptBytes + gzipSync(html.body).length,
      pageBytes: gzipSync(html.body).length,
    };
  } finally {
    client.close();
    pages.close();
    misses.close();
  }
}

const tokenAt = ({ buyers }: Shop, at: number): string => buyers[at % buyers.length]?.token ?? '';

function openClients(port: number) {
  const clients = Array.from({ length: concurrency }, () => openClient(port));
  let turn = 0;
  return {
    async get(path: string) {
      turn += 1;
      const answer = await clients[turn % concurrency]?.get(path, { 'accept-encoding': 'br' });
      if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`);
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

/** Does a thing `count` times, some at once, and returns the processor time of one. */
async function costOf(
  { databasePid }: MeasureArguments['portal'],
  { webPids, workerPids }: Running,
  count: number,
  run: (at: number) => Promise<unknown>,
): Promise<Cost> {
  const repeat = async (from: number, times: number) => {
    let next = from;
    const work = async () => {
      while (next < from + times) await run(next++);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  };
  const warmUp = Math.ceil(count / 10);
  await repeat(0, warmUp);
  const spent = () => ({
    web: processorMs([...webPids, ...workerPids]),
    database: processorMs([databasePid]),
  });
  const before = spent();
  await repeat(warmUp, count - warmUp);
  const after = spent();
  return {
    webMs: (after.web - before.web) / (count - warmUp),
    databaseMs: (after.database - before.database) / (count - warmUp),
  };
}

/** Returns the resident memory of one open event stream. */
async function measureStream(
  { portal }: Omit<MeasureArguments, 'running'>,
  { port, webPids }: Running,
): Promise<number> {
  const people = (await addStreamMembers(portal)).slice(0, streamCount);
  const held = () => webPids.reduce((sum, pid) => sum + residentBytes(pid), 0);
  const before = held();
  const streams = openStreams(portal, port);
  for (let from = 0; from < people.length; from += 100)
    await Promise.all(people.slice(from, from + 100).map(({ token }) => streams.join(token)));
  await pause(2000);
  const bytes = (held() - before) / people.length;
  streams.leave();
  return Math.max(0, bytes);
}

function costLines(costs: UnitCosts): Line[] {
  const line = (what: string, { webMs, databaseMs }: Cost) =>
    infoLine(
      `cost of ${what}`,
      `${formatNumber(webMs)} ms of portal, ${formatNumber(databaseMs)} ms of database`,
    );
  return [
    line('a page from the cache', costs.cachedPage),
    line('a page rendered', costs.renderedPage),
    line('a call of a member', costs.call),
    line('a search', costs.search),
    line('a comment', costs.comment),
    line('an order, paid', costs.order),
    infoLine('cost of an open stream', `${formatNumber(costs.streamBytes / 1000)} kB`),
  ];
}

function planLines(readers: number, costs: UnitCosts): Line[] {
  const plan = planFor(readers, costs);
  return [
    infoLine(
      `${readers.toLocaleString('en')} readers a day`,
      `${formatNumber(plan.pagesPerSecond)} pages/s, ${formatNumber(plan.webCores)} cores of portal, ${formatNumber(plan.databaseCores)} of database, ` +
        `${Math.round(plan.streams)} streams, ${formatNumber((plan.bytesPerSecond * 8) / 1e6)} Mbit/s: ` +
        `${plan.webMachines} + ${plan.databaseMachines} machines of ${machine.cores} cores; first used up: ${plan.bottleneck}`,
    ),
  ];
}
