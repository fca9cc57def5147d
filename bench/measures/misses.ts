import { callHeaders, openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import type { Measure } from '../measure.ts';
import { articlePaths, homePath } from '../page-paths.ts';
import { atLeast, formatNumber, infoLine, type Line } from '../report.ts';
import { medianOf, ratioOf, runSideBySide } from '../rounds.ts';
import { byClock } from '../speed.ts';

/** Pages rendered on a cache miss, compared with the same routes rendered with their data in memory. */
export const misses: Measure = async ({ portal, running, load, rounds }) => {
  const { apiBase, apiClient } = portal.config;
  // One process each: measures the pages per second of a process, with the database working beside it.
  const uncached = await portal.start({ PAGE_CACHE_MB: '0', WEB_PROCESSES: '1' });
  const memory = await startContender('serve-render.ts', 1, {
    portal: running.port,
    apiBase,
    headers: callHeaders(apiClient),
    site: await readSite(running.port),
  });
  const articles = await articlePaths(portal, 200, 100);
  try {
    await assertSamePages([homePath, ...articles.slice(0, 3)]);
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

  /** @throws if the two pages differ, since their speeds are not comparable then */
  async function assertSamePages(paths: string[]): Promise<void> {
    const [one, other] = [openClient(uncached.port), openClient(memory.port)];
    for (const path of paths) {
      const pages = await Promise.all([one.get(path), other.get(path)]);
      const [uncachedPage = '', known = ''] = pages.map(({ body }) =>
        body.toString().replace(/"views":\d+/g, ''),
      );
      if (uncachedPage !== known) throw new Error(`${path} renders another page when its data is in memory`);
    }
    one.close();
    other.close();
  }
};

/** Returns the portal's own data (site name, footer) that each of its pages contains. */
async function readSite(port: number): Promise<unknown> {
  const client = openClient(port);
  const page = (await client.get(homePath)).body.toString();
  client.close();
  const [, json = '{}'] = /<script type="application\/json" id="payload">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json).site;
}
