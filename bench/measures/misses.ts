import { articlePaths, homePath } from '../addresses.ts';
import { callHeaders, openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import type { Measure } from '../measure.ts';
import { atLeast, figure, type Line, said } from '../report.ts';
import { medianOf, ratioOf, sideBySide } from '../rounds.ts';
import { byClock } from '../speed.ts';

/** Pages rendered because no cache has them, against the same routes rendered with their data in memory. */
export const misses: Measure = async ({ portal, running, load, rounds }) => {
  const { apiBase, apiClient } = portal.config;
  // One process each: the pages a process makes in a second, the database working beside it.
  const uncached = await portal.start({ PAGE_CACHE_MB: '0', WEB_PROCESSES: '1' });
  const memory = await startContender('serve-render.ts', 1, {
    portal: running.port,
    apiBase,
    headers: callHeaders(apiClient),
    site: await siteOf(running.port),
  });
  const articles = await articlePaths(portal, 200, 100);
  try {
    await refuseDifferentPages([homePath, ...articles.slice(0, 3)]);
    return [
      // Readers who ask for the same page at once would share one rendering: so one reader.
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
    least: number | null,
  ): Promise<Line> {
    const headers = { 'accept-encoding': encoding };
    const at =
      ({ port }: { port: number }, pids: readonly number[]) =>
      () =>
        load.measure({ port, pids, paths, connections, headers });
    const speeds = await sideBySide(
      [
        { name: 'miss', run: at(uncached, uncached.webPids) },
        { name: 'memory', run: at(memory, memory.pids) },
      ],
      rounds,
    );
    const ratio = ratioOf(speeds, 'miss', 'memory', byClock);
    const each = (name: string) => figure(medianOf(speeds, name, byClock));
    const detail = `${each('miss')} pages/s a process, in memory ${each('memory')}`;
    return least === null
      ? said(what, `${figure(ratio)} ×  (${detail})`)
      : atLeast(what, ratio, least, detail);
  }

  /** @throws when the two do not make the same page: then their speeds say nothing */
  async function refuseDifferentPages(paths: string[]): Promise<void> {
    const [one, other] = [openClient(uncached.port), openClient(memory.port)];
    for (const path of paths) {
      const pages = await Promise.all([one.get(path), other.get(path)]);
      const [miss = '', known = ''] = pages.map(({ body }) => body.toString().replace(/"views":\d+/g, ''));
      if (miss !== known) throw new Error(`${path} is another page when its data is in memory`);
    }
    one.close();
    other.close();
  }
};

/** What the portal tells its pages of itself, as it stands in each of them. */
async function siteOf(port: number): Promise<unknown> {
  const client = openClient(port);
  const page = (await client.get(homePath)).body.toString();
  client.close();
  const [, json = '{}'] = /<script type="application\/json" id="payload">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json).site;
}
