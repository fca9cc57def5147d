import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { articlePaths, homePath } from '../addresses.ts';
import { openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import type { Measure } from '../measure.ts';
import { type Bytes, startNginx } from '../nginx.ts';
import { atLeast, figure, type Line, said, skipped } from '../report.ts';
import { ratioOf, sideBySide } from '../rounds.ts';
import { byClock, byProcessor, speedOf } from '../speed.ts';

type Page = Bytes & { name: string; address: string };

/** Anonymous pages from the portal's cache against nginx and a bare Node server with the same bytes. */
export const pages: Measure = async ({ portal, running, load, rounds, log }) => {
  const { webProcesses } = portal.config;
  const [article = ''] = await articlePaths(portal, 1, 10);
  const asked = (['br', 'identity'] as const).flatMap((encoding) => [
    { name: 'home', address: homePath, encoding },
    { name: 'article', address: article, encoding },
  ]);
  const served = await Promise.all(asked.map((page) => fetchPage(running.port, page)));
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-pages-'));
  const files = served.map((page) => {
    const file = join(folder, page.path.slice(1));
    writeFileSync(file, page.body);
    return { path: page.path, file, encoding: page.encoding };
  });
  const bare = await startContender('serve-bytes.ts', webProcesses, { pages: files, isWire: false });
  const wire = await startContender('serve-bytes.ts', webProcesses, { pages: files, isWire: true });
  const nginx = await startNginx(served, webProcesses, log);
  const lines: Line[] = [];
  try {
    for (const page of served) lines.push(...(await compare(page)));
  } finally {
    await bare.stop();
    await wire.stop();
    await nginx?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return lines;

  async function compare({ name, address, path, encoding, body }: Page): Promise<Line[]> {
    const headers = { 'accept-encoding': encoding };
    const server = (port: number, pids: readonly number[], at: string) => () =>
      load.measure({ port, pids, paths: [at], headers });
    const perSecond = await sideBySide(
      [
        { name: 'portal', run: server(running.port, running.webPids, address) },
        ...(nginx ? [{ name: 'nginx', run: server(nginx.port, nginx.pids, path) }] : []),
        { name: 'node', run: server(bare.port, bare.pids, path) },
        { name: 'wire', run: server(wire.port, wire.pids, path) },
      ],
      rounds,
    );
    const what = `${name}, ${encoding} (${figure(body.length / 1000)} kB) : nginx`;
    const ofNode = `${figure(ratioOf(perSecond, 'portal', 'node', byProcessor))} × bare Node`;
    // What reaching into Node's response gains (ADR 016): while this is near 1, it can go.
    const gained = said(
      '  head and body in one Buffer : composed by Node',
      `${figure(ratioOf(perSecond, 'wire', 'node', byProcessor))} ×  (${speedOf(perSecond, 'wire')}, composed ${speedOf(perSecond, 'node')})`,
    );
    if (!nginx) return [skipped(what, `no nginx; ${speedOf(perSecond, 'portal')}, ${ofNode}`), gained];
    const ratio = atLeast(
      what,
      ratioOf(perSecond, 'portal', 'nginx', byProcessor),
      0.6,
      `${figure(ratioOf(perSecond, 'portal', 'nginx', byClock))} by the clock; ${speedOf(perSecond, 'portal')}, nginx ${speedOf(perSecond, 'nginx')}; ${ofNode}`,
    );
    return [ratio, gained];
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
