/**
 * `npm run bench [-- --only pages,lists] [--posts 100000] [--rounds 5] [--minutes 3] [--data <folder>]`: measures the
 * portal's speed against the best possible, and its memory. `--only growth [--sizes 10000,100000,1000000]`: measures one
 * portal that grows. Starts a separate portal, fills it, measures and prints the results of each measure as it ends, and
 * all of them at the end; see README.md. A missed target, a measure that fails and one that skips end with 1.
 */
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { waitUntilIndexed } from '#features/search/index.ts';
import { fillPortal } from './fill.ts';
import { openLoad } from './load.ts';
import type { Measure, StandaloneMeasure } from './measure.ts';
import { adminMeasure } from './measures/admin.ts';
import { commentsMeasure } from './measures/comments.ts';
import { contest } from './measures/contest.ts';
import { freshness } from './measures/freshness.ts';
import { growthMeasure } from './measures/growth.ts';
import { lists } from './measures/lists.ts';
import { live } from './measures/live.ts';
import { members } from './measures/members.ts';
import { memory, pageCache } from './measures/memory.ts';
import { misses } from './measures/misses.ts';
import { orders } from './measures/orders.ts';
import { pages } from './measures/pages.ts';
import { phone } from './measures/phone.ts';
import { posters } from './measures/posters.ts';
import { relevance } from './measures/relevance.ts';
import { scaling } from './measures/scaling.ts';
import { search } from './measures/search.ts';
import { openPortal } from './portal.ts';
import { type Line, renderTable, skippedLine } from './report.ts';
import { textSource } from './texts.ts';

const measures: Record<string, Measure> = {
  pages,
  misses,
  lists,
  members,
  desk: adminMeasure,
  comments: commentsMeasure,
  live,
  search,
  relevance,
  freshness,
  phone,
};

/** These run last, after the processes of the other measurements have stopped. */
const standaloneMeasures: Record<string, StandaloneMeasure> = {
  orders,
  contest,
  posters,
  scaling,
  memory,
  cache: pageCache,
};

/** It takes an hour and fills the portal itself, so it runs only if it is named. */
const growthName = 'growth';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    posts: { type: 'string' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '3' },
    data: { type: 'string' },
  },
});
const log = (line: string) => console.log(line);
const sizes = values.sizes.split(',').map(Number);
const known = Object.keys({ ...measures, ...standaloneMeasures });
const selected = values.only?.split(',') ?? known;
const unknown = selected.filter((name) => ![...known, growthName].includes(name));
if (unknown.length > 0)
  throw new Error(`unknown measure ${unknown.join(', ')}; available: ${[...known, growthName].join(', ')}`);
const postCount = Number(values.posts ?? (selected.includes(growthName) ? sizes[0] : 100_000));

const dataDir = values.data === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.data);
log(`${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, ${textSource()}`);
const load = openLoad(log);
log(`load: ${load.generator}; every figure is a median; contenders take turns`);
log(`filling a portal with ${postCount.toLocaleString('en')} posts …`);
const portal = await openPortal({ dataDir, hasDemo: true, log });
const lines: Line[] = [];
try {
  await fillPortal(portal, postCount, log);
  const given = { portal, load, rounds: Number(values.rounds), minutes: Number(values.minutes), log };
  const shared = selected.filter((name) => name in measures);
  if (shared.length > 0) {
    const running = await portal.start();
    try {
      log('waiting for the search index …');
      if (!(await waitUntilIndexed(portal.ctx, 120_000))) log('the search index did not become ready');
      for (const name of shared) await measure(name, measures[name], { ...given, running });
    } finally {
      await running.stop();
    }
  }
  for (const name of selected)
    await measure(name, name === growthName ? growthMeasure(sizes) : standaloneMeasures[name], given);
} finally {
  await portal.close();
}
log(`\n${renderTable(lines)}`);
if (lines.some(({ isMet }) => isMet === false)) process.exitCode = 1;
process.exit();

async function measure<G>(
  name: string,
  runMeasure: ((given: G) => Promise<Line[]>) | undefined,
  given: G,
): Promise<void> {
  if (!runMeasure) return;
  log(`measuring ${name} …`);
  const results = await runMeasure(given).catch((error: unknown) => {
    return [skippedLine(name, error instanceof Error ? error.message : String(error))];
  });
  // At once, so that a run that is cut off has printed what it measured.
  log(renderTable(results));
  lines.push(...results);
}
