import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import type { Measure } from '../measure.ts';
import { type ServedPage, startNginx } from '../nginx.ts';
import { articlePaths, homePath } from '../page-paths.ts';
import { atLeast, formatNumber, infoLine, type Line } from '../report.ts';
import { ratioOf, runSideBySide } from '../rounds.ts';
import { byClock, byProcessor, formatSpeed } from '../speed.ts';

type Page = ServedPage & { name: string; address: string };

/** Anonymous pages from the portal's cache, compared with nginx and a bare Node server that send the same bytes. */
export const pages: Measure = async ({ portal, running, load, rounds, log }) => {
  const { webProcesses } = portal.config;
  const [article = ''] = await articlePaths(portal, 1, 10);
  const requestedPages = (['br', 'identity'] as const).flatMap((encoding) => [
    { name: 'home', address: homePath, encoding },
    { name: 'article', address: article, encoding },
  ]);
  const pagesServed = await Promise.all(requestedPages.map((page) => fetchPage(running.port, page)));
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-pages-'));
  const files = pagesServed.map((page) => {
    const file = join(folder, page.path.slice(1));
    writeFileSync(file, page.body);
    return { path: page.path, file, encoding: page.encoding };
  });
  const bare = await startContender('serve-bytes.ts', webProcesses, { pages: files, isWire: false });
  const wire = await startContender('serve-bytes.ts', webProcesses, { pages: files, isWire: true });
  const nginx = await startNginx(pagesServed, webProcesses, log);
  const lines: Line[] = [];
  try {
    for (const page of pagesServed) lines.push(...(await compare(page)));
  } finally {
    await bare.stop();
    await wire.stop();
    await nginx?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines;

  async function compare({ name, address, path, encoding, body }: Page): Promise<Line[]> {
    const headers = { 'accept-encoding': encoding };
    const measureServer = (port: number, pids: readonly number[], at: string) => () =>
      load.measure({ port, pids, paths: [at], headers });
    const perSecond = await runSideBySide(
      [
        { name: 'portal', run: measureServer(running.port, running.webPids, address) },
        ...(nginx ? [{ name: 'nginx', run: measureServer(nginx.port, nginx.pids, path) }] : []),
        { name: 'node', run: measureServer(bare.port, bare.pids, path) },
        { name: 'wire', run: measureServer(wire.port, wire.pids, path) },
      ],
      rounds,
    );
    const what = `${name}, ${encoding} (${formatNumber(body.length / 1000)} kB) : nginx`;
    const nodeRatio = `${formatNumber(ratioOf(perSecond, 'portal', 'node', byProcessor))} × bare Node`;
    // The gain from writing raw responses through Node's internals (ADR 016): if it is near 1, that code can be
    // removed.
    const compositionLine = infoLine(
      '  head and body in one Buffer : composed by Node',
      `${formatNumber(ratioOf(perSecond, 'wire', 'node', byProcessor))} ×  (${formatSpeed(perSecond, 'wire')}, composed ${formatSpeed(perSecond, 'node')})`,
    );
    if (!nginx)
      return [
        infoLine(what, `nginx is not installed; ${formatSpeed(perSecond, 'portal')}, ${nodeRatio}`),
        compositionLine,
      ];
    const ratio = atLeast(
      what,
      ratioOf(perSecond, 'portal', 'nginx', byProcessor),
      0.6,
      `${formatNumber(ratioOf(perSecond, 'portal', 'nginx', byClock))} by the clock; ${formatSpeed(perSecond, 'portal')}, nginx ${formatSpeed(perSecond, 'nginx')}; ${nodeRatio}`,
    );
    return [ratio, compositionLine];
  }
};

async function fetchPage(
  port: number,
  { name, address, encoding }: Pick<Page, 'name' | 'address' | 'encoding'>,
): Promise<Page> {
  const client = openClient(port);
  const { status, headers, body } = await client.get(address, { 'accept-encoding': encoding });
  client.close();
  if (status !== 200 || (headers['content-encoding'] ?? 'identity') !== encoding)
    throw new Error(`${address} answered ${status} in ${headers['content-encoding']}`);
  return { name, address, encoding, path: `/${name}.${encoding}`, body };
}
