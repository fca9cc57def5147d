/**
 * `npm run bench [-- --only pages,lists] [--pieces 100000] [--rounds 5] [--data <folder>]`: how fast the portal is,
 * against what it could be. Brings up a portal of its own, fills it, measures and prints; see README.md.
 */
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { awaitIndexed } from '#features/search/index.ts';
import { fillPortal } from './fill.ts';
import { openLoad } from './load.ts';
import type { LoneMeasure, Measure } from './measure.ts';
import { commentsMeasure } from './measures/comments.ts';
import { contest } from './measures/contest.ts';
import { desk } from './measures/desk.ts';
import { freshness } from './measures/freshness.ts';
import { lists } from './measures/lists.ts';
import { live } from './measures/live.ts';
import { members } from './measures/members.ts';
import { memory } from './measures/memory.ts';
import { misses } from './measures/misses.ts';
import { orders } from './measures/orders.ts';
import { pages } from './measures/pages.ts';
import { relevance } from './measures/relevance.ts';
import { search } from './measures/search.ts';
import { weight } from './measures/weight.ts';
import { openPortal } from './portal.ts';
import { drawTable, type Line, skipped } from './report.ts';
import { textSource } from './texts.ts';

const measures: Record<string, Measure> = {
  pages,
  misses,
  lists,
  members,
  desk,
  comments: commentsMeasure,
  live,
  search,
  relevance,
  freshness,
  weight,
  memory,
};

/** These come last, when the processes that all others ask have stopped. */
const lone: Record<string, LoneMeasure> = { orders, contest };

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    pieces: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
  },
});
const log = (line: string) => console.log(line);
const pieces = Number(values.pieces);
const known = Object.keys({ ...measures, ...lone });
const wanted = values.only?.split(',') ?? known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`no measure ${unknown.join(', ')}; there are ${known.join(', ')}`);

const dataDir = values.data === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.data);
log(`${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}, ${textSource()}`);
const load = openLoad(log);
log(`load: ${load.generator}; every figure is a median; contenders take turns`);
log(`filling a portal with ${pieces.toLocaleString('en')} pieces …`);
const portal = await openPortal({ dataDir, hasDemo: true, log });
const lines: Line[] = [];
try {
  await fillPortal(portal, pieces, log);
  const given = { portal, load, rounds: Number(values.rounds), log };
  const running = await portal.start();
  try {
    log('waiting for the search index …');
    if (!(await awaitIndexed(portal.ctx, 120_000))) log('the search index does not get ready');
    for (const name of wanted) await measure(name, measures[name], { ...given, running });
  } finally {
    await running.stop();
  }
  for (const name of wanted) await measure(name, lone[name], given);
} finally {
  await portal.close();
}
log(`\n${drawTable(lines)}`);
if (lines.some(({ isMet }) => isMet === false)) process.exitCode = 1;
process.exit();

async function measure<G>(
  name: string,
  measuring: ((given: G) => Promise<Line[]>) | undefined,
  given: G,
): Promise<void> {
  if (!measuring) return;
  log(`measuring ${name} …`);
  const measured = await measuring(given).catch((error: unknown) => {
    process.exitCode = 1;
    return [skipped(name, error instanceof Error ? error.message : String(error))];
  });
  lines.push(...measured);
}
