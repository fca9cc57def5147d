import { setTimeout } from 'node:timers/promises';
import { readBrandHead, siteFields } from '../../src/main/page-frame.ts';
import { callHeaders, openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import type { Measure } from '../measure.ts';
import { articlePaths, homePath } from '../page-paths.ts';
import { atLeast, formatNumber, infoLine, type Line } from '../report.ts';
import { medianOf, ratioOf, runSideBySide } from '../rounds.ts';
import { byClock } from '../speed.ts';

const forgetPath = '/forget';
const maxTries = 30;

/** Pages rendered on a cache miss, compared with the same routes rendered with their data in memory. */
export const misses: Measure = async ({ portal, running, load, rounds }) => {
  const { apiBase, apiClient } = portal.config;
  // One process each: measures the pages per second of a process, with the database working beside it.
  const uncached = await portal.start({ PAGE_CACHE_MB: '0', WEB_PROCESSES: '1' });
  const memory = await startContender('serve-render.ts', 1, {
    portal: running.port,
    apiBase,
    headers: callHeaders(apiClient),
    site: await siteFields(portal.app, portal.ctx.tenant),
    brandHead: await readBrandHead(portal.app, portal.ctx.tenant),
    forgetPath,
  });
  const articles = await articlePaths(portal, 200, 100);
  try {
    await waitUntilSamePages([homePath, ...articles.slice(0, 3)]);
    return [
      // A single reader, since concurrent readers of one page would share one render.
      await compare('home made on a miss : data in memory', [homePath], 1, 'identity', 0.5),
      await compare('article made on a miss : data in memory', articles, 1, 'identity', 0.5),
      await compare('  the same, 8 readers of 200 articles', articles, 8, 'identity', 0.5),
      await compare('  home, packed with brotli', [homePath], 1, 'br', null),
    ];
  } finally {
    await memory.stop();
    await uncached.stop();
  }

  async function compare(
    what: string,
    paths: string[],
    connections: number,
    encoding: string,
    min: number | null,
  ): Promise<Line> {
    const headers = { 'accept-encoding': encoding };
    const at =
      ({ port }: { port: number }, pids: readonly number[]) =>
      () =>
        load.measure({ port, pids, paths, connections, headers });
    const speeds = await runSideBySide(
      [
        { name: 'miss', run: at(uncached, uncached.webPids) },
        { name: 'memory', run: at(memory, memory.pids) },
      ],
      rounds,
    );
    const ratio = ratioOf(speeds, 'miss', 'memory', byClock);
    const formatRate = (name: string) => formatNumber(medianOf(speeds, name, byClock));
    const detail = `${formatRate('miss')} pages/s a process, in memory ${formatRate('memory')}`;
    return min === null
      ? infoLine(what, `${formatNumber(ratio)} ×  (${detail})`)
      : atLeast(what, ratio, min, detail);
  }

  /**
   * Lets the contender load its data until its pages are the portal's: prices of the market and rankings, which the
   * portal may show up to 30 s old, change meanwhile.
   * @throws if the pages stay different, since their speeds are not comparable then
   */
  async function waitUntilSamePages(paths: string[]): Promise<void> {
    const [one, other] = [openClient(uncached.port), openClient(memory.port)];
    try {
      for (let tries = 1; ; tries++) {
        await other.get(forgetPath);
        const different: string[] = [];
        for (const path of paths) {
          const [page, known] = await Promise.all([one.get(path), other.get(path)]);
          if (!page.body.equals(known.body)) different.push(path);
        }
        if (different.length === 0) return;
        if (tries === maxTries)
          throw new Error(`${different.join(', ')} is another page when its data is in memory`);
        await setTimeout(2000);
      }
    } finally {
      one.close();
      other.close();
    }
  }
};
