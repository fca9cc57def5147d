/**
 * `npm run fuzz [-- --calls 100000] [--seed 1] [--only "POST /member/addComment"] [--connections 8]`: makes every call
 * of the OpenAPI description with wrong and hostile input, mutated from valid requests, as people of every role,
 * several calls at a time. `--largest` instead sends the largest input that each call allows, and measures the
 * event-loop delay of the web process. Exits with 1 on any finding.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { fuzz, isGood, printReport } from './fuzz/fuzz.ts';
import { largestBody, measureLargest, printLargest } from './fuzz/largest.ts';
import { openFuzzPortal } from './fuzz/portal.ts';
import { openWorld } from './fuzz/world.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    connections: { type: 'string', default: '8' },
    largest: { type: 'boolean' },
  },
});
const log = (line: string) => console.log(line);

const dataDir = mkdtempSync(join(tmpdir(), 'guanlan-fuzz-'));
// Started by root, PostgreSQL runs as another account, which has to enter the folder: else it keeps its data elsewhere.
chmodSync(dataDir, 0o711);
const { connectionString, leave } = await joinPostgres({ dataDir, log: () => {} });
let isFine = false;
try {
  const portal = await openFuzzPortal(connectionString, dataDir);
  try {
    isFine = await run(portal);
  } finally {
    await portal.close();
  }
} finally {
  await leave();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);

async function run(portal: Awaited<ReturnType<typeof openFuzzPortal>>): Promise<boolean> {
  const world = await openWorld(portal, values.largest ? largestBody : undefined);
  try {
    if (values.largest) {
      log(`the largest input of ${portal.api.length} operations …`);
      return printLargest(await measureLargest(portal, world, { only: values.only, log }), log);
    }
    const seed = Number(values.seed);
    log(`fuzzing ${portal.api.length} operations, seed ${seed} …`);
    const report = await fuzz(portal, world, {
      seed,
      calls: Number(values.calls),
      connections: Number(values.connections),
      ...(values.only && { only: values.only }),
      log,
    });
    for (const line of printReport(report)) log(line);
    return isGood(report);
  } finally {
    await world.close();
  }
}
