import { setTimeout as pause } from 'node:timers/promises';
import { detailPath } from '#client/routes.ts';
import { waitUntilIndexed } from '#features/search/index.ts';
import { openClient } from '../client.ts';
import type { StandaloneMeasure } from '../measure.ts';
import { openTraffic } from '../mixed-traffic.ts';
import { atMost, infoLine, type Line, skippedLine } from '../report.ts';
import { startWholePortal, type WholePortal } from '../whole-portal.ts';

const restMs = 60_000;
/** At most so many MB with this number of web processes; with 0 the worker serves the pages. */
const targets = [
  { webs: 0, atRest: 300 },
  { webs: 1, atRest: 400, afterTraffic: 600 },
  { webs: 2, atRest: 550, afterTraffic: 800 },
];
const maxSupervisor = 40;
const samples = 20;

/** Memory of a whole portal with PostgreSQL, a minute after its start and after mixed traffic; its growth with the requests. */
export const memory: StandaloneMeasure = async ({ portal, minutes, log }) => {
  if (process.platform !== 'linux') return [skippedLine('memory', 'only Linux has /proc')];
  const traffic = await openTraffic(portal);
  // A first start builds the search index and compiles the code.
  const first = await startWholePortal(portal, 1);
  if (!(await waitUntilIndexed(portal.ctx, 120_000))) log('the search index did not become ready');
  await first.stop();
  const lines: Line[] = [];
  for (const { webs, atRest, afterTraffic } of targets) {
    const running = await startWholePortal(portal, webs);
    try {
      await pause(restMs);
      const held = running.memory();
      lines.push(totalLine(`${webs} web processes at rest`, held, atRest));
      if (webs === 1) lines.push(supervisorLine(held));
      if (!afterTraffic) continue;
      const series: Sample[] = [];
      for (let n = 0; n < samples; n++) {
        const { requests, refused, failed } = await traffic.run(running.port, (minutes * 60_000) / samples);
        series.push(await sample(running, (series.at(-1)?.requests ?? 0) + requests));
        log(`${formatSample(series.at(-1) as Sample)}; ${refused} refused, ${failed} failed`);
      }
      const { held: last, requests } = series.at(-1) as Sample;
      lines.push(totalLine(`${webs} after ${requests.toLocaleString('en')} requests`, last, afterTraffic));
      for (const name of Object.keys(last))
        lines.push(growthLine(`growth of ${name}`, series, ({ held }) => held[name]));
      for (const name of Object.keys(series[0]?.heaps ?? {}))
        lines.push(growthLine(`growth of the heap of ${name}`, series, ({ heaps }) => heaps[name]));
    } finally {
      await running.stop();
    }
  }
  return lines;
};

type Sample = { requests: number; held: Record<string, number>; heaps: Record<string, number> };

async function sample(running: WholePortal, requests: number): Promise<Sample> {
  return { requests, held: running.memory(), heaps: await running.heaps() };
}

const sumOf = (held: Record<string, number>) => Object.values(held).reduce((sum, bytes) => sum + bytes, 0);
const megabytes = (bytes = 0) => Math.round(bytes / 2 ** 20);
const parts = (held: Record<string, number>) =>
  Object.entries(held)
    .map(([name, bytes]) => `${name} ${megabytes(bytes)}`)
    .join(', ');

const totalLine = (what: string, held: Record<string, number>, max: number): Line =>
  atMost(`memory with ${what}`, megabytes(sumOf(held)), max, 'MB', parts(held));

/** Node itself, with nothing to run, has 14 to 16 MB. */
const supervisorLine = ({ supervisor }: Record<string, number>): Line =>
  atMost('memory of the supervisor', megabytes(supervisor), maxSupervisor, 'MB');

const formatSample = ({ requests, held, heaps }: Sample) =>
  `  ${requests.toLocaleString('en').padStart(9)} requests: ${megabytes(sumOf(held))} MB (${parts(held)}; heaps: ${parts(heaps)})`;

/** The slope of a line through the second half of the samples, when caches are full. */
function growthLine(what: string, series: Sample[], bytesOf: (sample: Sample) => number | undefined): Line {
  const half = series.slice(series.length / 2).map((one) => [one.requests, bytesOf(one) ?? 0] as const);
  const mean = (at: 0 | 1) => half.reduce((sum, point) => sum + point[at], 0) / half.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    half.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    half.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return infoLine(what, `${((slope * 100_000) / 2 ** 20).toFixed(1)} MB per 100,000 requests`);
}

const cacheSizes = [8, 32, 64, 128];
const pageCount = 1500;

/** What the page cache costs in resident memory: a web process that rendered the same pages, with caches of several sizes. */
export const pageCache: StandaloneMeasure = async ({ portal, log }) => {
  if (process.platform !== 'linux') return [skippedLine('page cache', 'only Linux has /proc')];
  const posts = await portal.query<{ id: string; column: string }>(
    `select id::text, column_id::text as column from posts where state = 'published' and access = 'public'
     order by id desc limit $1`,
    [pageCount],
  );
  const paths = posts.map(({ id, column }) => detailPath(column, id));
  const held = async (megabyte: number) => {
    const running = await startWholePortal(portal, 1, { PAGE_CACHE_MB: String(megabyte) });
    const client = openClient(running.port);
    try {
      for (const path of paths) {
        // As for readers with brotli and programs without compression: a page is held in both. Without a cache one of them,
        // so that every process renders the same pages once.
        for (const encoding of megabyte === 0 ? ['br'] : ['br', 'identity']) {
          const { status } = await client.get(path, { 'accept-encoding': encoding });
          if (status !== 200) throw new Error(`${path} answered ${status}`);
        }
      }
      await pause(10_000);
      log(`  PAGE_CACHE_MB=${megabyte}: ${parts(running.memory())}`);
      return running.memory()['web 1'] ?? 0;
    } finally {
      client.close();
      await running.stop();
    }
  };
  const without = await held(0);
  const lines: Line[] = [infoLine('web process without a page cache', `${megabytes(without)} MB`)];
  for (const size of cacheSizes) {
    const cost = megabytes((await held(size)) - without);
    lines.push(
      infoLine(`PAGE_CACHE_MB=${size}, after ${paths.length.toLocaleString('en')} pages`, `${cost} MB more`),
    );
  }
  return lines;
};
